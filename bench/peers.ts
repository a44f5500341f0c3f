import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The peers are no dependencies of the product: they are installed when somebody first compares with them. */
export function ensurePeers(note: (text: string) => void): boolean {
  if (existsSync(join(import.meta.dirname, 'node_modules', 'pg-boss'))) return true;
  note('installing the peers …');
  const install = spawnSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], {
    cwd: import.meta.dirname,
  });
  if (install.status !== 0) note('the peers could not be installed; their lines are left out');
  return install.status === 0;
}
