import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const entries = ['postgres', 'postgres-password'];

/**
 * Puts an empty PostgreSQL into a data folder, for tests that are about something other than a first start: a copy takes
 * a twentieth of what making one does. A test file that runs alone has none to copy, and its first start makes it.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  const source = process.env.ERRAND_TEST_CLUSTER;
  if (source === undefined) return;
  await mkdir(dataDir, { recursive: true });
  await copyCluster(source, dataDir);
}

/** With owners and modes, which fs.cp does not keep. */
export async function copyCluster(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', ...entries.map((name) => join(from, name)), to]);
}
