import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEngines } from '../../test/engines.ts';
import { request, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createAgent, startJob, untilFinal } from '../../test/runs.ts';

// Triggers whose events are alerts for a case queue.

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const agent = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
const queue = await org.expect(201, 'POST', '/v1/case-queues/', {
  name: 'Payments',
  join_rule: { by: ['account'], within_days: 30 },
});

const mapping = {
  subject: { kind: 'person', name: '${event.body.name}', identifiers: { account: '${event.body.account}' } },
  amount: '${event.body.amount}',
  data: { event: '${event.body}' },
};
const create = (body: object = {}): Promise<any> =>
  org.expect(201, 'POST', '/v1/triggers/', {
    name: 'Round sums',
    kind: 'http',
    case_queue_id: queue.id,
    mapping,
    ...body,
  });
const refused = (body: object): Promise<any> =>
  org.expect(400, 'POST', '/v1/triggers/', {
    name: 'Round sums',
    kind: 'http',
    case_queue_id: queue.id,
    mapping,
    ...body,
  });
const send = (url: string, body: object, headers: Record<string, string> = {}) =>
  request(harness.baseUrl, undefined, 'POST', new URL(url).pathname, body, headers);
const alertOf = (id: string): Promise<any> => org.expect(200, 'GET', `/v1/case-alerts/${id}/`);

test('an event becomes one alert, however often it is sent, and joins the case of its subject', async () => {
  const trigger = await create();
  assert.deepEqual([trigger.agent_id, trigger.case_queue_id], [null, queue.id]);
  const event = { name: 'Jane Roe', account: 4711, amount: 9_900 };
  const [first, again] = [
    await send(trigger.url, event, { 'webhook-id': 'one' }),
    await send(trigger.url, event, { 'webhook-id': 'one' }),
  ];
  assert.equal(first.status, 202);
  assert.deepEqual(again.body, first.body);
  const second = await send(trigger.url, { ...event, amount: 9_800 }, { 'webhook-id': 'two' });
  const alerts = [await alertOf(first.body.case_alert_id), await alertOf(second.body.case_alert_id)];
  assert.equal(alerts[0].case_id, alerts[1].case_id);
  assert.notEqual(alerts[0].id, alerts[1].id);
  assert.deepEqual(alerts[0].subject, { kind: 'person', name: 'Jane Roe', identifiers: { account: '4711' } });
  assert.deepEqual([alerts[0].rule, alerts[0].amount, alerts[0].data], ['Round sums', 9_900, { event }]);
  const { results } = await org.expect(200, 'GET', `/v1/triggers/${trigger.id}/runs/`);
  assert.deepEqual(
    results.map((run: any) => [run.outcome, run.job_id, run.case_alert_id]),
    [
      ['started', null, second.body.case_alert_id],
      ['started', null, first.body.case_alert_id],
    ],
  );
  const { results: events } = await org.expect(200, 'GET', `/v1/cases/${alerts[0].case_id}/timeline/`);
  const audit = `/v1/organizations/${org.orgId}/audit/?action=case.opened&target_id=${alerts[0].case_id}`;
  const [entry] = (await org.expect(200, 'GET', audit)).results;
  assert.deepEqual([entry.detail.by.kind, entry.detail.by.name], ['trigger', 'Round sums']);
  assert.deepEqual(
    entry.detail.by.chain.map(({ kind }: any) => kind),
    ['key'],
    'who wrote the trigger',
  );
  assert.ok(events.every(({ actor }: any) => actor.kind === 'trigger' && actor.id === trigger.id));
});

test('an alert that the mapping names is one, also for events without an id and after the trigger was renamed', async () => {
  const trigger = await create({ mapping: { ...mapping, external_id: '${event.body.id}' } });
  const event = { id: 381, name: 'Jane Roe', account: 'once', amount: 7 };
  const first = await send(trigger.url, event);
  await org.expect(200, 'PATCH', `/v1/triggers/${trigger.id}/`, { name: 'Other sums' });
  const again = await send(trigger.url, event);
  assert.deepEqual([again.status, again.body], [202, first.body]);
  assert.equal((await send(trigger.url, { ...event, amount: 8 })).status, 409, 'the same id with other content');
});

