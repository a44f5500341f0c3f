import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type Database, openDatabase } from '#platform/db.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';
import { claimRows } from '#platform/leased-work/rows.ts';
import { createTestDatabase } from '../../test/databases.ts';
import { domains } from './domains.ts';

// Every queue that a domain registers, in its real table: two thousand rows of one organization, and then a single one of
// another. A queue that joins the list without a row below fails.

/** What makes a row open, where the defaults of its columns do not. */
const open: Record<string, Record<string, string>> = {
  alerts: { delivery: 'pending' },
  bulk_actions: { status: 'running' },
  case_clocks: {},
  evaluation_runs: {},
  model_batches: { status: 'open' },
  post_actions: { status: 'pending' },
  queries: { status: 'PENDING' },
  rehearsals: {},
  schedule_runs: { outcome: 'starting' },
  table_uploads: { status: 'IMPORTING' },
  trigger_runs: {},
};
/** One task of the installation: no organization waits for it. */
const OF_NOBODY = ['archive'];

const queues = domains.flatMap(({ leased = [] }) => leased).filter(({ name }) => !OF_NOBODY.includes(name));
const MANY = 2_000;

let database: Database;
let drop: () => Promise<void>;
before(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  database = openDatabase({ url: created.url, systemConnectionsMax: 2, tenantConnectionsMax: 1 });
});
after(async () => {
  await database.close();
  await drop();
});

type Column = { name: string; type: string; isRequired: boolean };

/** Only the queue matters here, so the rows refer to nothing. */
async function fill({ table, due, name }: LeasedRows, orgs: string[]): Promise<void> {
  const { system } = database;
  const rules = await system.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')`,
    [table],
  );
  for (const rule of rules) await system.run(`alter table ${table} drop constraint "${rule.name}"`);
  const columns = await system.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired"
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  );
  const given = { ...open[name] };
  const set = columns.flatMap(({ name: column, type, isRequired }) => {
    if (column === 'org_id') return [{ column, value: 'g.org_id' }];
    if (column === due) return [{ column, value: `now() - interval '1 hour' + make_interval(secs => g.place)` }];
    if (given[column] !== undefined) return [{ column, value: `'${given[column]}'` }];
    return isRequired ? [{ column, value: anyOf(type) }] : [];
  });
  await system.run(
    `insert into ${table} (${set.map(({ column }) => `"${column}"`).join(', ')})
     select ${set.map(({ value }) => value).join(', ')}
     from unnest($1::uuid[]) with ordinality as g (org_id, place)`,
    [orgs],
  );
}

function anyOf(type: string): string {
  if (type === 'uuid') return 'gen_random_uuid()';
  if (/^(text|character)/.test(type)) return 'gen_random_uuid()::text';
  if (/^json/.test(type)) return `'{}'`;
  if (/^timestamp/.test(type)) return 'now()';
  if (type.endsWith('[]')) return `'{}'`;
  if (type === 'boolean') return 'false';
  if (type === 'bytea') return `''`;
  return 'g.place';
}

describe('organizations take turns', () => {
  for (const rows of queues)
    test(`in the queue ${rows.name}: one row does not wait for ${MANY} of somebody else that were due before it`, async () => {
      const [many, one] = [randomUUID(), randomUUID()];
      await fill(rows, [...Array.from({ length: MANY }, () => many), one]);
      const claimed = await claimRows(database.system, rows, {
        limit: 2,
        leaseSeconds: 60,
        takesAbandoned: true,
        columns: 't.id',
        held: [],
        perOrgMax: 100,
      });
      assert.deepEqual(claimed.map(({ org_id }) => org_id).sort(), [many, one].sort());
    });
});
