import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

type Options = { install: boolean; note(text: string): void };

/**
 * The systems we compare with are installed when somebody wants to compare, not with the product. Returns which of the
 * packages are there.
 */
export async function ensurePeers(names: string[], { install, note }: Options): Promise<Set<string>> {
  const found = (): string[] => names.filter((name) => existsSync(join(import.meta.dirname, 'node_modules', name)));
  if (found().length < names.length && install) {
    note(`installing ${names.join(', ')} into bench/node_modules …`);
    try {
      // Their versions stand in package.json; a lock file of their own would be one more to keep.
      const command = ['install', '--no-package-lock', '--no-audit', '--no-fund'];
      await promisify(execFile)('npm', command, { cwd: import.meta.dirname, timeout: 300_000 });
    } catch (error) {
      note(`they could not be installed: ${(error as Error).message}`);
    }
  }
  const there = new Set(found());
  for (const name of names) if (!there.has(name)) note(`${name} is not installed: no comparison with it`);
  return there;
}
