import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { invalidFields } from '#platform/errors.ts';
import type { ReadEntry } from './entry.ts';

// Reads the file of a list in a thread: it may have a hundred thousand entries, and other requests must not wait.

export type ListFormat = 'csv' | 'ofac' | 'un' | 'eu';
export type ListFiles = { file: Uint8Array; aliases?: Uint8Array | undefined; addresses?: Uint8Array | undefined };
export type ListTask = { format: ListFormat; files: ListFiles };
export type ListOutcome = { entries: ReadEntry[] } | { problem: string };

const MEMORY_MB = 512;

export async function readList(task: ListTask): Promise<ReadEntry[]> {
  const thread = new Worker(new URL('./read-list-worker.ts', import.meta.url), {
    env: {},
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    const [outcome] = (await once(thread, 'message')) as [ListOutcome];
    if ('problem' in outcome) throw invalidFields({ file: [outcome.problem] });
    return outcome.entries;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw invalidFields({ file: [`Could not be read with ${MEMORY_MB} MB of memory. Split the list.`] });
  } finally {
    await thread.terminate();
  }
}
