import type pg from 'pg';
import { isOwn, type Migration } from './migrations.ts';

// Records which migrations a database has. There are two tables, because each release has to judge what a newer one
// did. A release must not run on a database with an unknown name in `schema_migrations`. An unknown name in
// `schema_expansions` only added something and does not disturb it.

export class MigrationError extends Error {}

/** Checksums by name. */
export type SchemaRecord = { binding: Map<string, string>; expansions: Map<string, string> };

export async function ensureRecord(client: pg.Client): Promise<void> {
  for (const table of ['schema_migrations', 'schema_expansions'])
    await client.query(`create table if not exists ${table}
      (name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
}

/** Reads both tables. A missing table counts as empty. */
export async function readRecord(client: pg.ClientBase): Promise<SchemaRecord> {
  const read = async (table: string): Promise<Map<string, string>> => {
    const { rows: found } = await client.query('select to_regclass($1) is not null as found', [table]);
    if (!found[0].found) return new Map();
    const { rows } = await client.query<{ name: string; checksum: string }>(`select name, checksum from ${table}`);
    return new Map(rows.map(({ name, checksum }) => [name, checksum]));
  };
  return { binding: await read('schema_migrations'), expansions: await read('schema_expansions') };
}

export async function record(client: pg.Client, migration: Migration): Promise<void> {
  const table = isOwn(migration) && migration.phase === 'expand' ? 'schema_expansions' : 'schema_migrations';
  await client.query(`insert into ${table} (name, checksum) values ($1, $2)`, [migration.name, migration.checksum]);
}

/** Makes migrations up to `last` binding: releases that do not know them are refused from now on. */
export async function bindUpTo(client: pg.Client, last: string): Promise<void> {
  await client.query(
    `with moved as (delete from schema_expansions where name <= $1 returning name, checksum, applied_at)
     insert into schema_migrations (name, checksum, applied_at) select name, checksum, applied_at from moved`,
    [last],
  );
}

export function refuseUnknown({ binding, expansions }: SchemaRecord, migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const name of binding.keys())
    if (!known.has(name))
      throw new MigrationError(
        `This database was migrated by a newer version of errand (migration ${name} is unknown). Start that version or a newer one.`,
      );
  for (const [name, checksum] of [...binding, ...expansions])
    if (known.has(name) && known.get(name) !== checksum)
      throw new MigrationError(`Migration ${name} was changed after it was applied to this database.`);
}
