import { randomBytes } from 'node:crypto';
import { appendFile, copyFile, cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectClient } from '#platform/connect.ts';
import { chooseAccount } from '#platform/embedded-postgres/account.ts';
import { refuseUnreachable, restoreCommand } from '#platform/embedded-postgres/archive.ts';
import { openEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { type BaseBackup, readBaseBackup } from './base-backup.ts';
import { RecoveryError } from './finding.ts';

export type RestoreTarget = { time?: string | undefined; point?: string | undefined; timeline?: number | undefined };

export type Restored = {
  installation_id: string;
  /** When the last restored transaction ended, or null if there is none since the base backup. */
  last_transaction_at: string | null;
  base_backup_ended_at: string;
  seconds: number;
};

const POLL_MS = 50;

const SETTINGS = [
  'restore_command',
  'recovery_target_time',
  'recovery_target_name',
  'recovery_target_timeline',
  'recovery_target_action',
  'hot_standby',
];

/**
 * Puts a base backup into an empty data folder and replays the archived log up to a moment. The folder appears when it
 * is complete. A restore that is interrupted after that continues at the next start, because the folder has its
 * settings.
 */
export async function restoreBase(options: {
  from: string;
  wal: string;
  dataDir: string;
  binaries?: string | undefined;
  target: RestoreTarget;
}): Promise<Restored> {
  const startedAt = performance.now();
  const { from, wal, dataDir, binaries, target } = options;
  const backup = await readBaseBackup(from);
  await refuseFilled(dataDir);
  refuseTooEarly(backup, target);
  await refuseMissingLog(wal, backup);
  await refuseUnreachable(wal, await chooseAccount(join(dataDir, 'postgres')));
  await place({ from, wal, dataDir, target });
  const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'operator', binaries });
  try {
    const last_transaction_at = await settle(postgres.url);
    return {
      installation_id: backup.installation_id,
      last_transaction_at,
      base_backup_ended_at: backup.ended_at,
      seconds: Math.round(performance.now() - startedAt) / 1_000,
    };
  } finally {
    await postgres.stop();
  }
}

async function refuseFilled(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  if ((await stat(cluster).catch(() => undefined)) === undefined) return;
  throw new RecoveryError(
    `${cluster} already has a database, and a restore does not overwrite it. Move it away (mv ${cluster} ${cluster}.before), or choose another folder with ERRAND_DATA_DIR.`,
  );
}

function refuseTooEarly(backup: BaseBackup, { time }: RestoreTarget): void {
  if (time === undefined || Date.parse(time) >= Date.parse(backup.ended_at)) return;
  throw new RecoveryError(
    `The base backup ended at ${backup.ended_at} by PostgreSQL's clock, and ${time} is before that. Use an older base backup, or a later time.`,
  );
}

async function refuseMissingLog(wal: string, { first_segment, last_segment }: BaseBackup): Promise<void> {
  const names = new Set(await readdir(wal).catch(() => []));
  const missing = [first_segment, last_segment].find((segment) => !names.has(segment));
  if (missing === undefined) return;
  throw new RecoveryError(
    `${wal} lacks ${missing}, which the base backup needs. Use the folder of ERRAND_WAL_ARCHIVE.`,
  );
}

/** Copies to a temporary name, and renames when complete. The next start removes a copy that is left over. */
async function place(options: { from: string; wal: string; dataDir: string; target: RestoreTarget }): Promise<void> {
  const { from, wal, dataDir, target } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const temporary = join(dataDir, `postgres-init-${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    await cp(join(from, 'postgres'), temporary, { recursive: true });
    const settings = {
      restore_command: restoreCommand(wal),
      recovery_target_action: 'promote',
      // Accepts no connections before the end, so that a start that continues an interrupted restore waits for it.
      hot_standby: 'off',
      ...(target.time !== undefined && { recovery_target_time: target.time }),
      ...(target.point !== undefined && { recovery_target_name: target.point }),
      ...(target.timeline !== undefined && { recovery_target_timeline: String(target.timeline) }),
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
    await appendFile(join(temporary, 'postgresql.auto.conf'), lines.join(''), { flush: true });
    await writeFile(join(temporary, 'recovery.signal'), '', { flush: true });
    await copyFile(join(from, 'postgres-password'), join(dataDir, 'postgres-password'));
    await rename(temporary, join(dataDir, 'postgres'));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Waits until PostgreSQL takes writes, then removes the settings of the restore. Resets the mark, so that the next
 * start sees a newer storage and reports the restore.
 */
async function settle(url: string): Promise<string | null> {
  const client: pg.Client = await connectClient({ connectionString: url, application_name: 'errand restore' });
  try {
    await awaitWrites(client);
    for (const name of SETTINGS) await client.query(`alter system reset ${pg.escapeIdentifier(name)}`);
    const { rows } = await client.query('select pg_last_xact_replay_timestamp() as at');
    const at: string | null = rows[0].at?.toISOString() ?? null;
    await client.query(`update installation set value = $1 where name = 'storage_mark'`, [
      JSON.stringify({ number: 0, at: at ?? new Date(0).toISOString() }),
    ]);
    return at;
  } finally {
    await client.end();
  }
}

/** At the end of a restore, PostgreSQL accepts connections a little before it takes writes. */
async function awaitWrites(client: pg.Client): Promise<void> {
  while ((await client.query('select pg_is_in_recovery() as recovering')).rows[0].recovering) await delay(POLL_MS);
  // A session that began before that stays read-only.
  await client.query('set default_transaction_read_only = off');
}
