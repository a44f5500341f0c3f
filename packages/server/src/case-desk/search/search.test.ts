import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createPerson } from '../../../test/people.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org({ name: 'Search' });
const other = await harness.org({ name: 'Other' });
const ada = await createPerson(harness, org);
const clocks = [{ name: 'Report', from: 'detection', hours: 1 }];
const queue = await org.expect(201, 'POST', '/v1/case-queues/', {
  name: 'Payments',
  join_rule: { by: ['account'], within_days: 30 },
  clocks,
});
const calm = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Calm desk' });

let count = 0;
const send = async (given: object, of = queue): Promise<string> =>
  (
    await org.expect(201, 'POST', '/v1/case-alerts/', {
      queue: of.id,
      external_id: `alert-${++count}`,
      subject: { kind: 'person', name: 'Somebody', identifiers: {} },
      rule: 'round sums',
      detected_at: '2026-03-27T10:00:00Z',
      ...given,
    })
  ).case_id;

const jane = await send({
  subject: { kind: 'person', name: 'Jane Roe-Müller', identifiers: { account: 'DE02 1203 0000' } },
  priority: 'high',
  amount: 9_900,
  currency: 'EUR',
  data: { transfers: 12 },
});
await send({ subject: { kind: 'person', name: 'J. Roe', identifiers: { account: 'de0212030000' } }, rule: 'night' });
const ivan = await send({ subject: { kind: 'company', name: 'Газстрой ООО', identifiers: { tax: '77 01' } } }, calm);

const cases = async (q: string, by: any = org): Promise<string[]> =>
  (await by.expect(200, 'GET', `/v1/cases/?ordering=number&q=${encodeURIComponent(q)}`)).results.map(
    (one: any) => one.id,
  );
const alerts = async (q: string): Promise<number> =>
  (await org.expect(200, 'GET', `/v1/case-alerts/?q=${encodeURIComponent(q)}`)).count;

test('each field of the query of cases finds what it says, and a minus the others', async () => {
  for (const [q, found] of Object.entries({
    '': [jane, ivan],
    'jane roe': [jane],
    mull: [],
    müll: [jane],
    'subject:"J. Roe"': [jane],
    газс: [ivan],
    '1203': [jane],
    DE0212030000: [jane],
    'identifier.account:de02-1203-0000': [jane],
    'identifier:7701': [ivan],
    'kind:company': [ivan],
    'queue:"calm desk"': [ivan],
    'queue:pay*,calm*': [jane, ivan],
    'priority:high,urgent': [jane],
    '-priority:high': [ivan],
    'rule:night': [jane],
    'rule:round*': [jane, ivan],
    'alerts:>1': [jane],
    'state:open assignee:none': [jane, ivan],
    'due:overdue': [jane],
    'due:<24h': [jane],
    'due:>24h': [],
    'since:1h': [jane, ivan],
    'to:2020-01-01': [],
    'outcome:report': [],
    '-outcome:report': [jane, ivan],
    'has:document': [],
    '-has:hold,note,task,proposal,restriction,merged': [jane, ivan],
    'number:2': [ivan],
    [`id:${ivan}`]: [ivan],
  }))
    assert.deepEqual(await cases(q), found, q);
});

test('a query of cases finds by person: `me` is the caller, and nobody for a key', async () => {
  await ada.expect(200, 'POST', `/v1/cases/${ivan}/assign/`, { user_id: ada.userId });
  const { email } = (await org.expect(200, 'GET', `/v1/cases/${ivan}/`)).assignee;
  assert.deepEqual(await cases('assignee:me', ada), [ivan]);
  assert.deepEqual(await cases('assignee:me'), []);
  assert.deepEqual(await cases(`assignee:"${email}" state:in_review`), [ivan]);
  assert.deepEqual(await cases('assignee:none'), [jane]);
});

test('each field of the query of alerts finds what it says', async () => {
  for (const [q, found] of Object.entries({
    '': 3,
    roe: 2,
    'queue:Payments': 2,
    'rule:night': 1,
    'priority:high': 1,
    'amount:>=9900': 1,
    'currency:EUR': 1,
    'data.transfers:>10': 1,
    'identifier.account:de0212030000': 2,
    'id:alert-1': 1,
    'case:2': 1,
    'state:closed': 0,
    'kind:person': 2,
    'from:2020-01-01': 3,
  }))
    assert.equal(await alerts(q), found, q);
});

