import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { buildIndex, readIndexPlans } from './build-index.ts';
import { connectClient } from './connect.ts';
import { TENANT_ROLE } from './db.ts';
import { isContract, type Migration, previousRelease, readMigrations } from './migrations.ts';
import { bindUpTo, ensureRecord, MigrationError, readRecord, record, refuseUnknown } from './schema-record.ts';

/** Arbitrary values, but all versions of the program must use the same. */
const LOCK_KEY = 7_402_118_001;
const INDEX_LOCK_KEY = 7_402_118_003;
const SERVER_VERSION_MIN = 140_000;
const LOOK_MS = 200;
/** Steps that take longer are reported. */
const PATIENCE_MS = 5_000;
/** A deadlock, or a lock that was not free in time. A retry may succeed. */
const REPEATED = ['40P01', '55P03'];
/** Much longer than the lock request, because writers queue behind that. */
const REPEAT_MS = 2_000;

export { MigrationError };

type Options = {
  /** Also applies the contract phase. No process of the previous release may run then, or start later. */
  contract?: boolean;
  migrations?: Migration[];
};
type Work = { client: pg.Client; migrations: Migration[]; contract: boolean; done: string[]; report: Report };
/** Receives progress messages during a start. */
export type Report = (line: string) => void;

/**
 * Migrates the schema, one process at a time. Without `contract`, the previous release can still run beside this one
 * afterwards. A new database gets all migrations. Returns the names of the applied ones.
 */
export async function migrate(url: string, report: Report = () => undefined, options: Options = {}): Promise<string[]> {
  const migrations = options.migrations ?? (await readMigrations());
  const done: string[] = [];
  for (let tries = 1; ; tries += 1) {
    try {
      await applyPending(url, { migrations, contract: options.contract ?? false, done, report });
      return done;
    } catch (error) {
      if (!REPEATED.includes((error as { code?: string }).code ?? '')) throw error;
      if (tries === 3) report('waiting for a long transaction of another client to end');
      await delay(REPEAT_MS);
    }
  }
}

async function applyPending(url: string, { contract, ...rest }: Omit<Work, 'client'>): Promise<void> {
  const client = await connectClient({ connectionString: url, application_name: 'errand migrate' });
  try {
    const version = await client.query(`select current_setting('server_version_num')::int as version`);
    if (version.rows[0].version < SERVER_VERSION_MIN) {
      throw new MigrationError('PostgreSQL 14 or newer is required, but DATABASE_URL points to an older server.');
    }
    // The time limits of the database user may be too short for a large table.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    const isNew = (await readRecord(client)).binding.size === 0;
    const work = { ...rest, client, contract: contract || isNew };
    const { report } = work;
    while (await inTurn(client, LOCK_KEY, report, () => applyTransactions(work))) {
      // Under a separate lock: older versions wait for the first one inside a statement, and building an index would
      // wait for the snapshot of that statement.
      await inTurn(client, INDEX_LOCK_KEY, report, () => buildNextIndexes(work));
    }
    // No other release has used a new database, so it may bind all migrations.
    const last = work.contract ? work.migrations.at(-1)!.name : previousRelease.lastMigration;
    await inTurn(client, LOCK_KEY, report, () => bindUpTo(client, last));
  } finally {
    await client.end();
  }
}

/**
 * Runs `work` under an advisory lock. Polls for the lock, because a process that waits inside a statement holds a
 * snapshot, and building an index waits for all snapshots.
 */
async function inTurn<T>(client: pg.Client, key: number, report: Report, work: () => Promise<T>): Promise<T> {
  const take = async (): Promise<void> => {
    while (!(await client.query('select pg_try_advisory_lock($1) as taken', [key])).rows[0].taken) await delay(LOOK_MS);
  };
  await patiently(take(), () => report('waiting for another process to migrate the schema'));
  const result = await work();
  // After a failure, closing the connection releases the lock.
  await client.query('select pg_advisory_unlock($1)', [key]);
  return result;
}

/** Applies migrations, each in a transaction. Returns true if it stopped before one that builds indexes. */
async function applyTransactions(work: Work): Promise<boolean> {
  const { client, done } = work;
  await ensureTenantRole(client);
  await ensureRecord(client);
  for (const migration of await listPending(work)) {
    if (readIndexPlans(migration.text)) return true;
    await client.query('begin');
    await client.query(migration.text);
    await record(client, migration);
    await client.query('commit');
    done.push(migration.name);
  }
  return false;
}

async function buildNextIndexes(work: Work): Promise<void> {
  const { client, done, report } = work;
  const [migration] = await listPending(work);
  // Another process may have applied it already.
  const indexes = migration && readIndexPlans(migration.text);
  if (!indexes) return;
  for (const index of indexes) {
    await patiently(buildIndex(client, index), () => report(`building the index ${index.name}; writes continue`));
  }
  await record(client, migration);
  done.push(migration.name);
}

async function listPending({ client, migrations, contract }: Omit<Work, 'done' | 'tell'>): Promise<Migration[]> {
  const found = await readRecord(client);
  refuseUnknown(found, migrations);
  return migrations.filter(
    (one) => !found.binding.has(one.name) && !found.expansions.has(one.name) && (contract || !isContract(one)),
  );
}

async function patiently(work: Promise<void>, report: () => void): Promise<void> {
  const timer = setTimeout(report, PATIENCE_MS);
  await work.finally(() => clearTimeout(timer));
}

/** `pending`: not applied yet. `deferred`: waits until the previous release is gone. */
export type SchemaState = {
  pending: string[];
  deferred: string[];
  /** Whether processes of the previous release may still start on this database. */
  isOpen: boolean;
};

export async function readSchemaState(url: string): Promise<SchemaState> {
  const client = await connectClient({ connectionString: url });
  try {
    const { binding, expansions } = await readRecord(client);
    const missing = (await readMigrations()).filter(({ name }) => !binding.has(name) && !expansions.has(name));
    const [deferred, pending] = [true, false].map((later) => missing.filter((one) => isContract(one) === later));
    const names = (list: Migration[] = []): string[] => list.map(({ name }) => name);
    return { pending: names(pending), deferred: names(deferred), isOpen: expansions.size > 0 };
  } finally {
    await client.end();
  }
}

/** Creates the role for row-level security. Roles belong to the server, so another database may have created it. */
async function ensureTenantRole(client: pg.Client): Promise<void> {
  try {
    // Checked first, because PostgreSQL refuses users without the right to create roles even if the role exists.
    await client.query(`do $$ begin
        if to_regrole('${TENANT_ROLE}') is null then create role ${TENANT_ROLE} nologin; end if;
      exception when duplicate_object or unique_violation then null; end $$`);
    // Since PostgreSQL 16, the creator of a role may grant it but not assume it, so only an attempt shows.
    await client.query(`do $$ begin
        set local role ${TENANT_ROLE};
      exception when insufficient_privilege then grant ${TENANT_ROLE} to current_user; end $$`);
  } catch (error) {
    throw new MigrationError(
      `The database user may not create the role ${TENANT_ROLE}. Run once as an administrator: ` +
        `create role ${TENANT_ROLE} nologin; grant ${TENANT_ROLE} to <the user of DATABASE_URL>;`,
      { cause: error },
    );
  }
}
