import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { ConfigError } from '#platform/configuration.ts';

// A model that this machine runs itself, in a process with limits.

/** Its id among the models, and that of its provider. */
export const LOCAL = 'local';

export type LocalModel = {
  path: string;
  /** The name of the file without its ending. Answers are recorded as from this model. */
  name: string;
  /** The folder with the optional package. Undefined: that of the service. */
  runtime: string | undefined;
  threads: number;
  contextTokensMax: number;
  /** Undefined: twice the file and a gigabyte. */
  memoryBytesMax: number | undefined;
};

export function readLocalModel(env: NodeJS.ProcessEnv): LocalModel | undefined {
  const path = text(env, 'ERRAND_LOCAL_MODEL');
  if (path === undefined) return undefined;
  const runtime = text(env, 'ERRAND_LOCAL_RUNTIME');
  const memoryMb = count(env, 'ERRAND_LOCAL_MEMORY_MB', undefined, 64, 1_000_000);
  return {
    path: resolve(path),
    name: basename(path).replace(/\.gguf$/i, ''),
    runtime: runtime === undefined ? undefined : resolve(runtime),
    // More threads than free cores make it slower by far, since each token waits for the last of them.
    threads: count(env, 'ERRAND_LOCAL_THREADS', Math.max(1, Math.floor(availableParallelism() / 2)), 1, 256)!,
    contextTokensMax: count(env, 'ERRAND_LOCAL_CONTEXT', 8_192, 256, 1_000_000)!,
    memoryBytesMax: memoryMb === undefined ? undefined : memoryMb * 1024 ** 2,
  };
}

function text(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

function count<T extends number | undefined>(
  env: NodeJS.ProcessEnv,
  name: string,
  fallback: T,
  min: number,
  max: number,
): number | T {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const given = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (given >= min && given <= max) return given;
  throw new ConfigError(`${name} is ${JSON.stringify(value)}, but must be a whole number from ${min} to ${max}.`);
}