test('what cannot be read is refused with its place and the words that are known', async () => {
  for (const [path, q, problem] of [
    ['cases', 'statsu:open', /Did you mean 'status'\?.*character 1/],
    ['cases', 'queue:Paymnts', /No queue is named 'Paymnts'.*Payments/],
    ['cases', 'due:soon', /not a time/],
    ['cases', 'priority:top', /Must be one of: low, normal, high, urgent/],
    ['case-alerts', 'assignee:me', /Unknown field/],
  ] as const) {
    const answer = await org.request('GET', `/v1/${path}/?q=${encodeURIComponent(q)}`);
    assert.equal(answer.status, 400, q);
    assert.match(answer.text, problem);
  }
});

test('facets count what the list has, without other organizations and restricted cases', async () => {
  const facets = await org.expect(200, 'GET', '/v1/cases/facets/?q=since:1h');
  assert.deepEqual([facets.counted, facets.is_complete], [2, true]);
  assert.deepEqual(facets.due, [{ value: 'overdue', label: 'overdue', count: 1 }]);
  assert.deepEqual(facets.queue.map(({ label, count }: any) => [label, count]).sort(), [
    ['Calm desk', 1],
    ['Payments', 1],
  ]);
  assert.deepEqual(facets.assignee.map(({ value }: any) => value).sort(), [String(ada.userId), 'none'].sort());
  const ofAlerts = await org.expect(200, 'GET', '/v1/case-alerts/facets/');
  assert.deepEqual(
    ofAlerts.rule.map(({ value, count }: any) => [value, count]),
    [
      ['round sums', 2],
      ['night', 1],
    ],
  );
  assert.equal((await other.expect(200, 'GET', '/v1/cases/facets/')).counted, 0);
  assert.equal((await other.expect(200, 'GET', '/v1/case-alerts/?q=roe')).count, 0);
  await ada.expect(200, 'POST', `/v1/cases/${jane}/restrict/`, { user_ids: [ada.userId] });
  assert.equal((await org.expect(200, 'GET', '/v1/cases/facets/')).counted, 1);
  assert.deepEqual(await cases('roe'), []);
  assert.deepEqual(await cases('roe', ada), [jane]);
  await ada.expect(200, 'POST', `/v1/cases/${jane}/restrict/`, { user_ids: [] });
});

test('a priority changes with its reason in the history, and a more urgent alert raises it again', async () => {
  const change = (priority: string, status = 200) =>
    org.expect(status, 'POST', `/v1/cases/${jane}/priority/`, { priority, reason: 'A wage.' });
  assert.equal((await change('low')).priority, 'low');
  await change('top', 400);
  const { results } = await org.expect(200, 'GET', `/v1/cases/${jane}/timeline/`);
  assert.deepEqual(results[0].detail, { priority: 'low', before: 'high', reason: 'A wage.' });
  await send({ subject: { kind: 'person', name: 'J', identifiers: { account: 'DE0212030000' } }, priority: 'urgent' });
  assert.equal((await org.expect(200, 'GET', `/v1/cases/${jane}/`)).priority, 'urgent');
  const [first] = (await org.expect(200, 'GET', '/v1/cases/?ordering=-priority')).results;
  assert.equal(first.id, jane);
});

test('words follow the alerts: what was split off is found no longer', async () => {
  const account = { account: 'split-1' };
  const id = await send({ subject: { kind: 'person', name: 'Alpha Wolf', identifiers: account } });
  await send({ subject: { kind: 'person', name: 'Omega Bear', identifiers: account } });
  assert.deepEqual(await cases('omega'), [id]);
  const { alerts: all } = await org.expect(200, 'GET', `/v1/cases/${id}/`);
  const omega = all.find((one: any) => one.subject.name === 'Omega Bear');
  const split = await org.expect(201, 'POST', `/v1/cases/${id}/split/`, { alert_ids: [omega.id], reason: 'Another.' });
  assert.deepEqual(await cases('omega'), [split.id]);
});
