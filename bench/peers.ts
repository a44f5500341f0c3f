import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The other queues are installed when somebody wants to compare, not with the product. False: not there. */
export async function ensurePeers(options: { install: boolean; note(text: string): void }): Promise<boolean> {
  const isThere = (): boolean => existsSync(join(import.meta.dirname, 'node_modules', 'pg-boss'));
  if (isThere() || !options.install) return isThere();
  options.note('installing pg-boss and graphile-worker into bench/node_modules …');
  try {
    // Their versions stand in package.json; a lock file of their own would be one more to keep.
    const command = ['install', '--no-package-lock', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', command, { cwd: import.meta.dirname, timeout: 180_000 });
  } catch (error) {
    options.note(`they could not be installed, so there is no comparison: ${(error as Error).message}`);
  }
  return isThere();
}
