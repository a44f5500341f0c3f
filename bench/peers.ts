import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

type Options = { install: boolean; note(text: string): void };

/**
 * Installs the systems that we compare with on demand, not with the product. Returns which packages are available.
 */
export async function ensurePeers(names: string[], { install, note }: Options): Promise<Set<string>> {
  const found = (): string[] => names.filter((name) => existsSync(join(import.meta.dirname, 'node_modules', name)));
  if (found().length < names.length && install) {
    note(`installing ${names.join(', ')} into bench/node_modules …`);
    try {
      // Their versions are in package.json. A separate lock file would be one more to maintain.
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