test('an alert that the queue cannot take is told to the sender, and the event can be sent again', async () => {
  const trigger = await create();
  const wrong = await send(trigger.url, { name: 'Jane Roe', account: '1', amount: 'many' }, { 'webhook-id': 'wrong' });
  assert.equal(wrong.status, 400);
  assert.ok('amount' in wrong.body);
  const [run] = (await org.expect(200, 'GET', `/v1/triggers/${trigger.id}/runs/`)).results;
  assert.equal(run.outcome, 'failed');
  assert.match(run.reason, /^amount: /);
  const right = await send(trigger.url, { name: 'Jane Roe', account: '1', amount: 5 }, { 'webhook-id': 'wrong' });
  assert.equal(right.status, 202);
  await alertOf(right.body.case_alert_id);
  const sample = { event: { body: { name: 'Jane Roe', account: '2', amount: 'many' } } };
  const tried = await org.expect(200, 'POST', `/v1/triggers/${trigger.id}/test/`, sample);
  assert.equal(tried.starts, false);
  assert.match(tried.problems[0], /^amount: /);
});

test('a trigger names an agent or a queue of its organization, and a mapping that has a subject', async () => {
  assert.ok('agent_id' in (await refused({ agent_id: agent.id })));
  assert.ok('agent_id' in (await refused({ case_queue_id: null })));
  assert.match((await refused({ mapping: {} })).mapping[0], /whom the alert is about/);
  assert.match((await refused({ mapping: { ...mapping, amont: 1 } })).mapping[0], /no member 'amont'.*amount/);
  const other = await harness.org();
  const foreign = await other.expect(201, 'POST', '/v1/case-queues/', { name: 'Theirs' });
  assert.match((await refused({ case_queue_id: foreign.id })).case_queue_id[0], /No case queue/);
});

test('the end of a job becomes an alert, and a trigger can change from an agent to a queue and back', async () => {
  const trigger = await create({
    kind: 'agent',
    source_agent_id: agent.id,
    mapping: { subject: { kind: 'account', name: '${event.job.id}', identifiers: {} } },
  });
  const jobId = await startJob(org, agent.id, { text: 'x' });
  await untilFinal(org, jobId);
  await until(async () => {
    const [run] = (await org.expect(200, 'GET', `/v1/triggers/${trigger.id}/runs/`)).results;
    return run?.outcome === 'started' && (await alertOf(run.case_alert_id)).subject.name === jobId;
  }, 'the alert');
  const path = `/v1/triggers/${trigger.id}/`;
  const changed = await org.expect(200, 'PATCH', path, { agent_id: agent.id, mapping: { text: 'x' } });
  assert.deepEqual([changed.agent_id, changed.case_queue_id], [agent.id, null]);
  const back = await org.expect(200, 'PATCH', path, { case_queue_id: queue.id, mapping, enabled: false });
  assert.deepEqual([back.agent_id, back.case_queue_id], [null, queue.id]);
});

test('the result of a job that a playbook started is no alert, because it would start the playbook again', async () => {
  const playbook = await org.expect(201, 'POST', '/v1/playbooks/', {
    name: 'Look',
    content: { steps: [{ name: 'look', agent_id: agent.id, inputs: { text: 'x' } }], auto_close: null },
  });
  const own = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Played', playbook_id: playbook.id });
  const trigger = await create({
    kind: 'agent',
    source_agent_id: agent.id,
    case_queue_id: own.id,
    mapping: { subject: { kind: 'account', name: 'x', identifiers: {} } },
  });
  const jobId = await startJob(org, agent.id, { text: 'begins' });
  await untilFinal(org, jobId);
  const runs = async (): Promise<any[]> =>
    (await org.expect(200, 'GET', `/v1/triggers/${trigger.id}/runs/`)).results.toReversed();
  await until(async () => (await runs()).filter(({ outcome }) => outcome !== 'waiting').length === 2, 'both events');
  const [sent, skipped] = await runs();
  assert.deepEqual([sent.outcome, sent.source_job_id, skipped.outcome], ['started', jobId, 'skipped']);
  assert.match(skipped.reason, /playbook/);
});
