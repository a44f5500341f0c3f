import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectionName, type Database, openDatabase, processMark } from '#platform/db.ts';
import { migrate } from '#platform/migrate.ts';
import { pgBouncerMissing, startPgBouncer } from '../pgbouncer.ts';
import { SECRET_KEY } from '../secret-box.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import type { DatabasePair } from './database-pair.ts';
import { during, type Fault } from './faults.ts';
import { openLabPostgres } from './lab-postgres.ts';
import { createMembers, type Members } from './members.ts';
import { type Address, startProxy } from './proxy.ts';
import { watchStalls } from './stalls.ts';
import { type Disk, mountDisk, startStorage } from './storage.ts';
import { startWitness, type Witness } from './witness.ts';

// Real processes on a PostgreSQL of their own, and everything around them: the address of the database, a model that
// counts its calls, a receiver of webhooks, perhaps a standby and an S3.

export type Cluster = Omit<Members, 'stop' | 'noteCrash'> & {
  url: string;
  database: Database;
  /** Where the processes find PostgreSQL. */
  address: Address;
  pair?: DatabasePair;
  /** The way to the storage, where that is an S3. */
  storage?: Address;
  /** The folder of the storage, where it is a plain one. */
  storageFolder?: string;
  /** The disk of the storage, where that is small. */
  disk?: Disk;
  /** What this machine cannot do, and why. */
  skipped: string[];
  witness: Witness;
  receiver: Receiver;
  faults: Fault[];
  /** Processes that ended without an order. */
  unexpected: string[];
  /** kill -9 of the postmaster; resolves when it answers again, with how long that took. */
  killPostgres(): Promise<number>;
  /** Ends every connection of every process, with whatever is in flight on it. */
  cutConnections(): Promise<void>;
  /** Loses every answer of PostgreSQL for a moment, then the connections. */
  loseAnswers(): Promise<void>;
  /** When this process itself had to wait for its turn, and how long: others on the machine waited no less. */
  stalls: { at: number; until: number }[];
  stop(): Promise<void>;
};

export type ClusterOptions = {
  env?: NodeJS.ProcessEnv;
  prefix?: string;
  /** A primary with a synchronous standby instead of the PostgreSQL that starts itself again. */
  standby?: boolean;
  /** An S3 that can stall instead of a folder. */
  s3?: boolean;
  /** A small disk for the folder, where the machine permits a mount. */
  smallDisk?: boolean;
  /** PgBouncer in transaction mode before PostgreSQL, where it is installed. */
  pooler?: boolean;
};

/** Connections behind the pooler: fewer than the processes have before it. */
const POOLED = 20;

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), options.prefix ?? 'errand-chaos-')));
  // A PostgreSQL started by root runs under another account.
  await chmod(folder, 0o755);
  const postgres = await openLabPostgres(folder, { standby: options.standby ?? false });
  await migrate(postgres.url);
  const address = await startProxy(postgres.socketPath());
  const databaseUrl = indirect(postgres.url, address.port);
  const skipped: string[] = [];
  if (options.pooler && pgBouncerMissing) skipped.push(`no pooler: ${pgBouncerMissing}`);
  const pooler = options.pooler && !pgBouncerMissing ? await startPgBouncer(databaseUrl, POOLED) : undefined;
  const storage = options.s3 ? await startStorage(folder) : undefined;
  const disk = options.smallDisk ? await mountDisk(join(folder, 'storage')) : undefined;
  if (typeof disk === 'string') skipped.push(`no full storage: ${disk}`);
  const faults: Fault[] = [];
  const unexpected: string[] = [];
  const witness = await startWitness((pid) => noteCrash(pid));
  const receiver = await startReceiver();
  const {
    stop: stopMembers,
    noteCrash,
    ...members
  } = createMembers({
    folder,
    faults,
    unexpected,
    env: {
      DATABASE_URL: pooler?.url ?? databaseUrl,
      ...(pooler && { ERRAND_DATABASE_DIRECT_URL: databaseUrl }),
      // Secrets that one process seals are opened by another.
      ERRAND_SECRET_KEY: SECRET_KEY,
      ERRAND_STORAGE: join(folder, 'storage'),
      ...storage?.env,
      CHAOS_WITNESS_URL: witness.url,
      ...options.env,
    },
  });
  const database = openDatabase({ url: postgres.url, systemConnectionsMax: 4, queueConnectionsMax: 2 });
  const { stalls, stop: stopWatching } = watchStalls();

  async function findStart(): Promise<string> {
    const rows = await database.system.query<{ start: string }>('select pg_postmaster_start_time()::text as start');
    return rows[0]!.start;
  }

  return {
    ...members,
    url: postgres.url,
    database,
    address,
    ...(postgres.pair && { pair: postgres.pair }),
    ...(storage && { storage: storage.proxy }),
    ...(!storage && typeof disk !== 'object' && { storageFolder: join(folder, 'storage') }),
    ...(typeof disk === 'object' && { disk }),
    skipped,
    witness,
    receiver,
    faults,
    unexpected,
    async killPostgres() {
      const before = await findStart();
      const startedAt = Date.now();
      await during({ faults }, 'postgres', 'kill -9', async () => {
        await postgres.crash();
        for (let back = false; !back; ) {
          await delay(50);
          // A connection of the dead one may answer for a while.
          back = await findStart().then(
            (start) => start !== before,
            () => false,
          );
          if (Date.now() - startedAt > 60_000) throw new Error('PostgreSQL does not come back.');
        }
      });
      return Date.now() - startedAt;
    },
    async cutConnections() {
      faults.push({ kind: 'cut', role: 'shared', pid: 0, at: Date.now() });
      await database.system.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'errand %' and application_name <> $1`,
        [connectionName(processMark)],
      );
    },
    async loseAnswers() {
      faults.push({ kind: 'lost', role: 'shared', pid: 0, at: Date.now() });
      await address.loseAnswers(100);
    },
    stalls,
    async stop() {
      stopWatching();
      await stopMembers();
      await witness.stop();
      await receiver.stop();
      await pooler?.stop();
      await address.stop();
      await storage?.stop();
      if (typeof disk === 'object') await disk.unmount();
      await database.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The same database, by way of an address on loopback. */
function indirect(url: string, port: number): string {
  const indirect = new URL(url);
  indirect.searchParams.delete('host');
  indirect.host = `127.0.0.1:${port}`;
  return indirect.href;
}
