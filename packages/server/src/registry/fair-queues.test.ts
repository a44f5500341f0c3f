import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type Database, openDatabase } from '#platform/db.ts';
import { type Claim, claimRows } from '#platform/leased-work/rows.ts';
import { createTestDatabase } from '../../test/databases.ts';
import { takeDueWatches } from '../rescreening/store/watches.ts';
import { CLAIM_MAX, claimDue, claimForgotten, claimWaiting } from '../schedules/claim-due.ts';
import { claimQuery } from '../workspace/queries/claims.ts';
import { domains } from './domains.ts';

// Every queue that a domain registers, in its real table and with its real claim: two thousand rows of one organization,
// and then a single one of another. A queue with a claim of its own that is not below fails.

/** What makes a row open, where the defaults of its columns do not. */
const open: Record<string, Record<string, string>> = {
  alerts: { delivery: 'pending' },
  bulk_actions: { status: 'running' },
  case_clocks: {},
  case_tasks: {},
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

const options = { leaseSeconds: 60, takesAbandoned: true, passedOver: [] as string[] };
const SCHEDULE = { every_seconds: '3600', timezone: 'UTC', catch_up: 'one', overlap: 'skip' };
type Queue = {
  table: string;
  due: string;
  given?: Record<string, string>;
  /** What comes after the rows are there. */
  prepare?: string;
  /** The two rows that come first, or more. */
  claim(db: Database['system'], more?: { passedOver: string[] }): Promise<{ org_id: string }[]>;
};
const runs = (values: string): string =>
  `insert into schedule_runs (id, org_id, schedule_id, due_at, outcome, job_id, take_at)
   select gen_random_uuid(), org_id, id, next_at, ${values} from schedules`;
const schedules = { table: 'schedules', due: 'next_at', given: SCHEDULE } as const;
/** Queues with a claim of their own, by the name of their work, and what else is taken when it is due. */
const own: Record<string, Record<string, Queue>> = {
  queries: {
    queries: {
      table: 'worksheet_queries',
      due: 'lease_until',
      given: { status: 'PENDING' },
      claim: async (db, more) => [
        ...(await claimQuery(db, { ...options, ...more, limit: 1 }, 50)),
        ...(await claimQuery(db, { ...options, ...more, limit: 1 }, 50)),
      ],
    },
  },
  schedule_runs: {
    'due schedules': { ...schedules, claim: claimDue },
    'runs that wait for the one before': { ...schedules, prepare: runs(`'waiting', null, null`), claim: claimWaiting },
    'runs whose process is gone': {
      ...schedules,
      prepare: runs(`'starting', gen_random_uuid(), next_at`),
      claim: claimForgotten,
    },
  },
  screening_runs: {
    'due watches': { table: 'screening_watches', due: 'next_run_at', claim: (db) => takeDueWatches(db, 100) },
  },
};

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
async function fill({ table, due, given = {} }: Omit<Queue, 'claim'>, orgs: string[]): Promise<void> {
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
  await system.run(`truncate ${table} cascade`);
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

const kits: Record<string, Queue> = Object.fromEntries(
  queues
    .filter(({ claimsItself }) => !claimsItself)
    .map((rows) => [
      rows.name,
      {
        ...rows,
        given: open[rows.name] ?? {},
        claim: (db, more) =>
          claimRows<Claim>(db, rows, { ...options, ...more, limit: 2, columns: 't.id', held: [], perOrgMax: 100 }),
      } satisfies Queue,
    ]),
);

describe('organizations take turns', () => {
  for (const [name, queue] of Object.entries(Object.assign({}, kits, ...Object.values(own)) as typeof kits))
    test(`in the queue ${name}: one row does not wait for ${MANY} of somebody else that were due before it`, async () => {
      const [many, one] = [randomUUID(), randomUUID()];
      await fill(queue, [...Array.from({ length: MANY }, () => many), one]);
      if (queue.prepare !== undefined) await database.system.run(queue.prepare);
      const claimed = await queue.claim(database.system);
      assert.ok(claimed.length >= 2 && claimed.length <= CLAIM_MAX, `${claimed.length} rows`);
      assert.deepEqual([...new Set(claimed.map(({ org_id }) => org_id))].sort(), [many, one].sort());
    });

  for (const [name, queue] of Object.entries({ ...kits, ...own.queries }))
    test(`in the queue ${name}: whoever used up their share of the main thread is passed over`, async () => {
      const [over, other] = [randomUUID(), randomUUID()];
      await fill(queue, [over, over, other]);
      const claimed = await queue.claim(database.system, { passedOver: [over] });
      assert.deepEqual(
        claimed.map(({ org_id }) => org_id),
        [other],
      );
    });

  test('every queue with a claim of its own is among them', () => {
    const themselves = queues.filter(({ claimsItself }) => claimsItself).map(({ name }) => name);
    assert.deepEqual(
      themselves.filter((name) => own[name] === undefined),
      [],
    );
  });
});
