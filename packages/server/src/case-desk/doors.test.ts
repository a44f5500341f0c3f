import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';
import { startReceiver } from '../../test/webhooks/receiver.ts';
import { rowsOf } from '../../test/workspace/workspace.ts';

const harness = stopAtEnd(await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const org = await harness.org({ name: 'Doors' });
const ada = await createPerson(harness, org);
const receiver = await startReceiver();
const deaf = await startReceiver();
after(() => Promise.all([receiver.stop(), deaf.stop()]));

const events = ['case.opened', 'case.assigned', 'case.due', 'case.decided'];
await org.expect(201, 'POST', '/webhooks/', { name: 'desk', url: receiver.url, events });
await org.expect(201, 'POST', '/webhooks/', { name: 'jobs', url: deaf.url });
const queue = await org.expect(201, 'POST', '/v1/case-queues/', {
  name: 'Payments',
  clocks: [{ name: 'Report', from: 'detection', hours: 1 }],
});
let count = 0;
const openCase = async (detectedAt = new Date().toISOString()): Promise<string> =>
  (
    await org.expect(201, 'POST', '/v1/case-alerts/', {
      queue: queue.id,
      external_id: `alert-${++count}`,
      subject: { kind: 'company', name: 'Roe Ltd', identifiers: { vat: `X${count}` } },
      rule: 'round sums',
      amount: 10_000.25,
      detected_at: detectedAt,
    })
  ).case_id;
const decision = { outcome: 'no_report', reason_code: 'clear', narrative: 'Rent.' };
const received = (caseId: string): any[] =>
  receiver.received.map(({ body }) => JSON.parse(body)).filter((one) => one.case.id === caseId);
const told = (caseId: string): string[] => received(caseId).map((one) => one.event);

test('webhooks that name them get what happens to a case, and others nothing', async () => {
  const id = await openCase();
  await ada.expect(200, 'POST', `/v1/cases/${id}/assign/`, { user_id: ada.userId });
  await ada.expect(200, 'POST', `/v1/cases/${id}/decide/`, decision);
  await until(async () => told(id).length === 3, 'three deliveries');
  assert.deepEqual(told(id).sort(), ['case.assigned', 'case.decided', 'case.opened']);
  const last = received(id).find((one) => one.event === 'case.decided');
  assert.deepEqual([last.case.state, last.case.outcome, last.organization.id], ['closed', 'no_report', org.orgId]);
  assert.equal(deaf.received.length, 0);
});

test('a clock that has run out is told once, and is in the timeline', async () => {
  const id = await openCase('2026-03-27T10:00:00Z');
  await until(async () => told(id).includes('case.due'), 'the clock to be told');
  assert.equal(received(id).find((one) => one.event === 'case.due').clock, 'Report');
  const { results } = await org.expect(200, 'GET', `/v1/cases/${id}/timeline/`);
  assert.deepEqual(
    results.map((one: any) => [one.kind, one.actor.kind]),
    [
      ['clock_due', 'system'],
      ['opened', 'key'],
    ],
  );
  await ada.expect(200, 'POST', `/v1/cases/${id}/decide/`, decision);
  await ada.expect(200, 'POST', `/v1/cases/${id}/reopen/`, { reason: 'Again.' });
  const later = await openCase('2026-03-27T10:00:00Z');
  await until(async () => told(later).includes('case.due'), 'the next clock');
  assert.equal(told(id).filter((event) => event === 'case.due').length, 1);
});

test('a task that is overdue is told once, and not after it is done or while its case is closed', async () => {
  const add = async (id: string, title: string): Promise<string> =>
    (await ada.expect(201, 'POST', `/v1/cases/${id}/task/`, { title, due_at: '2026-03-27T10:00:00Z' })).id;
  const tasksTold = (id: string): any[] => received(id).flatMap((one) => one.task ?? []);
  const id = await openCase();
  const asked = await ada.expect(201, 'POST', `/v1/cases/${id}/task/`, {
    title: 'Ask for the invoice',
    due_at: '2026-03-27T10:00:00Z',
    assignee: ada.userId,
  });
  await until(async () => tasksTold(id).length > 0, 'the task to be told');
  const due = { id: asked.id, title: 'Ask for the invoice', due_at: '2026-03-27T10:00:00.000Z', user_id: ada.userId };
  assert.deepEqual(tasksTold(id), [due]);
  const { results } = await org.expect(200, 'GET', `/v1/cases/${id}/timeline/`);
  assert.deepEqual(
    [results[0].kind, results[0].actor.kind, results[0].detail.task_id],
    ['task_due', 'system', asked.id],
  );

  const closed = await openCase();
  const inTime = { title: 'Later', due_at: new Date(Date.now() + 3_600_000).toISOString() };
  const waiting = await ada.expect(201, 'POST', `/v1/cases/${closed}/task/`, inTime);
  await ada.expect(200, 'POST', `/v1/cases/${closed}/decide/`, decision);
  const rows = await harness.database.system.query('select tell_at from case_tasks where id = $1', [waiting.id]);
  assert.deepEqual(rows, [{ tell_at: null }]);
  await ada.expect(200, 'POST', `/v1/cases/${closed}/reopen/`, { reason: 'Again.' });
  await harness.database.system.run(
    `update case_tasks set tell_at = clock_timestamp() - interval '1 minute' where id = $1`,
    [waiting.id],
  );
  await until(async () => tasksTold(closed).length === 1, 'the task of the reopened case');

  await ada.expect(200, 'PATCH', `/v1/cases/${id}/tasks/${asked.id}/`, { done: true });
  await ada.expect(200, 'PATCH', `/v1/cases/${id}/tasks/${asked.id}/`, { done: false });
  await add(id, 'Another');
  await until(async () => tasksTold(id).length === 2, 'the other task');
  assert.deepEqual(
    tasksTold(id).map(({ title }) => title),
    ['Ask for the invoice', 'Another'],
  );
});

test('nothing is sent about a restricted case, and SQL does not show it', async () => {
  const [hidden, shown] = [await openCase(), await openCase()];
  await ada.expect(200, 'POST', `/v1/cases/${hidden}/restrict/`, { user_ids: [ada.userId] });
  for (const id of [hidden, shown]) await ada.expect(200, 'POST', `/v1/cases/${id}/decide/`, decision);
  await until(async () => told(shown).includes('case.decided'), 'the other case');
  assert.ok(!told(hidden).includes('case.decided'));
  const sql = (query: string): Promise<unknown[][]> => rowsOf(org, query);
  const ids = `('${hidden}', '${shown}')`;
  assert.deepEqual(await sql(`select id, queue, subject_name, outcome from errand.cases where id in ${ids}`), [
    [shown, 'Payments', 'Roe Ltd', 'no_report'],
  ]);
  assert.deepEqual(await sql(`select case_id, rule, amount::varchar from errand.case_alerts where case_id in ${ids}`), [
    [shown, 'round sums', '10000.2500'],
  ]);
  assert.deepEqual(
    await sql(`select case_id, kind, actor_kind from errand.case_events where case_id in ${ids} order by created_at`),
    [
      [shown, 'opened', 'key'],
      [shown, 'decided', 'person'],
    ],
  );
});
