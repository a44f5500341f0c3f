import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { rollUp } from '#jobs/figures/roll-up.ts';
import { firstIdAt } from '#platform/ids.ts';
import { testEngines } from '../../test/engines.ts';
import { pluck, request, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createAgent, runSync } from '../../test/runs.ts';
import { startReceiver } from '../../test/webhooks/receiver.ts';
import { createBudgetWatch } from './watch.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines, env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const org = await harness.org();
const spender = await createAgent(org, 'CostEngine', { config: { cost: 1 } });

async function ask(method: string, path: string, body?: unknown, status = 200): Promise<any> {
  const answer = await org.request(method, path, body);
  assert.equal(answer.status, status, answer.text);
  return answer.body;
}

/** Counts what was spent and looks at the budgets, as the service does at intervals, until the condition holds. */
const untilWatched = <T>(check: () => Promise<T | undefined | false>, what: string): Promise<T> => {
  const { database, log } = harness;
  const { look } = createBudgetWatch({ database, log, runs: false, onAlerts: () => undefined });
  return until(async () => {
    await rollUp(database.system);
    await look();
    return check();
  }, what);
};

const alertsOf = async (kind: string): Promise<any[]> =>
  (await ask('GET', '/v1/alerts/?page_size=100')).results.filter((alert: any) => alert.kind === kind);

test('a budget warns at 80 %, tells once when it is spent, and stops new jobs of its agent only', async () => {
  const budget = await ask(
    'POST',
    '/v1/budgets/',
    { scope: 'agent', agent_id: spender.id, period: 'day', amount: 2.4, action: 'stop' },
    201,
  );
  assert.deepEqual([budget.spent, budget.state], [0, 'ok']);
  for (const text of ['a', 'b']) assert.equal((await runSync(org, spender.id, { text })).status, 200);
  const warned = await untilWatched(async () => (await alertsOf('budget_warning'))[0], 'the warning');
  assert.deepEqual([warned.budget_id, warned.detail.spent, warned.ended_at], [budget.id, 2, null]);
  assert.equal((await alertsOf('budget_reached')).length, 0);
  assert.equal((await runSync(org, spender.id, { text: 'c' })).status, 200);
  await untilWatched(async () => (await alertsOf('budget_reached'))[0], 'the budget to be spent');
  const refused = await until(async () => {
    const answer = await runSync(org, spender.id, { text: 'd' });
    return answer.status === 403 && answer;
  }, 'new jobs to be refused');
  assert.match(refused.body.detail, /budget of Agent of CostEngine for this day \(\$2\.40\) is spent/);
  const other = await createAgent(org, 'EchoEngine');
  assert.equal((await runSync(org, other.id, { text: 'x' })).status, 200);
  const [now] = await ask('GET', '/v1/budgets/');
  assert.equal(now.state, 'reached');
  await ask('PATCH', `/v1/budgets/${budget.id}/`, { amount: 1_000 });
  await until(async () => (await runSync(org, spender.id, { text: 'e' })).status === 200, 'jobs to start again');
  assert.equal((await alertsOf('budget_warning')).length, 1);
});

test('a new budget knows what is spent already, and one that is spent at once is told of once', async () => {
  const own = await harness.org();
  const agent = await createAgent(own, 'CostEngine', { config: { cost: 1 } });
  assert.equal((await runSync(own, agent.id, { text: 'a' })).status, 200);
  const budget = { scope: 'agent', agent_id: agent.id, period: 'day', amount: 0.5 };
  const made = (await own.request('POST', '/v1/budgets/', budget)).body;
  assert.deepEqual([made.spent, made.state], [1, 'reached']);
  const alerts = await untilWatched(async () => {
    const { results } = (await own.request('GET', '/v1/alerts/')).body;
    return results.length > 0 && results;
  }, 'the alert');
  assert.deepEqual(pluck(alerts, 'kind'), ['budget_reached']);
});

