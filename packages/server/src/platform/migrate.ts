import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { TENANT_ROLE } from './db.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/** Any number will do, as long as every version of the program uses the same. */
const LOCK_KEY = 7_402_118_001;
const SERVER_VERSION_MIN = 140_000;

export class MigrationError extends Error {}

/** Brings the schema up to date, one process at a time. Returns the names of what was applied. */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'errand migrate' });
  await client.connect();
  try {
    const version = await client.query(`select current_setting('server_version_num')::int as version`);
    if (version.rows[0].version < SERVER_VERSION_MIN) {
      throw new MigrationError('PostgreSQL 14 or newer is needed; DATABASE_URL names an older server.');
    }
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await ensureTenantRole(client);
    await client.query(`create table if not exists schema_migrations
      (name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const applied = new Map<string, string>();
    for (const row of (await client.query('select name, checksum from schema_migrations')).rows) {
      applied.set(row.name, row.checksum);
    }
    const migrations = await readMigrations();
    refuseUnknown(applied, migrations);
    const done: string[] = [];
    for (const { name, text, checksum } of migrations) {
      if (applied.has(name)) continue;
      await client.query('begin');
      await client.query(text);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
      await client.query('commit');
      done.push(name);
    }
    return done;
  } finally {
    await client.end();
  }
}

/** Names of migrations that this program has and the database lacks. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const exists = await client.query(`select to_regclass('schema_migrations') is not null as found`);
    const rows = exists.rows[0].found ? (await client.query('select name from schema_migrations')).rows : [];
    const applied = new Set(rows.map((row) => row.name));
    return (await readMigrations()).map(({ name }) => name).filter((name) => !applied.has(name));
  } finally {
    await client.end();
  }
}

async function readMigrations(): Promise<{ name: string; text: string; checksum: string }[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, MIGRATIONS), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

function refuseUnknown(applied: Map<string, string>, migrations: { name: string; checksum: string }[]): void {
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

/** The role of the second wall. It belongs to the whole server, so another database may have made it already. */
async function ensureTenantRole(client: pg.Client): Promise<void> {
  try {
    await client.query(`do $$ begin
        create role ${TENANT_ROLE} nologin;
      exception when duplicate_object or unique_violation then null; end $$`);
    await client.query(`do $$ begin
        if not pg_has_role(current_user, '${TENANT_ROLE}', 'member') then grant ${TENANT_ROLE} to current_user; end if;
      end $$`);
  } catch (error) {
    throw new MigrationError(
      `The database user may not create the role ${TENANT_ROLE}. Run once as an administrator: ` +
        `create role ${TENANT_ROLE} nologin; grant ${TENANT_ROLE} to <the user of DATABASE_URL>;`,
      { cause: error },
    );
  }
}
