import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';

// What a decision rests on: every alert of the case, every queue that they came through, and words.

const harness = stopAtEnd(await startHarness());
const org = await harness.org({ name: 'Decisions' });
const ada = await createPerson(harness, org);
const ben = await createPerson(harness, org);

let count = 0;
const createQueue = (more: object = {}): Promise<any> =>
  org.expect(201, 'POST', '/v1/case-queues/', {
    name: `Queue ${++count}`,
    join_rule: { by: ['account'], within_days: 30 },
    clocks: [{ name: 'Report', from: 'opened', hours: 72 }],
    ...more,
  });
const strict = await createQueue({ four_eyes: { outcomes: ['report'] }, reason_codes: ['clear', 'structuring'] });
const open = async (queue: any, account = `A${++count}`): Promise<string> =>
  (
    await org.expect(201, 'POST', '/v1/case-alerts/', {
      queue: queue.id,
      external_id: `alert-${++count}`,
      subject: { kind: 'person', name: 'Jane Roe', identifiers: { account } },
      rule: 'round sums',
      detected_at: '2026-03-27T10:00:00Z',
    })
  ).case_id;
const read = (id: string): Promise<any> => ada.expect(200, 'GET', `/v1/cases/${id}/`);
const act = (by: typeof ada, status: number, id: string, verb: string, body: object): Promise<any> =>
  by.expect(status, 'POST', `/v1/cases/${id}/${verb}/`, body);
const report = { outcome: 'report', reason_code: 'structuring', narrative: 'Twelve transfers below the limit.' };

test('a case merged into a queue without four eyes and codes keeps those of its own queue', async () => {
  const lax = await createQueue();
  const [from, into] = [await open(strict), await open(lax)];
  await act(ada, 200, from, 'merge', { into_case_id: into, reason: 'The same person.' });
  const refused = await act(ada, 400, into, 'decide', { ...report, reason_code: 'whatever' });
  assert.match(refused.reason_code[0], /clear, structuring/);
  await act(ada, 202, into, 'decide', report);
  await act(ada, 403, into, 'approve', {});
  assert.equal((await act(ben, 200, into, 'approve', {})).state, 'closed');
});

test('a decision proposed before another alert joined is approved only by somebody who says that they saw it', async () => {
  const account = 'Late';
  const id = await open(strict, account);
  const proposed = await act(ada, 202, id, 'decide', report);
  assert.equal(proposed.proposed_decision.alert_count, 1);
  assert.equal(await open(strict, account), id);
  assert.match(JSON.stringify(await act(ben, 409, id, 'approve', {})), /2 alerts now; the decision is about 1/);
  await act(ben, 409, id, 'approve', { expected_alert_count: 1 });
  assert.equal((await read(id)).state, 'waiting');
  assert.equal((await act(ben, 200, id, 'approve', { expected_alert_count: 2 })).state, 'closed');
});

test('who decides may say how many alerts they saw, and another one is a conflict', async () => {
  const account = 'Seen';
  const id = await open(strict, account);
  await open(strict, account);
  const no = { outcome: 'no_report', reason_code: 'clear', narrative: '' };
  await act(ada, 409, id, 'decide', { ...no, expected_alert_count: 1 });
  await act(ada, 200, id, 'decide', { ...no, expected_alert_count: 2 });
});

test('an outcome that needs a second person needs a narrative', async () => {
  const id = await open(strict);
  const refused = await act(ada, 400, id, 'decide', { ...report, narrative: ' \n' });
  assert.match(refused.narrative[0], /Write what it rests on/);
});

test('an escalated case stays escalated while one of its clocks is paused', async () => {
  const id = await open(strict);
  await harness.database.system.run('update cases set escalated_at = now() where id = $1', [id]);
  const paused = await act(ada, 200, id, 'pause-clock', { name: 'Report', reason: 'They were asked.', paused: true });
  assert.equal(paused.state, 'escalated');
});

test('a sentence of a report that cites without words of the source, or a fragment of them, says so', async () => {
  const id = await open(strict);
  const { alerts } = await read(id);
  const cite = (quote?: string) => [{ kind: 'alert', id: alerts[0].id, ...(quote && { quote }) }];
  const sentences = [cite(), cite('round sums'), cite('a gun'), [], cite('ound sum'), cite('u'), cite('sums')].map(
    (citations) => ({
      text: 'So it is.',
      citations,
    }),
  );
  const saved = await ada.expect(200, 'PUT', `/v1/cases/${id}/report/`, {
    template: 'generic',
    revision: 0,
    sections: [{ key: 'facts', title: 'Facts', sentences }],
  });
  assert.deepEqual(
    saved.sections[0].sentences.map(({ status, supported }: any) => [status, supported]),
    [
      ['cited', true],
      ['quoted', true],
      ['unsupported', false],
      ['unsupported', false],
      ['unsupported', false],
      ['unsupported', false],
      ['unsupported', false],
    ],
  );
  assert.deepEqual([saved.unquoted, saved.unsupported], [1, 5]);
  assert.match(saved.sections[0].sentences[6].problem, /too little to rest on/);
  const unknown = await ada.request('PUT', `/v1/cases/${id}/report/`, { ...saved, template: 'nowhere', revision: 1 });
  assert.deepEqual([unknown.status, Object.keys(unknown.body)], [400, ['template']]);
});
