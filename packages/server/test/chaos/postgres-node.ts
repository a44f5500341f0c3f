import { execFile } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { ensureCluster, ensurePassword, type Place, preparePlace } from '#platform/embedded-postgres/cluster.ts';
import {
  endOrphanedBackends,
  isPostmasterOf,
  type Launch,
  launchPostmaster,
  readPostmasterFile,
  removeStalePostmasterFile,
  sendSignal,
  stopPostmaster,
} from '#platform/embedded-postgres/postmaster.ts';
import { findPrograms } from '#platform/embedded-postgres/programs.ts';
import { embeddedPostgresBinaries } from '#platform/embedded-postgres.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { until } from '../until.ts';

// One PostgreSQL server of the laboratory, from the binaries that the project brings. Nothing starts it again by itself.

export type PostgresNode = Awaited<ReturnType<typeof createNode>>;

/** Nobody pulls the plug of the machine itself: what a killed server has written is kept without waiting for the disk. */
const SETTINGS = {
  fsync: 'off',
  // A standby takes at least as many as the server whose folder it was copied from (scripts/test/own-postgres.ts).
  max_connections: '500',
  shared_buffers: '64MB',
  wal_level: 'replica',
  wal_keep_size: '512MB',
  max_wal_size: '512MB',
  // A silent connection between the two is not given up.
  wal_sender_timeout: '0',
  wal_receiver_timeout: '0',
};

/** Makes the folder of the server, if there is none; it does not run yet. `own`: settings beside those of the laboratory. */
export async function createNode(dataDir: string, own: Record<string, string> = {}) {
  await prepareDataFolder(dataDir);
  const place = await preparePlace(dataDir);
  const password = await ensurePassword(place);
  const native = embeddedPostgresBinaries();
  const programs = await findPrograms({ native, place, account: place.account });
  await ensureCluster(place, programs);
  let launch: Launch | undefined;
  const port = Number(own.port ?? 5432);

  const config = (database: string): pg.ClientConfig => ({
    host: place.cluster,
    port,
    user: 'errand',
    password,
    database,
    connectionTimeoutMillis: 30_000,
  });

  async function query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]> {
    const client = new pg.Client(config('postgres'));
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<T>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function waitForEnd(pid: number): Promise<void> {
    await until(async () => !isPostmasterOf(pid, place), 'the end of PostgreSQL');
    endOrphanedBackends(place);
    // Connections of its backends end with them.
    await delay(50);
  }

  return {
    place,
    password,
    /** Where it listens. */
    socketPath: join(place.cluster, `.s.PGSQL.${port}`),
    query,
    pid: (): number => readPostmasterFile(place)?.pid ?? 0,

    /** Resolves when it answers. */
    async start(): Promise<void> {
      const stale = readPostmasterFile(place);
      if (stale) await removeStalePostmasterFile(place, stale);
      launch = launchPostmaster({ place, programs, socketDir: place.cluster, settings: { ...SETTINGS, ...own } });
      await until(async () => {
        if (launch!.hasExited()) throw new Error(`PostgreSQL did not start: ${await launch!.said()}`);
        return query('select 1').then(
          () => true,
          () => false,
        );
      }, 'PostgreSQL to answer');
    },

    /** kill -9 of all of its processes. */
    async kill(): Promise<void> {
      const pid = this.pid();
      sendSignal(pid, 'SIGKILL');
      await waitForEnd(pid);
    },

    /** In order: everything that is committed has been sent to a standby that listens. */
    async stop(): Promise<void> {
      const pid = this.pid();
      if (isPostmasterOf(pid, place)) await stopPostmaster(pid, place);
    },

    /** Changes settings in its files, which a reload reads; empty: back to the default. */
    async configure(settings: Record<string, string>): Promise<void> {
      for (const [name, value] of Object.entries(settings)) {
        const literal = `'${value.replaceAll("'", "''")}'`;
        await query(value === '' ? `alter system reset ${name}` : `alter system set ${name} = ${literal}`);
      }
      await query('select pg_reload_conf()');
    },
  };
}

/** Makes a folder a standby of the server behind `port`. The server of the folder does not run. */
export async function makeStandby(node: PostgresNode, port: number): Promise<void> {
  const { place, password } = node;
  const source = `host=127.0.0.1 port=${port} user=errand password=${password} sslmode=disable application_name=standby`;
  // The last of several lines counts.
  await appendFile(join(place.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await appendFile(join(place.cluster, 'postgresql.auto.conf'), `synchronous_standby_names = ''\n`);
  await writeFile(join(place.cluster, 'standby.signal'), '');
  await copyOwner(place, ['postgresql.auto.conf', 'standby.signal']);
}

/** The folder of a server that never ran or has stopped. */
export async function copyCold(from: Place, toDataDir: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', from.cluster, from.passwordFile, toDataDir]);
}

/** The folder of a server that runs, as of a moment before this call ends. */
export async function copyRunning(from: PostgresNode, toDataDir: string): Promise<void> {
  const target = join(toDataDir, 'postgres');
  await rm(target, { recursive: true, force: true });
  const client = new pg.Client({
    host: from.place.cluster,
    port: 5432,
    user: 'errand',
    password: from.password,
    database: 'postgres',
  });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', fast => true)`);
    await promisify(execFile)('cp', ['-Rp', from.place.cluster, target]).catch(refuseUnlessVanished);
    const { rows } = await client.query<{ labelfile: string }>(`select labelfile from pg_backup_stop(false)`);
    await writeFile(join(target, 'backup_label'), rows[0]!.labelfile);
  } finally {
    await client.end();
  }
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock']) {
    await rm(join(target, name), { force: true });
  }
  await copyOwner({ ...from.place, cluster: target }, ['backup_label']);
}

/** Files come and go in a folder that is in use; the log that is replayed makes up for them. */
function refuseUnlessVanished(error: { stderr?: string }): void {
  const lines = (error.stderr ?? 'no reason').trim().split('\n');
  if (!lines.every((line) => /No such file|cannot stat|cannot open/.test(line))) throw error;
}

async function copyOwner(place: Place, names: string[]): Promise<void> {
  if (place.account === undefined) return;
  const { uid, gid } = place.account;
  await promisify(execFile)('chown', [`${uid}:${gid}`, ...names.map((name) => join(place.cluster, name))]);
}
