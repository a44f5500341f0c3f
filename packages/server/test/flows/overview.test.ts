import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testEngines } from '../engines.ts';
import { type Harness, request, startHarness, type TestOrg } from '../harness.ts';
import { createAgent, startJob, type TestAgent, untilFinal } from '../runs.ts';

let harness: Harness;
let first: TestOrg;
let org: TestOrg;
let agent: TestAgent;
let cost = 0;

before(async () => {
  harness = await startHarness({ engines: testEngines });
  first = await harness.org();
  org = await harness.org({ credits: 10 });
  agent = await createAgent(org, 'StepsEngine', { inputs: [{ key: 'text', required: false }] });
  for (const text of ['a', 'b', 'a']) {
    const job = await untilFinal(org, await startJob(org, agent.id, { text }));
    cost += job.cost;
  }
});
after(() => harness.stop());

const usage = (query = '', caller = org) => caller.request('GET', `/v1/organizations/${caller.orgId}/usage/?${query}`);

test('usage counts each job once, and its cost is that of the jobs and of the ledger', async () => {
  const { body } = await usage();
  assert.equal(body.results.length, 1);
  const [row] = body.results;
  assert.deepEqual([row.agent_id, row.jobs, row.succeeded, row.cached, row.failed], [agent.id, 3, 2, 1, 0]);
  assert.ok(cost > 0 && Math.abs(row.cost - cost) < 1e-9);
  const ledger = (await org.request('GET', `/v1/organizations/${org.orgId}/credits/`)).body;
  assert.ok(Math.abs(10 - ledger.balance - row.cost) < 1e-9);
  assert.deepEqual([body.bucket, body.counted_from], ['day', null]);
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

const health = (caller: TestOrg, credential = caller.apiKey) =>
  request(harness.baseUrl, credential, 'GET', `/v1/organizations/${caller.orgId}/health/`);

test('health tells an administrator about the organization, and only the first one about the installation', async () => {
  const own = await health(org);
  assert.equal(own.status, 200, own.text);
  assert.equal(own.body.installation, null);
  assert.deepEqual(
    own.body.organization.map(({ ok }: { ok: boolean }) => ok),
    [true, true, true, true, true],
    own.text,
  );
  const whole = await health(first);
  const names = whole.body.installation.map(({ name }: { name: string }) => name);
  for (const name of ['PostgreSQL', 'Disk', 'Storage', 'Workers', 'Queue', 'Tenant wall'])
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
      ['Webhooks', '“<b>x</b>” fails'],
      ['Credits', '0 USD, 0 of it held for jobs that run'],
      ['API keys', '“short” expires in 2 days'],
    ],
  );
  for (const { fix } of faults) assert.ok(fix.length > 20);
});
