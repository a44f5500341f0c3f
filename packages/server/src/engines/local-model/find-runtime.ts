import { open, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { LocalModel } from '../models/local-settings.ts';

// Whether the local model can be loaded, as far as files tell.

export const RUNTIME = 'node-llama-cpp@3.22.1';

/** Returns the module of the optional package. */
export async function findRuntime({ runtime }: Pick<LocalModel, 'runtime'>): Promise<string> {
  const from = runtime === undefined ? import.meta.url : join(runtime, 'package.json');
  try {
    return createRequire(from).resolve('node-llama-cpp');
  } catch {
    throw new Error(
      runtime === undefined
        ? `The optional package ${RUNTIME} is not installed. Install it in a folder of its own and name that in ERRAND_LOCAL_RUNTIME (docs/local-model.md).`
        : `ERRAND_LOCAL_RUNTIME is ${runtime}, but has no package ${RUNTIME}. Install it there: npm install --prefix ${runtime} --ignore-scripts ${RUNTIME}`,
    );
  }
}

/** Returns the size of the file, or fails if it is none that can be loaded. */
export async function checkModelFile(path: string): Promise<number> {
  let bytes: Buffer;
  let size: number;
  try {
    size = (await stat(path)).size;
    const file = await open(path);
    bytes = (await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close())).buffer;
  } catch (error) {
    throw new Error(`ERRAND_LOCAL_MODEL is ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (bytes.toString('latin1') !== 'GGUF') throw new Error(`ERRAND_LOCAL_MODEL is ${path}, which is not a GGUF file.`);
  return size;
}
