import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { buildIndex, readIndexPlans } from './build-index.ts';
import { connectClient } from './connect.ts';
import { TENANT_ROLE } from './db.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/** The value is arbitrary, but every version of the program must use the same. */
const LOCK_KEY = 7_402_118_001;
const INDEX_LOCK_KEY = 7_402_118_003;
const SERVER_VERSION_MIN = 140_000;
const LOOK_MS = 200;
/** Steps that take longer are reported. */
const PATIENCE_MS = 5_000;
/** A deadlock, or a lock that was not free at once: a retry may succeed. */
const REPEATED = ['40P01', '55P03'];
/** Much longer than the lock request, behind which writers queue. */
const REPEAT_MS = 2_000;

export class MigrationError extends Error {}

type Migration = { name: string; text: string; checksum: string };
/** Receives progress messages during a start. */
export type Tell = (line: string) => void;

/** Brings the schema up to date, one process at a time. Returns the names of the applied migrations. */
export async function migrate(url: string, tell: Tell = () => undefined): Promise<string[]> {
  const done: string[] = [];
  for (let tries = 1; ; tries += 1) {
    try {
      await applyPending(url, done, tell);
      return done;
    } catch (error) {
      if (!REPEATED.includes((error as { code?: string }).code ?? '')) throw error;
      if (tries === 3) tell('waiting for a long transaction of another client');
      await delay(REPEAT_MS);
    }
  }
}

async function applyPending(url: string, done: string[], tell: Tell): Promise<void> {
  const client = await connectClient({ connectionString: url, application_name: 'errand migrate' });
  try {
    const version = await client.query(`select current_setting('server_version_num')::int as version`);
    if (version.rows[0].version < SERVER_VERSION_MIN) {
      throw new MigrationError('PostgreSQL 14 or newer is required; DATABASE_URL names an older server.');
    }
    // The limits of the database user may be too short for a large table.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    const migrations = await readMigrations();
    while (await inTurn(client, LOCK_KEY, tell, () => applyTransactions(client, migrations, done))) {
      // Under a lock of their own: older versions wait for theirs inside a statement, whose snapshot would have to end
      // first.
      await inTurn(client, INDEX_LOCK_KEY, tell, () => buildNextIndexes(client, migrations, done, tell));
    }
  } finally {
    await client.end();
  }
}

/**
 * Polls, because a process that waits inside a statement holds a snapshot, and building an index waits for that
 * snapshot.
 */
async function inTurn<T>(client: pg.Client, key: number, tell: Tell, work: () => Promise<T>): Promise<T> {
  const take = async (): Promise<void> => {
    while (!(await client.query('select pg_try_advisory_lock($1) as taken', [key])).rows[0].taken) await delay(LOOK_MS);
  };
  await patiently(take(), () => tell('waiting for another process to bring the schema up to date'));
  const result = await work();
  // After a failure, the lock ends with the connection.
  await client.query('select pg_advisory_unlock($1)', [key]);
  return result;
}

/** True when it stopped before a migration that builds indexes. */
async function applyTransactions(client: pg.Client, migrations: Migration[], done: string[]): Promise<boolean> {
  await ensureTenantRole(client);
  await client.query(`create table if not exists schema_migrations
    (name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  for (const migration of await listPending(client, migrations)) {
    if (readIndexPlans(migration.text)) return true;
    await client.query('begin');
    await client.query(migration.text);
    await record(client, migration);
    await client.query('commit');
    done.push(migration.name);
  }
  return false;
}

async function buildNextIndexes(client: pg.Client, migrations: Migration[], done: string[], tell: Tell): Promise<void> {
  const [migration] = await listPending(client, migrations);
  // Another process may have applied it already.
  const indexes = migration && readIndexPlans(migration.text);
  if (!indexes) return;
  for (const index of indexes) {
    await patiently(buildIndex(client, index), () => tell(`building the index ${index.name}; writes continue`));
  }
  await record(client, migration);
  done.push(migration.name);
}

async function listPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query('select name, checksum from schema_migrations');
  const applied = new Map<string, string>(rows.map(({ name, checksum }) => [name, checksum]));
  refuseUnknown(applied, migrations);
  return migrations.filter(({ name }) => !applied.has(name));
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

async function patiently(work: Promise<void>, tell: () => void): Promise<void> {
  const timer = setTimeout(tell, PATIENCE_MS);
  await work.finally(() => clearTimeout(timer));
}

/** Names of migrations that this program has and the database lacks. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const client = await connectClient({ connectionString: url });
  try {
    const exists = await client.query(`select to_regclass('schema_migrations') is not null as found`);
    const rows = exists.rows[0].found ? (await client.query('select name from schema_migrations')).rows : [];
    const applied = new Set(rows.map((row) => row.name));
    return (await readMigrations()).map(({ name }) => name).filter((name) => !applied.has(name));
  } finally {
    await client.end();
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, MIGRATIONS), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

function refuseUnknown(applied: Map<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (!known.has(name)) {
      throw new MigrationError(
        `This database was migrated by a newer version of errand (${name} is unknown here). Start that version or newer.`,
      );
    }
    if (known.get(name) !== checksum) {
      throw new MigrationError(`Migration ${name} was changed after it had been applied to this database.`);
    }
  }
}

/** The role behind row-level security. Roles belong to the whole server, so another database may have created it. */
async function ensureTenantRole(client: pg.Client): Promise<void> {
  try {
    // PostgreSQL refuses a user that may not create roles before it checks whether the role exists.
    await client.query(`do $$ begin
        if to_regrole('${TENANT_ROLE}') is null then create role ${TENANT_ROLE} nologin; end if;
      exception when duplicate_object or unique_violation then null; end $$`);
    // Since PostgreSQL 16, the creator of a role may grant it but not assume it, so only an attempt decides.
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
