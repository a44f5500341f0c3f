import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../packages/server/src/platform/embedded-postgres.ts';
import { copyCluster } from '../../packages/server/test/data-folder.ts';

/** These databases are thrown away. What survives a crash is tested on a PostgreSQL of its own. */
export const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '500',
  // They do not live long enough to need it.
  autovacuum: 'off',
  // It may lie in memory and stay there for hours.
  max_wal_size: '512MB',
};

export const modelFolder = (folder: string): string => join(folder, 'model');

/** Starts it, or joins those who use it already. */
export function openPostgres(folder: string): Promise<EmbeddedPostgres> {
  return openEmbeddedPostgres({
    dataDir: join(folder, 'database'),
    // Any number may use it at once; the last one out stops it.
    purpose: 'operator',
    log: (level, message, fields) => level === 'warn' && console.error(message, fields ?? ''),
    settings,
  });
}

/** Makes the cluster, and a copy of it for tests that need a PostgreSQL of their own. */
export async function preparePostgres(folder: string): Promise<void> {
  // As open as the system's own, since a PostgreSQL started by root runs under another account.
  await chmod(folder, 0o755);
  await (await openPostgres(folder)).stop();
  await mkdir(modelFolder(folder));
  await copyCluster(join(folder, 'database'), modelFolder(folder));
}
