import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { makeScratch } from './scratch.ts';

// A compile cache for programs that start often: compiling is most of their start time. A process that can write here
// decides what such a program runs next time. So the cache is used only if these programs drop to another user before
// they read untrusted input (identity.ts), and they save to it before that.

let opened: Promise<string | undefined> | undefined;

/** A folder for `NODE_COMPILE_CACHE`; undefined: no cache on this system. */
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
    // The cache is optional.
    return undefined;
  }
}
