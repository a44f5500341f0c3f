import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Load, LoadResult } from './load.ts';

// Starts the programs under test and the load generator, each in a separate process that ends with the run.

export type Program = {
  port: number;
  pid: number;
  /** Sends a message and waits for the answer, for programs that collect figures. */
  ask<T>(message?: object): Promise<T>;
  stop(): Promise<void>;
};

type Options = {
  folder: string;
  quick: boolean;
  note(text: string): void;
  /** Collects the cleanups for the end of the run, which are done in reverse order. */
  cleanups: (() => Promise<unknown>)[];
};

export function createPrograms({ folder, quick, note, cleanups }: Options) {
  let programs = 0;

  /** Runs a file of `children/`, or another one by its path. It is ready when it reports its port. */
  async function start(file: string, env: Record<string, string>): Promise<Program> {
    programs += 1;
    const dataDir = join(folder, `program-${programs}`);
    await mkdir(dataDir);
    const profile = process.env.BENCH_PROFILE;
    const child = fork(resolve(import.meta.dirname, 'children', file), {
      env: {
        ...cleanEnvironment(),
        ERRAND_DATA_DIR: dataDir,
        ERRAND_DRAIN_SECONDS: '0',
        // In quick runs, the processes of SQL start on demand.
        ...(quick && { ERRAND_SQL_WARM: '0' }),
        ...env,
      },
      // The same options as `errand serve` (packages/cli/bin/start-options.js).
      execArgv: [
        '--no-allocation-site-pretenuring',
        ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
      ],
      stdio: ['ignore', 'ignore', openSync(join(dataDir, 'log'), 'a'), 'ipc'],
    });
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopped ??= endChild(child);
      return stopped;
    };
    cleanups.push(stop);
    const what = `${file}, whose log is ${join(dataDir, 'log')},`;
    const { port } = await firstMessage<{ port: number }>(child, what);
    const ask = <T>(message: object = {}): Promise<T> => {
      const answer = firstMessage<T>(child, what);
      child.send(message);
      return answer;
    };
    return { port, pid: child.pid!, ask, stop };
  }

  /** Flushes earlier writes to disk, so that the system does not write them during the measurement. */
  const settle = (): void => void spawnSync('sync');

  async function load(job: Load): Promise<LoadResult> {
    settle();
    const child = fork(join(import.meta.dirname, 'load.ts'), { execArgv: [], env: cleanEnvironment() });
    try {
      const answer = firstMessage<LoadResult>(child, 'the load generator');
      child.send(job);
      const result = await answer;
      if (result.failures > 0) note(`${result.failures} requests failed, the first with: ${result.firstFailure}`);
      return result;
    } finally {
      child.disconnect();
    }
  }

  return { start, load, settle };
}

/** Removes variables of the caller's shell that would change the measurement. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(ERRAND_|PG|LOG_LEVEL$|NODE_(?!COMPILE_CACHE))/.test(name)),
  );
}

function firstMessage<T>(child: ChildProcess, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void => reject(new Error(`${what} ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.removeListener('exit', fail);
      resolve(message as T);
    });
  });
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await ended;
  clearTimeout(force);
}
