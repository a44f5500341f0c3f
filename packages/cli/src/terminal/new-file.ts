import { existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { UsageError } from './errors.ts';

/** Writes a file that only its owner can read. It appears when it is complete and on disk. Never replaces a file. */
export async function writeNewFile<T>(path: string, write: (target: Writable) => Promise<T>): Promise<T> {
  if (existsSync(path)) throw new UsageError(`${path} already exists. Name a new file.`);
  const partial = `${path}.${process.pid}.part`;
  // Removes the partial file however the command ends.
  process.once('exit', () => rmSync(partial, { force: true }));
  const file = await open(partial, 'wx', 0o600).catch((error: Error) => {
    throw new UsageError(`${path} cannot be written: ${error.message}.`);
  });
  const result = await write(file.createWriteStream({ flush: true }));
  await rename(partial, path);
  return result;
}
