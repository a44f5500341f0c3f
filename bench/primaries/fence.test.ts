import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { createOrganization } from '@errand/server/orgs/organizations.ts';
import pg from 'pg';
import { createTestDatabase } from '../../packages/server/test/databases.ts';
import { until } from '../../packages/server/test/until.ts';
import { fillWaiting } from '../fill.ts';
import { withDatabase } from '../lab.ts';
import { FENCE_SQL, FENCED, lowerFence, raiseFence } from './fence.ts';
import { PLACEMENT_SQL } from './owners.ts';
import { letGo } from './switch-over.ts';
import { listTables } from './tables.ts';

// Tests the fence on a real database: who may write for an organization that moves.

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
let other: pg.Client;
let org: { orgId: string; agentId: string; versionId: string };
let neighbour: typeof org;

const connect = async (): Promise<pg.Client> => {
  const one = new pg.Client({ connectionString: database.url });
  await one.connect();
  return one;
};

before(async () => {
  database = await createTestDatabase();
  [client, other] = [await connect(), await connect()];
  await client.query(`${PLACEMENT_SQL}; ${FENCE_SQL}`);
});
after(async () => {
  await client.end();
  await other.end();
  await database.drop();
});

beforeEach(async () => {
  const create = (): Promise<string> =>
    withDatabase(database.url, async ({ system }) => (await createOrganization(system, { name: 'Moving' })).id);
  const ids = { agentId: randomUUID(), versionId: randomUUID() };
  org = { orgId: await create(), ...ids };
  neighbour = { orgId: await create(), ...ids };
  for (const one of [org, neighbour]) await fillWaiting(database.url, { ...one, apiKey: '' }, 2);
  await raiseFence(client, org.orgId, await fencedTables());
});

/** The tables that the tests write to. Locking all tables one by one would take long. */
const fencedTables = async () =>
  (await listTables(client)).moved.filter(({ name }) => ['jobs', 'job_queue', 'credit_accounts'].includes(name));

const setOwner = (state: string, untilMs?: number) =>
  client.query(
    `insert into placement.owners (org_id, generation, state, until)
      values ($1, 1, $2, clock_timestamp() + make_interval(secs => $3::float8 / 1000))
      on conflict (org_id) do update set state = excluded.state, until = excluded.until`,
    [org.orgId, state, untilMs],
  );
const claim = async (orgId: string): Promise<number | null> =>
  (await client.query('update job_queue set worker_id = $2, status = 1 where org_id = $1', [orgId, randomUUID()]))
    .rowCount;
const isFenced = (error: { code?: string }): boolean => error.code === FENCED;
const accept = (orgId: string, by = client) =>
  by.query(
    `insert into job_queue (job_id, org_id, agent_id, status, priority, run_at) values (gen_random_uuid(), $1, $2, 0, 2, now())`,
    [orgId, org.agentId],
  );

test('where an organization arrives, nobody claims or accepts its jobs; replication and neighbours write', async () => {
  await setOwner('arriving');
  assert.equal(await claim(org.orgId), 0);
  assert.equal(await claim(neighbour.orgId), 2);
  await assert.rejects(accept(org.orgId), isFenced);
  await accept(neighbour.orgId);
  await client.query('begin; set local session_replication_role = replica');
  await accept(org.orgId);
  await client.query('commit');
});

test('a request for an organization that is not here is refused instead of doing nothing', async () => {
  await setOwner('gone');
  await client.query('begin');
  await client.query(`select set_config('errand.org_id', $1, true)`, [org.orgId]);
  await client.query('set local role errand_tenant');
  await assert.rejects(client.query('delete from credit_accounts where org_id = $1', [org.orgId]), isFenced);
  await client.query('rollback');
});

test('while jobs drain, what runs may end and new jobs are accepted, and none begins', async () => {
  await setOwner('here');
  assert.equal(await claim(org.orgId), 2);
  await accept(org.orgId);
  await setOwner('draining', 60_000);
  assert.equal(
    (
      await client.query('update job_queue set worker_id = $2 where org_id = $1 and worker_id is null', [
        org.orgId,
        randomUUID(),
      ])
    ).rowCount,
    0,
  );
  await accept(org.orgId);
  const ended = await client.query('delete from job_queue where org_id = $1 and worker_id is not null', [org.orgId]);
  assert.equal(ended.rowCount, 2);
});

test('a mover that died leaves an organization that is here again, and its switch comes too late', async () => {
  await setOwner('leaving', 60_000);
  await assert.rejects(accept(org.orgId), isFenced);
  await setOwner('leaving', -1);
  await accept(org.orgId);
  assert.equal(await letGo(client, org.orgId), undefined);
});

test('a write at the very end of that time waits for the switch that is being committed, and is refused', async () => {
  await setOwner('leaving', 3_000);
  await other.query('begin');
  assert.equal((await letGo(other, org.orgId))?.generation, 2);
  await until(
    async () =>
      (
        await client.query('select until <= clock_timestamp() as over from placement.owners where org_id = $1', [
          org.orgId,
        ])
      ).rows[0].over,
    'the end of the time',
  );
  const late = assert.rejects(accept(org.orgId), isFenced);
  await other.query('commit');
  await late;
});

test('a switch waits for a write that came after that time, and does not happen', async () => {
  await setOwner('leaving', -1);
  await other.query('begin');
  await accept(org.orgId, other);
  const late = letGo(client, org.orgId);
  await other.query('commit');
  assert.equal(await late, undefined);
});

test('a fence can be raised twice, and lowered except where the organization must not appear again', async () => {
  await raiseFence(client, org.orgId, await fencedTables());
  await lowerFence(client, org.orgId, ['jobs', 'job_queue']);
  await setOwner('gone');
  await assert.rejects(accept(org.orgId), isFenced);
  await lowerFence(client, org.orgId);
  await accept(org.orgId);
});
