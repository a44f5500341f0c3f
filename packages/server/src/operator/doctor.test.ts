import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../test/databases.ts';
import { pluck } from '../../test/pluck.ts';
import { readConfig } from '../config/config.ts';
import { version } from '../config/version.ts';
import { examine, type Finding } from './doctor.ts';

const database = await createTestDatabase();
const drop = database.drop;
const folder = await mkdtemp(join(tmpdir(), 'errand-doctor-'));
const config = readConfig({ DATABASE_URL: database.url, ERRAND_DATA_DIR: folder });
const client = new pg.Client({ connectionString: database.url });
await client.connect();
await client.query(`with o as (insert into organizations (id, name) values (gen_random_uuid(), 'Patient') returning id),
    a as (insert into credit_accounts (org_id, balance) select id, 10 from o)
  insert into credit_ledger (id, org_id, kind, amount) select gen_random_uuid(), id, 'grant', 10 from o`);
after(async () => {
  await client.end();
  await drop();
  await rm(config.dataDir, { recursive: true });
});

const faults = async (): Promise<Finding[]> =>
  (await examine(config, new AbortController().signal)).filter(({ ok }) => !ok);

test('a healthy installation has no fault', async () => {
  assert.deepEqual(await faults(), []);
});

/** A job in the queue, and a worker that is alive. */
const withQueuedJob = (row: { status: number; workerId?: string }, role: string): string =>
  `with j as (insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_outcome, timeout_seconds, created_at)
      values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'api', '[]', 'miss', 10, now()) returning *)
    insert into job_queue (job_id, org_id, agent_id, status, priority, run_at, worker_id)
      select id, org_id, agent_id, ${row.status}, 1, now(), ${row.workerId ?? 'null'} from j;
    insert into workers values (gen_random_uuid(), 'here', 7, '${role}', 1, '${version}')`;

const ills: { name: string; detail: RegExp; harm: string; heal: string }[] = [
  {
    name: 'Credits',
    detail: /has a balance of 11, but its ledger adds up to 10/,
    harm: 'update credit_accounts set balance = 11',
    heal: 'update credit_accounts set balance = 10',
  },
  {
    name: 'Queue',
    detail: /1: Jobs started by a worker that is not registered/,
    harm: withQueuedJob({ status: 1, workerId: 'gen_random_uuid()' }, 'worker'),
    heal: 'delete from job_queue; delete from jobs; delete from workers',
  },
  {
    name: 'Queue',
    detail: /1: Started jobs that their worker, which is alive, does not run/,
    harm: `${withQueuedJob({ status: 1, workerId: 'gen_random_uuid()' }, 'worker')};
      update workers set claim_mark = 9, claims = '{3, 4}'; update job_queue set claim = 5, worker_id = (select id from workers)`,
    heal: 'delete from job_queue; delete from jobs; delete from workers',
  },
  {
    name: 'Queue',
    detail: /1: Queue rows with an unknown state, started without a worker/,
    harm: `alter table job_queue drop constraint job_queue_state; ${withQueuedJob({ status: 1 }, 'worker')}`,
    heal: 'delete from job_queue; delete from jobs; delete from workers',
  },
  {
    name: 'Workers',
    detail: /none is running \(only 1 with the role api\), and 1 jobs are waiting/,
    harm: withQueuedJob({ status: 0 }, 'api'),
    heal: 'delete from job_queue; delete from jobs; delete from workers',
  },
  {
    name: 'Workers',
    detail: /dead: elsewhere \(process 7, silent for \d+ s\)/,
    harm: `insert into workers values (gen_random_uuid(), 'elsewhere', 7, 'worker', 1, '${version}', now(), now() - interval '1 hour')`,
    heal: 'delete from workers',
  },
  {
    name: 'Workers',
    detail: /all 1 are drained, and 1 jobs are waiting/,
    harm: `${withQueuedJob({ status: 0 }, 'worker')}; update workers set draining_at = now()`,
    heal: 'delete from job_queue; delete from jobs; delete from workers',
  },
  {
    name: 'Stats',
    detail: /has 3 jobs instead of 0/,
    harm: `insert into job_figures select id, date_trunc('hour', now()), id, id, 'api', 3, 3, 0, 0, 0, '{}', '{}', '{}', '{}' from organizations limit 1`,
    heal: 'delete from job_figures',
  },
  {
    name: 'Stats',
    detail: /2026-01-05 has 3 jobs by day, but its hours have 0/,
    harm: `insert into figure_coverage select id, '-infinity' from organizations limit 1;
      insert into figure_sums select org_id, 'day', '2026-01-05Z', org_id, org_id, 3, 3, 0, 0, 0, '{}', '{}', '{}', '{}' from figure_coverage`,
    heal: 'delete from figure_sums; delete from figure_coverage',
  },
  {
    name: 'Models',
    detail: /openai does not respond \(next try in \d+ s\)/,
    harm: `insert into model_providers (id, outages, closed_until) values ('openai', 1, now() + interval '1 minute')`,
    heal: 'delete from model_providers',
  },
  {
    name: 'Tenant isolation',
    detail: /no row-level security on agents/,
    harm: 'alter table agents disable row level security',
    heal: 'alter table agents enable row level security',
  },
  {
    name: 'Partitions',
    detail: /missing: jobs_\d{6}/,
    harm: `do $$ begin execute 'drop table jobs_' || to_char(now() at time zone 'utc' + interval '1 month', 'YYYYMM'); end $$`,
    heal: 'select errand_ensure_partitions(2)',
  },
  {
    name: 'Migrations',
    detail: /not applied: 0001_foundation.sql/,
    harm: `create table kept as select * from schema_migrations; delete from schema_migrations`,
    heal: 'insert into schema_migrations select * from kept; drop table kept',
  },
];

for (const { name, detail, harm, heal } of ills) {
  test(`${name}: a fault is seen, with what to do about it`, async () => {
    await client.query(harm);
    const found = await faults();
    await client.query(heal);
    assert.deepEqual(pluck(found, 'name'), [name]);
    assert.match(found[0]!.detail, detail);
    assert.ok(found[0]!.fix);
    assert.deepEqual(await faults(), []);
  });
}
