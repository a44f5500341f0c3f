import { access, copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { connectClient } from '#platform/connect.ts';
import { RecoveryError } from './finding.ts';

// Takes a base backup of the embedded PostgreSQL while it is in use. Files change while they are copied; the log that
// is archived meanwhile makes them consistent. The embedded package lacks pg_basebackup, so SQL functions begin and end
// the backup.

export type BaseBackup = {
  format: 'errand-base-backup';
  installation_id: string;
  postgres: string;
  began_at: string;
  /** The earliest moment that can be restored. */
  ended_at: string;
  /** The first and the last log segment that the backup needs. */
  first_segment: string;
  last_segment: string;
  files: number;
  bytes: number;
};

export const describedIn = 'backup.json';
/** PostgreSQL creates their content at every start, or it belongs to the running process. */
const EMPTY_FOLDERS = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/;
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pgsql_tmp.*|\.s\.PGSQL.*|pg_internal\.init.*|recovery\.signal|backup_label.*)$/;
/** A copy of the last segment takes a moment; much longer means that archiving fails. */
const ARCHIVE_MS_MAX = 120_000;

type Options = {
  url: string;
  dataDir: string;
  walArchive: string;
  /** A folder that does not exist yet. It appears when the backup is complete. */
  target: string;
  installationId: string;
  onProgress: (files: number) => void;
};

export async function takeBaseBackup(options: Options): Promise<BaseBackup> {
  const { url, dataDir, walArchive, target, installationId } = options;
  if (await exists(target)) throw new RecoveryError(`${target} already exists. Name a new folder.`);
  const partial = `${target}.${process.pid}.part`;
  const client = await connectClient({ connectionString: url, application_name: 'errand backup' });
  try {
    await refuseWithoutArchive(client);
    await mkdir(join(partial, 'postgres'), { recursive: true, mode: 0o700 });
    const began = await begin(client);
    const copied = { files: 0, bytes: 0 };
    await copyFolder(join(dataDir, 'postgres'), join(partial, 'postgres'), copied, options.onProgress);
    const ended = await end(client, join(partial, 'postgres'));
    await awaitSegment(client, walArchive, ended.segment);
    await copyFile(join(dataDir, 'postgres-password'), join(partial, 'postgres-password'));
    const described: BaseBackup = {
      format: 'errand-base-backup',
      installation_id: installationId,
      postgres: began.version,
      began_at: began.at,
      ended_at: ended.at,
      first_segment: began.segment,
      last_segment: ended.segment,
      ...copied,
    };
    await writeFile(join(partial, describedIn), `${JSON.stringify(described, null, 2)}\n`, { flush: true });
    await rename(partial, target);
    return described;
  } finally {
    // Closing the connection also aborts an unfinished backup.
    await client.end();
    await rm(partial, { recursive: true, force: true });
  }
}

async function refuseWithoutArchive(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select current_setting('archive_mode') as mode`);
  if (rows[0].mode !== 'off') return;
  throw new RecoveryError(
    'PostgreSQL does not archive its log, and a base backup cannot be restored without it. Set ERRAND_WAL_ARCHIVE to a folder, restart the service, and try again.',
  );
}

async function begin(client: pg.Client): Promise<{ version: string; at: string; segment: string }> {
  await client.query('set statement_timeout = 0');
  const { rows } = await client.query(
    `select current_setting('server_version') as version, clock_timestamp() as at, pg_walfile_name(pg_backup_start('errand', true)) as segment`,
  );
  return { ...rows[0], at: rows[0].at.toISOString() };
}

async function end(client: pg.Client, folder: string): Promise<{ at: string; segment: string }> {
  const { rows } = await client.query(
    `select pg_walfile_name(lsn) as segment, labelfile, clock_timestamp() as at from pg_backup_stop(false)`,
  );
  const { segment, labelfile, at } = rows[0];
  await writeFile(join(folder, 'backup_label'), labelfile, { mode: 0o600, flush: true });
  return { segment, at: at.toISOString() };
}

/**
 * Waits for the last segment of the backup. PostgreSQL archives it, because the end of the backup switched segments.
 */
export async function awaitSegment(client: pg.Client, walArchive: string, segment: string): Promise<void> {
  for (const deadline = Date.now() + ARCHIVE_MS_MAX; !(await exists(join(walArchive, segment))); await delay(100)) {
    if (Date.now() < deadline) continue;
    const { rows } = await client.query('select last_failed_wal from pg_stat_archiver');
    const failed = rows[0]?.last_failed_wal;
    throw new RecoveryError(
      `PostgreSQL did not archive ${segment} to ${walArchive}${failed ? `; archiving ${failed} failed` : ''}. See postgres.log in the data folder. Free space or make the folder writable for its user, then try again.`,
    );
  }
}

async function copyFolder(
  from: string,
  to: string,
  copied: { files: number; bytes: number },
  onProgress: (files: number) => void,
): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await mkdir(target, { mode: 0o700 });
      if (EMPTY_FOLDERS.test(entry.name)) {
        if (entry.name === 'pg_wal') await mkdir(join(target, 'archive_status'), { mode: 0o700 });
      } else await copyFolder(source, target, copied, onProgress);
    } else if (entry.isFile()) {
      copied.bytes += await copyDurably(source, target);
      copied.files += 1;
      onProgress(copied.files);
    }
  }
}

/** Ignores files of tables that are dropped meanwhile; replaying the log drops them too. */
async function copyDurably(source: string, target: string): Promise<number> {
  try {
    await copyFile(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
  await using file = await open(target, 'r');
  await file.sync();
  return (await file.stat()).size;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Reads the description of a base backup. Throws if the folder is not a complete one. */
export async function readBaseBackup(folder: string): Promise<BaseBackup> {
  try {
    const described = JSON.parse(await readFile(join(folder, describedIn), 'utf8')) as BaseBackup;
    if (described.format === 'errand-base-backup' && (await stat(join(folder, 'postgres'))).isDirectory())
      return described;
  } catch {
    // Reported below.
  }
  throw new RecoveryError(`${folder} is not a complete base backup. Create one with npx errand backup base.`);
}