test('a budget of a key counts what that key asked for, and an alert goes to the webhook that was chosen', async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  const webhook = await ask('POST', '/webhooks/', { name: 'alerts', url: receiver.url }, 201);
  const slack = { connector_type: 'slack', name: 'a channel', config: {}, auth_config: { webhook_url: receiver.url } };
  const connection = await ask('POST', '/v1/connections/', slack, 201);
  await ask('PUT', '/v1/alerts/settings/', {
    watches_agents: false,
    webhook_id: webhook.id,
    connection_id: connection.id,
    operation: 'post_message',
    params: { text: 'Look: ${alert.message}' },
  });
  for (const wrong of [
    { operation: 'post' },
    { operation: 'post_message' },
    { operation: 'post_message', params: { txt: 'a' } },
  ])
    await ask('PUT', '/v1/alerts/settings/', { watches_agents: false, connection_id: connection.id, ...wrong }, 400);
  const key = await ask('POST', `/v1/organizations/${org.orgId}/api-keys/`, { name: 'spends', role: 'member' }, 201);
  const agent = await createAgent(org, 'CostEngine', { config: { cost: 0.5 } });
  const budget = await ask('POST', '/v1/budgets/', { scope: 'key', key_id: key.id, period: 'month', amount: 0.4 }, 201);
  assert.equal((await runSync(org, agent.id, { text: 'of another key' })).status, 200);
  const started = await request(harness.baseUrl, key.api_key, 'POST', `/v1/agents/run/${agent.id}/`, { text: 'own' });
  assert.equal(started.status, 200, started.text);
  await until(async () => {
    await rollUp(harness.database.system);
    return (await ask('GET', '/v1/budgets/')).find((one: any) => one.id === budget.id).spent === 0.5;
  }, 'the cost of the key');
  const told = await untilWatched(
    async () => receiver.received.find(({ headers }) => headers['webhook-event'] === 'alert'),
    'the alert to arrive',
  );
  const body = JSON.parse(told.body);
  assert.deepEqual([body.alert.budget_id, body.organization.id], [budget.id, org.orgId]);
  await until(
    async () => receiver.received.some((one) => one.body.includes('Look: ')),
    'the message of the connection',
  );
  await until(
    async () => (await alertsOf('budget_reached')).every((alert) => alert.delivery !== 'pending'),
    'the record of it',
  );
});

test('cost by agent, version, key, model and metadata is what a full count gives, beside the period before', async () => {
  const own = await harness.org();
  const agent = await createAgent(own, 'CostEngine', { config: { cost: 0.25 } });
  for (const customer of ['Ada', 'Ada', 'Ben'])
    await runSync(own, agent.id, { text: Math.random().toString(), metadata: { customer } });
  await until(async () => {
    await rollUp(harness.database.system);
    const [row] = await harness.database.system.query<{ jobs: number }>(
      'select sum(jobs)::int as jobs from key_figures where org_id = $1',
      [own.orgId],
    );
    return row?.jobs === 3;
  }, 'the figures of the key');
  const costs = async (by: string, rest = '') => {
    const answer = await own.expect(200, 'GET', `/v1/organizations/${own.orgId}/costs/?by=${by}${rest}`);
    assert.equal(answer.complete, true);
    return answer.results.map((row: any) => [row.label, row.jobs, row.cost, row.cost_before]);
  };
  assert.deepEqual(await costs('agent'), [['Agent of CostEngine', 3, 0.75, null]]);
  assert.deepEqual(
    (await costs('version', '&compare=true')).map(([, ...row]: unknown[]) => row),
    [[3, 0.75, 0]],
  );
  assert.deepEqual(await costs('key'), [['test', 3, 0.75, null]]);
  assert.deepEqual(await costs('model'), [['test-model', 3, 0.75, null]]);
  assert.deepEqual(await costs('metadata.customer'), [
    ['Ada', 2, 0.5, null],
    ['Ben', 1, 0.25, null],
  ]);
  assert.equal((await own.request('GET', `/v1/organizations/${own.orgId}/costs/?by=colour`)).status, 400);
});

