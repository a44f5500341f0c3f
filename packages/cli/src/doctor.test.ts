import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { version } from '@errand/server/version.ts';
import pg from 'pg';
import { createTestDatabase } from '../../server/test/databases.ts';
import { errand, errandJson, withFolder } from '../test/cli.ts';

let env: NodeJS.ProcessEnv;
let db: pg.Client;
let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  env = { DATABASE_URL: database.url, ERRAND_DATA_DIR: '/tmp' };
  drop = database.drop;
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
  await errandJson(['org', 'create', 'Patient', '--credits', '10'], env);
});
after(async () => {
  await db.end();
  await drop();
});

type Finding = { name: string; ok: boolean; detail: string; fix?: string };

async function examine(): Promise<Finding[]> {
  const { stdout, code } = await errand(['doctor', '--json'], { ...env, ERRAND_STORAGE: '/tmp/errand-doctor-storage' });
  const { ok, checks } = JSON.parse(stdout);
  assert.equal(ok, code === 0);
  return checks.filter((check: Finding) => !check.ok);
}

test('a healthy installation is green', async () => {
  assert.deepEqual(await examine(), []);
});

const ills: { name: string; detail: RegExp; harm: string; heal: string }[] = [
  {
    name: 'Credits',
    detail: /has 11, its ledger 10/,
    harm: 'update credit_accounts set balance = 11',
    heal: 'update credit_accounts set balance = 10',
  },
  {
    name: 'Queue',
    detail: /1: Jobs started by a worker that is not registered/,
    harm: `with j as (insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_outcome, timeout_seconds, created_at)
        values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'api', '[]', 'miss', 10, now()) returning *)
      insert into job_queue (job_id, org_id, agent_id, status, priority, run_at, worker_id)
        select id, org_id, agent_id, 1, 1, now(), gen_random_uuid() from j;
      insert into workers values (gen_random_uuid(), 'here', 7, 'worker', 1, '${version}')`,
    heal: 'delete from job_queue; delete from jobs; delete from workers',
  },
  {
    name: 'Workers',
    detail: /dead: elsewhere \(process 7, silent for \d+ s\)/,
    harm: `insert into workers values (gen_random_uuid(), 'elsewhere', 7, 'worker', 1, '${version}', now(), now() - interval '1 hour')`,
    heal: 'delete from workers',
  },
  {
    name: 'Tenant wall',
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
    await db.query(harm);
    const found = await examine();
    await db.query(heal);
    assert.deepEqual(
      found.map((check) => check.name),
      [name],
    );
    assert.match(found[0]!.detail, detail);
    assert.ok(found[0]!.fix);
    assert.deepEqual(await examine(), []);
  });
}

test('a storage that cannot be used and a database that does not answer are two lines with two remedies', async () => {
  const broken = { DATABASE_URL: 'postgres://x@127.0.0.1:1/y', ERRAND_STORAGE: '/dev/null/storage' };
  const { code, stdout } = await errand(['doctor'], broken);
  assert.equal(code, 1);
  assert.match(stdout, /✗ Storage .*\n {2}→ Make \/dev\/null\/storage writable/);
  assert.match(stdout, /✗ PostgreSQL .*\n {2}→ PostgreSQL at 127\.0\.0\.1:1\/y cannot be reached/);
});

test('an installation that does not exist yet comes into being and is green', () =>
  withFolder(async (folder) => {
    const { code, stdout } = await errand(['doctor'], { ERRAND_DATA_DIR: folder });
    assert.equal(code, 0, stdout);
  }));
