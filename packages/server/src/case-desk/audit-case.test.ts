import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStorage } from '#platform/storage/open-storage.ts';
import { startHarness, stopAtEnd } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';
import { removeExpired } from './retention.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org({ name: 'Audit of cases' });
const ada = await createPerson(harness, org, 'analyst');
const ben = await createPerson(harness, org, 'approver');
const auditor = await createPerson(harness, org, 'auditor');
const queue = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Payments', retention_days: 1 });
let count = 0;
const send = (): Promise<any> =>
  org.expect(201, 'POST', '/v1/case-alerts/', {
    queue: queue.id,
    external_id: `audit-${++count}`,
    subject: { kind: 'person', name: 'Jane Roe', identifiers: { account: `DE${count}` } },
    rule: 'round sums',
    detected_at: '2026-03-27T11:00:00Z',
  });
const audit = async (query: string): Promise<any[]> =>
  (await auditor.expect(200, 'GET', `/v1/organizations/${org.orgId}/audit/?page_size=100&${query}`)).results;

for (const [part, pathOf] of Object.entries<(alert: any) => string>({
  'the page': ({ case_id: id }) => `/v1/cases/${id}/`,
  'the timeline': ({ case_id: id }) => `/v1/cases/${id}/timeline/`,
  'the report': ({ case_id: id }) => `/v1/cases/${id}/report/`,
  'the network': ({ case_id: id }) => `/v1/cases/${id}/network/`,
  'an alert': ({ id }) => `/v1/case-alerts/${id}/`,
  'the alerts': ({ case_id: id }) => `/v1/case-alerts/?case=${id}`,
}))
  test(`who opened ${part} of a case is in the audit log, once`, async () => {
    const alert = await send();
    for (let again = 0; again < 2; again += 1) await ada.expect(200, 'GET', pathOf(alert));
    const entries = await audit(`target_id=${alert.case_id}&action=case.read`);
    assert.deepEqual(
      entries.map((one) => one.actor.user_id),
      [ada.userId],
    );
  });

test('the audit log says who worked on a restricted case, and neither which one nor how many there are', async () => {
  const ids = [(await send()).case_id, (await send()).case_id];
  for (const id of ids) {
    await ben.expect(200, 'POST', `/v1/cases/${id}/restrict/`, { user_ids: [ada.userId] });
    await ada.expect(200, 'GET', `/v1/cases/${id}/`);
    const one = await ada.expect(201, 'POST', `/v1/cases/${id}/task/`, { title: 'Ask the bank' });
    await ada.expect(200, 'PATCH', `/v1/cases/${id}/tasks/${one.id}/`, { done: true });
  }
  for (const id of ids)
    assert.deepEqual(
      (await audit(`target_id=${id}`)).map(({ action }) => action),
      ['case.opened'],
      'only what everybody saw',
    );
  const hidden = await audit('target_id=restricted');
  assert.equal(hidden.length, 8);
  for (const { target_type, detail } of hidden)
    assert.deepEqual([target_type, Object.keys(detail)], ['case', ['nonce', 'sha256']]);
  assert.equal(new Set(hidden.map(({ detail }) => detail.sha256)).size, 8, 'entries about one case look different');

  const { nonce, sha256 } = hidden.find(({ action }) => action === 'case.task_done').detail;
  const hash = (id: string): string => createHash('sha256').update(`${nonce} ${id}`).digest('hex');
  assert.deepEqual(ids.map((id) => hash(id) === sha256).sort(), [false, true], 'who knows the case can show the entry');
});

test('retention removes a restricted case without naming it', async () => {
  const { case_id: id } = await send();
  await ben.expect(200, 'POST', `/v1/cases/${id}/restrict/`, { user_ids: [ada.userId] });
  const decision = { outcome: 'no_report', reason_code: 'clear', narrative: 'Rent.' };
  await ada.expect(200, 'POST', `/v1/cases/${id}/decide/`, decision);
  await harness.database.system.run("update cases set closed_at = now() - interval '2 days' where id = $1", [id]);
  await removeExpired(harness.database.system, await openStorage(join(harness.dataDir, 'storage')));
  await ada.expect(404, 'GET', `/v1/cases/${id}/`);
  const [entry] = await audit('action=case.removed');
  assert.deepEqual([entry.target_id, Object.keys(entry.detail)], ['restricted', ['nonce', 'sha256']]);
});
