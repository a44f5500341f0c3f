import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { makeScratch } from './scratch.ts';

// A compile cache for programs that start often, because compiling is most of their start time. A process that can
// write to the cache controls what such a program runs next time. So the cache is used only if these programs drop to
// another user before they read untrusted input (identity.ts); they save to the cache before that.

let opened: Promise<string | undefined> | undefined;

/** Returns a folder for `NODE_COMPILE_CACHE`, or undefined if there is no cache on this system. */
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
