import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { firstIdAt, newId } from '#platform/ids.ts';
import { testEngines } from '../../../test/engines.ts';
import { type Harness, pluck, startHarness, type TestOrg } from '../../../test/harness.ts';
import { createAgent } from '../../../test/runs.ts';

/** The precision of stored times. */
const isNear = (actual: number, ms: number): boolean => Math.abs(actual - ms) <= ms * 0.03;

describe('activity', () => {
  let harness: Harness;
  let org: TestOrg;
  before(async () => {
    harness = await startHarness({ engines: testEngines });
    org = await harness.org();
  });
  after(() => harness.stop());

  const eventsOf = (at: Date, startedMs: number) =>
    startedMs === 0 ? [] : [{ at: at.getTime() + startedMs, status: 1 }];

  async function insertResult(
    agentId: string,
    status: number,
    cost: number,
    durationMs: number,
    { at = new Date(), versionId = agentId, startedMs = 0 } = {},
  ) {
    const id = at.getTime() < Date.now() - 60_000 ? firstIdAt(at.getTime()) : newId();
    await harness.database.system.run(
      `with job as (insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_outcome, timeout_seconds, created_at)
         values ($1, $2, $3, $8, 'api', '[]', 'miss', 1, $7) returning id)
       insert into job_results (job_id, org_id, agent_id, status, cost, duration_ms, events, finished_at)
         select id, $2, $3, $4::smallint, $5::numeric, $6::bigint, $9::json, clock_timestamp() from job`,
      [id, org.orgId, agentId, status, cost, durationMs, at, versionId, JSON.stringify(eventsOf(at, startedMs))],
    );
  }

  test('counts the latest jobs by outcome, agent and time, with cost and latency', async () => {
    const [one, two] = [await createAgent(org, 'StepsEngine'), await createAgent(org, 'StepsEngine')];
    for (let index = 1; index <= 20; index++) await insertResult(one.id, 3, 0.5, index * 100);
    await insertResult(one.id, 6, 0, 1);
    await insertResult(one.id, 4, 0.25, 5);
    await insertResult(two.id, 5, 0, 5);
    const body = await org.expect(200, 'GET', '/v1/agents/activity/?hours=1&bucket_seconds=3600');
    assert.equal(body.complete, true);
    const { p50_ms: p50, p95_ms: p95, waiting_p50_ms: _p50, waiting_p95_ms: _p95, ...counts } = body.totals;
    assert.deepEqual(counts, { succeeded: 21, failed: 1, cancelled: 1, cost: 10.25, in_flight: 0, waiting: 0 });
    assert.ok(isNear(p50, 1_000) && isNear(p95, 1_900), `${p50} ${p95}`);
    assert.deepEqual(
      body.agents.map((agent: any) => [agent.agent_id, agent.succeeded, agent.failed, agent.last_status]),
      [
        [two.id, 0, 0, 5],
        [one.id, 21, 1, 4],
      ],
    );
    const counted = body.buckets.filter((bucket: any) => bucket.agent_id === one.id);
    assert.equal(
      counted.reduce((sum: number, bucket: any) => sum + bucket.succeeded, 0),
      21,
    );
    assert.ok(counted.every((bucket: any) => Date.parse(bucket.at) % 3_600_000 === 0));
    const only = await org.request('GET', `/v1/agents/activity/?agent_id=${two.id}`);
    assert.deepEqual(pluck(only.body.agents, 'agent_id'), [two.id]);
  });

  test('counts a past period without the jobs in progress', async () => {
    const agent = await createAgent(org, 'StepsEngine');
    const at = new Date(Date.now() - 5 * 3_600_000);
    await insertResult(agent.id, 3, 1, 10, { at });
    await insertResult(agent.id, 4, 2, 10);
    const bounds = (from: number, to: number) =>
      `agent_id=${agent.id}&created_from=${new Date(from).toISOString()}&created_to=${new Date(to).toISOString()}`;
    const { body } = await org.request(
      'GET',
      `/v1/agents/activity/?${bounds(at.getTime() - 1_000, at.getTime() + 1_000)}`,
    );
    assert.deepEqual([body.totals.succeeded, body.totals.failed, body.totals.cost, body.bucket_seconds], [1, 0, 1, 60]);
    const empty = await org.request(
      'GET',
      `/v1/agents/activity/?${bounds(at.getTime() - 9_000, at.getTime() - 1_000)}`,
    );
    assert.deepEqual([empty.body.agents, empty.body.totals.succeeded], [[], 0]);
    const backwards = await org.request('GET', `/v1/agents/activity/?${bounds(at.getTime(), at.getTime() - 1)}`);
    assert.match(backwards.body.created_from[0], /before created_to/);
  });

  test('working time has no queueing in it, with its spread', async () => {
    const agent = await createAgent(org, 'StepsEngine');
    for (const workedMs of [3_000, 4_000, 9_000])
      await insertResult(agent.id, 3, 1, 11_000 + workedMs, { versionId: agent.versionId, startedMs: 11_000 });
    const [version] = (await org.expect(200, 'GET', `/v1/agents/${agent.id}/activity/`)).versions;
    assert.deepEqual([version.worked_p50_ms, version.worked_p95_ms], [4_000, 9_000]);
    assert.ok(version.p50_ms > 14_000);
  });

  test('counts by version', async () => {
    const agent = await createAgent(org, 'StepsEngine');
    const second = newId();
    await insertResult(agent.id, 3, 1, 10, { versionId: agent.versionId });
    await insertResult(agent.id, 3, 2, 30, { versionId: second });
    await insertResult(agent.id, 4, 0, 1, { versionId: second });
    const { body } = await org.request('GET', `/v1/agents/${agent.id}/activity/`);
    assert.equal(body.complete, true);
    assert.deepEqual(
      body.versions.map(
        ({ p50_ms: _p50, p95_ms: _p95, worked_p50_ms: _w50, worked_p95_ms: _w95, ...version }: any) => version,
      ),
      [
        { agent_version_id: second, succeeded: 1, failed: 1, cancelled: 0, cost: 2 },
        { agent_version_id: agent.versionId, succeeded: 1, failed: 0, cancelled: 0, cost: 1 },
      ],
    );
    assert.ok(isNear(body.versions[0].p50_ms, 30) && isNear(body.versions[1].p95_ms, 10));
    const { status } = await (await harness.org()).request('GET', `/v1/agents/${agent.id}/activity/`);
    assert.equal(status, 403);
  });

  test('shows nothing of another organization', async () => {
    const agent = await createAgent(org, 'StepsEngine');
    await insertResult(agent.id, 3, 1, 10);
    const other = await harness.org();
    for (const path of ['/v1/agents/activity/', `/v1/agents/activity/?agent_id=${agent.id}`]) {
      const { body } = await other.request('GET', path);
      assert.deepEqual([body.agents, body.buckets, body.totals.succeeded], [[], [], 0]);
    }
  });

  test('refuses more buckets than anybody can see', async () => {
    const body = await org.expect(400, 'GET', '/v1/agents/activity/?hours=720&bucket_seconds=60');
    assert.match(body.bucket_seconds[0], /at least 6480/);
  });
});
