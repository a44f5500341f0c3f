import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../packages/server/src/platform/embedded-postgres.ts';
import { copyCluster } from '../../packages/server/test/data-folder.ts';

/** These databases are temporary. Crash safety is tested on a separate PostgreSQL. */
export const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '500',
  // The databases do not live long enough to need it.
  autovacuum: 'off',
  // The log may be in memory for hours.
  max_wal_size: '512MB',
};

export const modelFolder = (folder: string): string => join(folder, 'model');

/** Starts PostgreSQL, or joins a running one. */
export function openPostgres(folder: string): Promise<EmbeddedPostgres> {
  return openEmbeddedPostgres({
    dataDir: join(folder, 'database'),
    // Any number of runs may use it at once. The last one stops it.
    purpose: 'operator',
    log: (level, message, fields) => level === 'warn' && console.error(message, fields ?? ''),
    settings,
  });
}

/** Creates the cluster, and a copy of it for tests that need their own PostgreSQL. */
export async function preparePostgres(folder: string): Promise<void> {
  // Has the permissions of the system's own folder, because a PostgreSQL started by root runs under another account.
  await chmod(folder, 0o755);
  await (await openPostgres(folder)).stop();
  await mkdir(modelFolder(folder));
  await copyCluster(join(folder, 'database'), modelFolder(folder));
}
