import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

// npm packages cannot contain symbolic links, so the package lists those that its libraries need. Its install script
// creates them. If install scripts are disabled, we do.

/** Creates missing links in `native` or a copy of it. Ignores failures: the first start reports missing libraries. */
export async function linkLibraries(native: string, folder: string = native): Promise<void> {
  for (const { source, target } of await readLinks(native)) {
    const [from, to] = [source, target].map((path) => join(folder, relative('native', path)));
    // A relative link, which also works in a copy.
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
