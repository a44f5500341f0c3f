import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdAt } from '#platform/ids.ts';
import { testEngines } from '../engines.ts';
import { pluck, request, startHarness, stopAtEnd, type TestOrg } from '../harness.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';

let cost = 0;

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const first = await harness.org();
const org = await harness.org({ credits: 10 });
const agent = await createAgent(org, 'StepsEngine', { inputs: [{ key: 'text', required: false }] });
for (const text of ['a', 'b', 'a']) {
  const job = await untilFinal(org, await startJob(org, agent.id, { text }));
  cost += job.cost;
}

const usage = (query = '', caller = org) => caller.request('GET', `/v1/organizations/${caller.orgId}/usage/?${query}`);

test('usage counts each job once, and its cost is that of the jobs and of the ledger', async () => {
  const { body } = await usage();
  assert.equal(body.results.length, 1);
  const [row] = body.results;
  assert.deepEqual([row.agent_id, row.jobs, row.succeeded, row.cached, row.failed], [agent.id, 3, 2, 1, 0]);
  assert.ok(cost > 0 && Math.abs(row.cost - cost) < 1e-9);
  const ledger = (await org.request('GET', `/v1/organizations/${org.orgId}/credits/`)).body;
  assert.ok(Math.abs(10 - ledger.balance - row.cost) < 1e-9);
  assert.deepEqual([body.bucket, body.complete], ['day', true]);
});

test('usage by hour, within bounds; another organization has its own', async () => {
  assert.equal((await usage('bucket=hour')).body.results[0].jobs, 3);
  assert.deepEqual((await usage('created_to=2020-01-02T00:00:00Z')).body.results, []);
  assert.deepEqual((await usage('', first)).body.results, []);
  for (const [query, field] of [
    ['bucket=week', 'bucket'],
    ['created_from=2020-01-01T00:00:00Z', 'created_from'],
    ['bucket=hour&created_from=2026-01-01T00:00:00Z&created_to=2026-02-01T00:00:00Z', 'created_from'],
  ] as const) {
    const answer = await usage(query);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [field]], query);
  }
});

test('usage by day counts jobs that have ended and jobs that are open', async () => {
  const { system } = harness.database;
  const tenant = await harness.org();
  const own = await createAgent(tenant, 'EchoEngine');
  const days = (query: string) => usage(query, tenant).then(({ body }) => body.results);
  const moments = ['2026-02-03T10:00Z', '2026-02-03T23:59:59.999Z', '2026-02-04T10:00Z', '2026-02-04T11:00Z'];
  const ids = moments.map((at) => firstIdAt(Date.parse(at)).replace('-0000-0000-', '-7000-8000-'));
  await system.run(
    `with made as (
       select id, at, status from unnest($4::uuid[], $5::timestamptz[], $6::smallint[]) as t (id, at, status)
     ), job as (
       insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_outcome, timeout_seconds, created_at)
       select id, $1, $2, $3, 'api', '[]', 'miss', 60, at from made
     ), ended as (
       insert into job_results (job_id, org_id, agent_id, status, cost, input_tokens, duration_ms, events, finished_at)
       select id, $1, $2, status, 0.5, 7, 1000, '[]', clock_timestamp() from made where status > 2
     )
     insert into job_queue (job_id, org_id, agent_id, status, priority, run_at)
     select id, $1, $2, 0, 1, now() + interval '1 day' from made where status = 0`,
    [tenant.orgId, own.id, own.versionId, ids, moments, [3, 4, 3, 0]],
  );
  const whole = 'created_from=2026-02-02T12:00:00Z&created_to=2026-02-06T12:00:00Z';
  const first = await days(whole);
  assert.deepEqual(
    first.map((row: any) => [row.starts_at.slice(0, 10), row.jobs, row.succeeded, row.failed, row.cost]),
    [
      ['2026-02-03', 2, 1, 1, 1],
      ['2026-02-04', 2, 1, 0, 0.5],
    ],
  );
  for (const ancient of ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '1999-01-01T00:00:00Z'])
    assert.deepEqual(await days(`created_to=${ancient}`), [], ancient);
  assert.deepEqual(
    (await days('created_from=2026-02-03T12:00:00Z&created_to=2026-02-04T10:30:00Z')).map((row: any) => row.jobs),
    [1, 1],
    'a part of a day is counted from its jobs',
  );
  await system.run('delete from job_queue where org_id = $1', [tenant.orgId]);
});

test('facets count what fits the filters, and only in one’s own organization', async () => {
  const facets = async (query: string, caller = org) =>
    (await caller.request('GET', `/v1/agents/jobs/facets/?${query}`)).body;
  const all = await facets('');
  assert.deepEqual([all.counted, all.searched_to], [3, null]);
  assert.deepEqual(all.status, [
    { value: '3', label: '3', count: 2 },
    { value: '6', label: '6', count: 1 },
  ]);
  assert.deepEqual(all.agent, [{ value: agent.id, label: 'Agent of StepsEngine', count: 3 }]);
  assert.equal(all.version[0].count, 3);
  assert.deepEqual([all.verdict, all.review], [[], []]);
  assert.deepEqual((await facets('status_code=6&job_inputs=a')).agent[0].count, 1);
  assert.equal((await facets('status_code=0')).counted, 0);
  assert.equal((await facets('', first)).counted, 0);
});

const health = (caller: TestOrg, credential = caller.apiKey) =>
  request(harness.baseUrl, credential, 'GET', `/v1/organizations/${caller.orgId}/health/`);

test('health informs an administrator about the organization, and only the first one about the installation', async () => {
  const own = await health(org);
  assert.equal(own.status, 200, own.text);
  assert.equal(own.body.installation, null);
  assert.deepEqual(pluck(own.body.organization, 'ok'), [true, true, true, true, true], own.text);
  const whole = await health(first);
  const names = whole.body.installation.map(({ name }: { name: string }) => name);
  for (const name of ['PostgreSQL', 'Disk', 'Storage', 'Workers', 'Queue', 'Tenant isolation'])
    assert.ok(names.includes(name));
  assert.equal((await health(org, await org.keyWithRole('member'))).status, 403);
});

test('health says what to do about a fault', async () => {
  const poor = await harness.org({ credits: 0 });
  const hook = await poor.request('POST', '/webhooks/', { name: '<b>x</b>', url: 'https://example.com/' });
  await harness.database.system.run('update webhook_states set failure_count = 3 where webhook_id = $1', [
    hook.body.id,
  ]);
  await poor.request('POST', `/v1/organizations/${poor.orgId}/api-keys/`, {
    name: 'short',
    expires_at: new Date(Date.now() + 2.5 * 86_400_000).toISOString(),
  });
  const { body } = await health(poor);
  const faults = body.organization.filter(({ ok }: { ok: boolean }) => !ok);
  assert.deepEqual(
    faults.map(({ name, detail }: { name: string; detail: string }) => [name, detail]),
    [
      ['Webhooks', '“<b>x</b>” is failing'],
      ['Credits', '0 USD, 0 of it held for running jobs'],
      ['API keys', '“short” expires in 2 days'],
    ],
  );
  for (const { fix } of faults) assert.ok(fix.length > 20);
});
