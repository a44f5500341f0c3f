import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

// npm packages hold no links, so the package lists the ones that its libraries need. Its install script makes them; where
// install scripts are off, we do.

/** Those that are missing below `native`, or below a copy of it. Links that cannot be made are found by the first start. */
export async function linkLibraries(native: string, folder: string = native): Promise<void> {
  for (const { source, target } of await readLinks(native)) {
    const [from, to] = [source, target].map((path) => join(folder, relative('native', path)));
    // Both are in one folder, or the link leads there.
    await symlink(join(relative(dirname(to!), dirname(from!)), basename(from!)), to!).catch(() => undefined);
  }
}

async function readLinks(native: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  } catch {
    return [];
  }
}
