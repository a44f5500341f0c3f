import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { DROPPED, SOURCES } from '#jobs/archive/tables.ts';
import { type Database, openDatabase } from '#platform/db.ts';
import type { SealedColumn } from '#platform/domain.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createKeyring } from '#secrets/keyring.ts';
import { rotateSecrets } from '#secrets/rotate.ts';
import { isSealed, seal, unseal } from '#secrets/seal.ts';
import { createTestDatabase } from '../../test/databases.ts';

import { domains, sealedColumns } from './domains.ts';

// Compares what the domains say of themselves with the catalogue of a real database.

type Column = { table: string; column: string; type: string; comment: string | null; isRequired: boolean };

const source = join(import.meta.dirname, '..');

let database: Database;
let drop: () => Promise<void>;
let columns: Column[];

before(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  database = openDatabase({ url: created.url, systemConnectionsMax: 2, tenantConnectionsMax: 1 });
  columns = await database.system.query<Column>(
    `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
       col_description(c.oid, a.attnum) as comment, a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname, a.attnum`,
  );
});

after(async () => {
  await database.close();
  await drop();
});

const nameOf = ({ table, column }: { table: string; column: string }): string => `${table}.${column}`;
const rules = () => new Map(domains.flatMap((domain) => Object.entries(domain.tables)));

test('every table has exactly one owner, and no domain owns a table that is not there', () => {
  const owned = domains.flatMap((domain) => Object.keys(domain.tables)).sort();
  assert.deepEqual(owned, [...new Set(columns.map(({ table }) => table))].sort());
});

test('every registration is in the list, under the name of its folder', () => {
  const folders = globSync('**/domain.ts', { cwd: source }).map((file) => dirname(file));
  assert.deepEqual(domains.map(({ name }) => name).toSorted(), folders.sort());
});

test('every table that names a job says what deleting the data of the job does with its rows', () => {
  const naming = columns.filter(({ column, type }) => /(^|_)job_ids?$/.test(column) && type.startsWith('uuid'));
  const silent = naming.filter(({ table }) => rules().get(table)?.jobData === undefined);
  assert.deepEqual(silent.map(nameOf), []);
  assert.ok(naming.length > 20);
});

test('a domain that says its rows are erased with a job erases', () => {
  for (const { name, tables, erase } of domains) {
    const says = Object.values(tables).some(({ jobData }) => jobData === 'erased');
    // Jobs erase their own tables in the statement that the others take part in.
    if (name !== 'jobs') assert.equal(erase?.data !== undefined, says, name);
  }
});

test('jobs and every table that names one say what the archive does with the rows, and it does that', () => {
  const tables = [...rules()];
  const silent = tables.filter(([, { jobData, archive }]) => jobData !== undefined && archive === undefined);
  assert.deepEqual(silent, []);
  const saying = (rule: string) => tables.flatMap(([table, { archive }]) => (archive === rule ? [table] : [])).sort();
  const sources = Object.values(SOURCES).flat();
  const read = sources.flatMap(({ from }) => [...from.matchAll(/(?:^|join )(\w+)/g)].map(([, table]) => table));
  assert.deepEqual(saying('file'), read.sort());
  assert.deepEqual(saying('dropped'), DROPPED.toSorted());
});

test('every gauge of a domain can be read from this database', async () => {
  const metrics = createMetrics();
  for (const { gauges } of domains) gauges?.(metrics, database);
  const failures: unknown[] = [];
  metrics.startSampling((error) => failures.push(error));
  await metrics.stopSampling();
  assert.deepEqual(failures, []);
  const written = await metrics.registry.metrics();
  for (const name of ['errand_queue_oldest_seconds', 'errand_archive_failing', 'errand_webhook_queue_deliveries'])
    assert.match(written, new RegExp(`^${name} 0$`, 'm'));
});

/** Encrypted values are in columns with `sealed` in their name; an older column has a comment that says so. */
const holdsSealed = ({ column, type, comment }: Column): boolean =>
  /^(text|jsonb?)$/.test(type) && (/(^|_)sealed(_|$)/.test(column) || /^sealed\b/.test(comment ?? ''));

test('the sealed columns of the domains are those of the database', () => {
  assert.deepEqual(sealedColumns.map(nameOf).sort(), columns.filter(holdsSealed).map(nameOf).sort());
});

test('after a rotation every sealed column opens without the previous key', async () => {
  const dataDir = '/nonexistent';
  const settings = { jwtSecret: undefined, dataDir };
  const oldText = 'the previous key of this installation';
  const nextText = 'the next key of this installation, longer';
  const old = createKeyring({ ...settings, secretKey: oldText, previousKeys: [] });
  const oldKey = await old.ensure();
  for (const sealed of sealedColumns) {
    const row = await insertCanary(sealed);
    const value = (member?: string) => seal(oldKey, sealed.at(row, member), canaryOf(sealed));
    const stored = sealed.isObject ? JSON.stringify({ token: value('token') }) : value();
    assert.equal(await put(sealed, stored), 1, nameOf(sealed));
  }
  const both = createKeyring({ ...settings, secretKey: nextText, previousKeys: [oldText] });
  const { moved } = await rotateSecrets(database.system, both, sealedColumns);
  for (const { label } of sealedColumns) assert.ok(moved[label]! > 0, label);
  const next = await createKeyring({ ...settings, secretKey: nextText, previousKeys: [] }).ensure();
  for (const sealed of sealedColumns) {
    const [row] = await database.system.query<Record<string, string>>(
      `select *, ${sealed.column}::text as canary from ${sealed.table}`,
    );
    const text = sealed.isObject ? JSON.parse(row!.canary!).token : row!.canary!;
    assert.ok(isSealed(text), nameOf(sealed));
    assert.equal(unseal(next, sealed.at(row!, sealed.isObject ? 'token' : undefined), text), canaryOf(sealed));
  }
});

const canaryOf = (sealed: SealedColumn): string => `canary of ${nameOf(sealed)}`;

const put = ({ table, column, isObject }: SealedColumn, value: string): Promise<number> =>
  database.system.run(`update ${table} set ${column} = $1::${isObject ? 'json' : 'text'}`, [value]);

/** A row with any value in each required column. References and checks are off: only the sealed column matters. */
async function insertCanary({ table }: SealedColumn): Promise<Record<string, string>> {
  const found = await database.system.query<Record<string, string>>(`select * from ${table}`);
  if (found.length > 0) return found[0]!;
  const required = columns.filter((one) => one.table === table && one.isRequired);
  const [row] = await database.system.tx(async (tx) => {
    await tx.query(`set local session_replication_role = 'replica'`);
    const checks = await tx.query<{ name: string }>(
      `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
      [table],
    );
    for (const { name } of checks) await tx.query(`alter table ${table} drop constraint ${name}`);
    return tx.query<Record<string, string>>(
      `insert into ${table} (${required.map(({ column }) => column).join(', ')})
       values (${required.map(({ type }) => `${anyOf[type] ?? `''`}::${type}`).join(', ')}) returning *`,
    );
  });
  return row!;
}

const anyOf: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  'timestamp with time zone': 'now()',
  integer: '1',
  bigint: '1',
  boolean: 'true',
  json: `'{}'`,
  jsonb: `'{}'`,
};