test('an agent that fails more or takes longer than usual is told of once, until it is back', async () => {
  const watched = await harness.org();
  const agent = await createAgent(watched, 'EchoEngine');
  await watched.request('PUT', '/v1/alerts/settings/', { watches_agents: true });
  const insert = (status: number, count: number, ms: number, at: Date) =>
    harness.database.system.run(
      `with job as (insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_outcome, timeout_seconds, created_at)
         select (substr($1::text, 1, 24) || lpad(to_hex(n + $8::int), 12, '0'))::uuid, $2, $3, $4, 'api', '[]', 'miss', 1, $7
         from generate_series(1, $5::int) n returning id)
       insert into job_results (job_id, org_id, agent_id, status, cost, duration_ms, events, finished_at)
         select id, $2, $3, $6::smallint, 0, $9::bigint, '[]', $7 from job`,
      [
        firstIdAt(at.getTime()),
        watched.orgId,
        agent.id,
        agent.versionId,
        count,
        status,
        at,
        Math.floor(Math.random() * 1e9),
        ms,
      ],
    );
  const before = new Date(Date.now() - 26 * 3_600_000);
  await insert(3, 100, 1_000, before);
  // Counts the inserted jobs again, as if the stats had always had them.
  for (const statement of [
    'delete from job_figures',
    'delete from key_figures',
    "update job_figures_mark set through = '-infinity'",
  ])
    await harness.database.system.run(statement);
  await until(async () => !(await rollUp(harness.database.system)), 'the figures');
  await insert(4, 8, 1_000, new Date());
  await insert(3, 12, 9_000, new Date());
  const alerts = async () => (await watched.request('GET', '/v1/alerts/?open=true')).body.results;
  const open = await untilWatched(async () => {
    const found = await alerts();
    return found.length === 2 && found;
  }, 'both alerts');
  assert.deepEqual(open.map((alert: any) => alert.kind).sort(), ['failures', 'latency']);
  assert.match(
    open.find((alert: any) => alert.kind === 'failures').message,
    /fails more than usual: 40 % of 20 jobs, usually 0 %/,
  );
  // As if these jobs had not existed: the stats of deleted jobs stay, so they are deleted too.
  for (const statement of [
    'delete from job_results where org_id = $1 and finished_at > $2',
    'delete from job_figures where org_id = $1 and starts_at > $2',
  ])
    await harness.database.system.run(statement, [watched.orgId, new Date(Date.now() - 2 * 3_600_000)]);
  await untilWatched(async () => (await alerts()).length === 0, 'the alerts to end');
  assert.equal((await watched.request('GET', '/v1/alerts/')).body.count, 2);
});

test('what makes no sense is refused; only admins change budgets; nobody sees those of others', async () => {
  for (const body of [
    { scope: 'agent', period: 'day', amount: 1 },
    { scope: 'agent', agent_id: randomUUID(), period: 'day', amount: 1 },
    { scope: 'key', period: 'day', amount: 1 },
    { scope: 'organization', period: 'day', amount: 0 },
    { scope: 'organization', period: 'year', amount: 1 },
  ])
    await ask('POST', '/v1/budgets/', body, 400);
  await ask('PUT', '/v1/alerts/settings/', { watches_agents: true, webhook_id: randomUUID() }, 400);
  await ask('PUT', '/v1/alerts/settings/', { watches_agents: true, connection_id: randomUUID() }, 400);
  const member = await org.keyWithRole('member');
  const refused = await request(harness.baseUrl, member, 'POST', '/v1/budgets/', {
    scope: 'organization',
    period: 'day',
    amount: 1,
  });
  assert.equal(refused.status, 403);
  const other = await harness.org();
  assert.deepEqual((await other.request('GET', '/v1/budgets/')).body, []);
});
