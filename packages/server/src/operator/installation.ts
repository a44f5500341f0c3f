import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { noteDatabaseClock } from '#platform/clock.ts';
import { connectClient } from '#platform/connect.ts';
import { describeHosts } from '#platform/database-url.ts';
import { type Database, openDatabase, type Transactor } from '#platform/db.ts';
import { openEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { isDatabaseOut } from '#platform/errors.ts';
import { explainTls } from '#platform/explain-tls.ts';
import { migrate, type Report } from '#platform/migrate.ts';
import type { Config } from '../config/config.ts';

// An installation is one database: the server of DATABASE_URL, or the embedded one in the data folder. The server and
// the operator's commands open it the same way, so a command works beside a server and before the first one.

export type Installation = {
  url: string;
  /** PostgreSQL itself when `url` leads to a pooler: for migrations and sessions that outlive a transaction. */
  directUrl: string;
  /** In the data folder, hence used by processes of this machine only. */
  embedded: boolean;
  close(): Promise<void>;
};

/** The resources of an operator's command. */
export type OperatorContext = {
  /** Sees every organization. */
  db: Transactor;
  database: Database;
  url: string;
  /** The migrations that opening the installation applied. */
  applied: string[];
};

export type PostgresLog = NonNullable<Parameters<typeof openEmbeddedPostgres>[0]['log']>;

/** The database cannot be reached as configured. The message is one line an operator can act on. */
export class UnreachableError extends Error {
  override name = 'UnreachableError';
}

export async function openInstallation(
  config: Config,
  purpose: 'server' | 'operator',
  log?: PostgresLog,
): Promise<Installation> {
  if (config.databaseUrl !== undefined) {
    const { databaseUrl: url, databaseDirectUrl: directUrl = url } = config;
    for (const one of new Set([url, directUrl])) await checkReachable(one);
    return { url, directUrl, embedded: false, close: async () => undefined };
  }
  const { dataDir, postgresBin: binaries, walArchive } = config;
  const postgres = await openEmbeddedPostgres({ dataDir, purpose, binaries, walArchive, ...(log && { log }) });
  return { url: postgres.url, directUrl: postgres.url, embedded: true, close: postgres.stop };
}

/** Brings the schema up to date. Returns the names of the applied migrations. */
export async function prepareSchema(url: string, report?: Report): Promise<string[]> {
  const applied = await migrate(url, report);
  const client = await connectClient({ connectionString: url, application_name: 'npx errand migrate' });
  try {
    // A new partition locks its parent, and other statements queue behind a waiting lock. Better to leave it to the
    // server's hourly task than to wait behind a long export.
    await client.query(`set lock_timeout = '2s'`);
    await client.query('select errand_ensure_partitions(2)').catch(ignoreBusyOrMade);
  } finally {
    await client.end();
  }
  return applied;
}

/** Throws if there is no installation. A command in the wrong folder would otherwise create one and find it healthy. */
export function refuseMissing({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'))) return;
  throw new UnreachableError(
    `There is no installation in ${dataDir}. Change to its folder, set ERRAND_DATA_DIR or DATABASE_URL, or create a new one with npm start or npx errand migrate.`,
  );
}

/** Runs an operator's command, and closes the installation even after an interruption. */
export async function withInstallation<T>(
  config: Config,
  { signal, mayCreate, report }: { signal: AbortSignal; mayCreate: boolean; report?: Report },
  work: (context: OperatorContext) => Promise<T>,
): Promise<T> {
  if (!mayCreate) refuseMissing(config);
  const installation = await openInstallation(config, 'operator');
  let database: Database | undefined;
  try {
    signal.throwIfAborted();
    const applied = await prepareSchema(installation.directUrl, report);
    database = openDatabase({
      url: installation.directUrl,
      systemConnectionsMax: 2,
      tenantConnectionsMax: 1,
      queueConnectionsMax: 1,
    });
    await followClock(database);
    return await unlessAborted(signal, work({ database, db: database.system, url: installation.directUrl, applied }));
  } finally {
    // Interrupted work still holds its connections: they end with the process.
    if (!signal.aborted) await database?.close();
    await installation.close();
  }
}

/** Follows PostgreSQL's clock, so that new ids sort with those of the server whatever this machine's clock says. */
export async function followClock(database: Database): Promise<void> {
  const sentAt = performance.now();
  const [row] = await database.system.query<{ now_ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms',
  );
  noteDatabaseClock({ databaseMs: row!.now_ms, sentAt, answeredAt: performance.now() });
}

export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function checkReachable(url: string): Promise<void> {
  try {
    const client = await connectClient({ connectionString: url, connectionTimeoutMillis: 10_000 });
    await client.end().catch(() => undefined);
  } catch (error) {
    throw new UnreachableError(explain(url, error), { cause: error });
  }
}

function explain(url: string, error: unknown): string {
  const code = String((error as { code?: unknown }).code ?? '');
  const where = describeHosts(url);
  const refused = explainTls(error, where);
  if (refused !== undefined) return refused;
  if (code === '28P01' || code === '28000')
    return `PostgreSQL at ${where} refuses the user or password of DATABASE_URL.`;
  if (code === '3D000') return `PostgreSQL at ${where} has no such database. Create it, or correct DATABASE_URL.`;
  if (code === '25006') return `PostgreSQL at ${where} takes no writes. ${(error as Error).message}`;
  if (code === '53300') return `PostgreSQL at ${where} has no free connection. Raise its max_connections.`;
  if (!isDatabaseOut(error) && code !== 'ENOTFOUND' && code !== 'EAI_AGAIN') {
    return `PostgreSQL at ${where} cannot be used: ${(error as Error).message}`;
  }
  return `PostgreSQL at ${where} cannot be reached${code && ` (${code})`}. Start it, or correct DATABASE_URL.`;
}

function ignoreBusyOrMade(error: unknown): void {
  const code = (error as { code?: unknown }).code;
  if (code !== '55P03' && code !== '42P07') throw error;
}
