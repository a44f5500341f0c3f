import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCountingEngine, createGateEngine, testEngines } from '../../../test/engines.ts';
import { startHarness, stopAtEnd, until } from '../../../test/harness.ts';
import { createAgent, createVersion, startJob, type TestAgent, untilFinal } from '../../../test/runs.ts';

const counting = createCountingEngine();
const gate = createGateEngine();
/** Oldest first: first SUCCESS, second FAILURE, first SUCCESS, second SUCCESS of another version, and one that runs. */
const ids: string[] = [];

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, counting.engine, gate.engine] }));
const org = await harness.org();
const first = await createAgent(org, 'CountingEngine');
const second = await createAgent(org, 'CountingEngine');
await run(first, { text: 'Apple', metadata: { case: 'A-17' } });
await run(second, { text: 'Pear', fail: 'true' });
await run(first, { text: 'Cherry' });
await createVersion(org, second.id, { name: 'second' });
await run(second, { text: 'Plum' });
const gated = (await createAgent(org, 'GateEngine')).id;
ids.push(await startJob(org, gated, { text: 'waits' }));
await until(async () => gate.waiting.has(ids.at(-1)!), 'the job to start');
stopAtEnd({ stop: gate.open });

async function run(agent: TestAgent, body: unknown): Promise<void> {
  ids.push(await startJob(org, agent.id, body));
  await untilFinal(org, ids.at(-1)!);
}

async function page(query: Record<string, string> = {}, caller = org): Promise<any> {
  return caller.expect(200, 'GET', `/v1/agents/jobs/?${new URLSearchParams(query)}`);
}

const found = async (query: Record<string, string>): Promise<number[]> =>
  (await page(query)).results.map(({ id }: { id: string }) => ids.indexOf(id));

test('all jobs of the organization, newest first, with agent, cost and error', async () => {
  const all = await page();
  assert.deepEqual(
    all.results.map(({ id }: { id: string }) => ids.indexOf(id)),
    [4, 3, 2, 1, 0],
  );
  assert.deepEqual([all.next_cursor, all.searched_to, all.total], [null, null, 5]);
  const failed = all.results[3];
  assert.deepEqual([failed.agent_id, failed.status_code, failed.error_message], [second.id, 4, 'Failure 2']);
  assert.equal(typeof failed.agent_name, 'string');
  assert.equal(typeof all.results[4].cost, 'number');
});

test('the cursor visits every job once; after returns newer ones', async () => {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { results, next_cursor } = await page({ page_size: '2', ...(cursor && { cursor }) });
    seen.push(...results.map(({ id }: { id: string }) => id));
    cursor = next_cursor;
  }
  assert.deepEqual(seen, [...ids].reverse());
  assert.deepEqual(await found({ after: ids[2]! }), [4, 3]);
});

test('filters: agents, version, status, cost, and those of the list of one agent', async () => {
  assert.deepEqual(await found({ agent_id: first.id }), [2, 0]);
  assert.deepEqual(await found({ ids: ids[1]! }), [1]);
  const both = await org.request('GET', `/v1/agents/jobs/?agent_id=${first.id}&agent_id=${second.id}`);
  assert.equal(both.body.results.length, 4);
  assert.deepEqual(await found({ version_name: 'second' }), [3]);
  assert.deepEqual(await found({ agent_version_id: first.versionId }), [2, 0]);
  assert.deepEqual(await found({ status_code: '4' }), [1]);
  assert.deepEqual(await found({ status_code: '4,5', agent_id: second.id }), [1]);
  assert.deepEqual(await found({ status_code: '4', agent_id: first.id }), []);
  assert.deepEqual(await found({ status_code: '4', created_from: new Date(Date.now() + 60_000).toISOString() }), []);
  assert.deepEqual(await found({ status_code: '4', created_from: '2020-01-01T00:00:00Z' }), [1]);
  assert.deepEqual(await found({ status_code: '4', job_inputs: 'no such words' }), []);
  assert.deepEqual(await found({ status_code: '0,1,2' }), [4]);
  assert.deepEqual(await found({ status_code: '1,4' }), [4, 1]);
  assert.deepEqual(await found({ status_code: '1', agent_id: first.id }), []);
  assert.deepEqual(await found({ job_inputs: 'cherry' }), [2]);
  assert.deepEqual(await found({ metadata: '{"case": "A-17"}' }), [0]);
  assert.deepEqual(await found({ status_code: '0,1,2', search: 'waits' }), [4]);
  assert.deepEqual(await found({ cost_min: '1000' }), []);
  assert.equal((await found({ cost_max: '1000' })).length, 5);
  for (const query of ['cursor=x', 'agent_id=x', 'cost_min=-1', 'status_code=9', 'created_from=yesterday']) {
    const answer = await org.request('GET', `/v1/agents/jobs/?${query}`);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [query.split('=')[0]]], query);
  }
});

test('a search looks at one stretch of jobs and continues from there', async () => {
  const busy = await harness.org();
  const agent = await createAgent(busy, 'CountingEngine');
  const id = await startJob(busy, agent.id, { text: 'the needle' });
  await untilFinal(busy, id);
  const versionId = agent.versionId;
  await harness.database.system.run(
    `insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_outcome, timeout_seconds, created_at)
      select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint + n), 12, '0') || '70008000000000000000')::uuid,
        $1, $2, $3, 'api', '[]', 'miss', 60, now() from generate_series(1, 20500) n`,
    [busy.orgId, agent.id, versionId],
  );
  const start = await page({ job_inputs: 'needle' }, busy);
  assert.deepEqual([start.results, start.total], [[], null]);
  assert.ok(start.next_cursor && start.searched_to);
  const end = await page({ job_inputs: 'needle', cursor: start.next_cursor }, busy);
  assert.deepEqual([end.results[0].id, end.next_cursor, end.searched_to], [id, null, null]);
  // Failures and verdicts are found at once, however many other jobs came after them.
  await harness.database.system.run(
    `update job_results set status = 4, ui_fields = '{"verdict": "bad"}' where job_id = $1`,
    [id],
  );
  for (const [name, value] of [
    ['status_code', '4'],
    ['verdict', 'bad'],
    ['review_status', 'pending'],
  ] as const) {
    const rare = await page({ [name]: value }, busy);
    assert.deepEqual([rare.results[0].id, rare.next_cursor, rare.searched_to], [id, null, null]);
  }
});

test('jobs of a deleted agent stay in the list, and in its count and summary', async () => {
  const own = await harness.org();
  const agent = await createAgent(own, 'CountingEngine');
  for (const text of ['one', 'two']) await untilFinal(own, await startJob(own, agent.id, { text }));
  assert.equal((await own.request('DELETE', `/v1/agents/${agent.id}/`)).status, 204);
  const listed = await page({}, own);
  assert.deepEqual([listed.results.length, listed.total], [2, 2]);
  const summary = await own.request('GET', '/v1/agents/jobs/summary/');
  assert.equal(summary.body.count, 2, summary.text);
});

test('no filter brings jobs of other organizations into the list', async () => {
  const other = await harness.org();
  assert.deepEqual((await page({}, other)).results, []);
  assert.deepEqual((await page({ agent_id: first.id }, other)).results, []);
  assert.deepEqual((await page({ after: ids[0]! }, other)).results, []);
});
