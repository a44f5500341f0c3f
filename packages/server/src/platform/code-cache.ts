import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { makeScratch } from './scratch.ts';

// Compiled code of programs that are started over and over: most of the time of a start is compiling. Whoever can write
// here decides what such a program does next time, so it exists only where these programs become somebody else before
// they look at anything foreign (identity.ts), and saves happen before that.

let opened: Promise<string | undefined> | undefined;

/** A folder for `NODE_COMPILE_CACHE`; undefined: there is none here. */
export function openCodeCache(): Promise<string | undefined> {
  opened ??= process.getuid?.() === 0 ? open() : Promise.resolve(undefined);
  return opened;
}

async function open(): Promise<string | undefined> {
  try {
    const folder = await makeScratch(tmpdir(), 'errand-code');
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    // It only saves time.
    return undefined;
  }
}
