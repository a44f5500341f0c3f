import { existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { UsageError } from './errors.ts';

/** Writes a file that only its owner can read. It appears once it is complete and on disk; one that exists is kept. */
export async function writeNewFile<T>(path: string, write: (target: Writable) => Promise<T>): Promise<T> {
  if (existsSync(path)) throw new UsageError(`${path} exists already. Name a new file.`);
  const partial = `${path}.${process.pid}.part`;
  // However the command ends, by an error or by Ctrl-C, nothing half written stays.
  process.once('exit', () => rmSync(partial, { force: true }));
  const file = await open(partial, 'wx', 0o600).catch((error: Error) => {
    throw new UsageError(`${path} cannot be written: ${error.message}.`);
  });
  const result = await write(file.createWriteStream({ flush: true }));
  await rename(partial, path);
  return result;
}
