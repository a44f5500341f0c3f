import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { startHarness, stopAtEnd, type TestOrg } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org({ name: 'Desk' });
const ada = await createPerson(harness, org);
const ben = await createPerson(harness, org);
const admin = await createPerson(harness, org, 'admin');
type Calls = Pick<TestOrg, 'request' | 'expect'>;

let count = 0;
const createQueue = (more: object = {}): Promise<any> =>
  org.expect(201, 'POST', '/v1/case-queues/', {
    name: `Queue ${++count}`,
    join_rule: { by: ['account', 'Passport'], within_days: 30 },
    reason_codes: ['clear', 'structuring'],
    four_eyes: { outcomes: ['report'] },
    clocks: [{ name: 'Report', from: 'opened', hours: 72 }],
    ...more,
  });
const newAccount = (): string => `DE${String(++count).padStart(20, '0')}`;
const alertFor = (queue: string, account: string, more: object = {}) => ({
  queue,
  external_id: `alert-${++count}`,
  subject: { kind: 'person', name: 'Jane Roe', identifiers: { account } },
  rule: 'many small transfers',
  detected_at: '2026-03-27T10:00:00Z',
  ...more,
});
const send = (alert: object, by: Calls = org): Promise<any> => by.expect(201, 'POST', '/v1/case-alerts/', alert);
const openCase = async (queue: any, account = newAccount()): Promise<any> =>
  read((await send(alertFor(queue.id, account))).case_id);
const read = (id: string, by: Calls = org): Promise<any> => by.expect(200, 'GET', `/v1/cases/${id}/`);
const act = (by: Calls, id: string, verb: string, body: object) => by.request('POST', `/v1/cases/${id}/${verb}/`, body);
const no = { outcome: 'no_report', reason_code: 'clear', narrative: 'A wage.' };
const report = { outcome: 'report', reason_code: 'structuring', narrative: 'Twelve transfers below the limit.' };

describe('alerts', () => {
  test('about the same subject join one case, however the identifier is written', async () => {
    const queue = await createQueue();
    const first = await send(alertFor(queue.id, 'DE02 1203-0000 0000 2020 51'));
    const alias = {
      kind: 'person',
      name: 'Jane R. Roe',
      identifiers: { ACCOUNT: 'de02120300000000202051', phone: '+49 30 1' },
    };
    const second = await send(alertFor(queue.name, '', { subject: alias, priority: 'high' }));
    const other = await send(alertFor(queue.id, newAccount()));
    assert.equal(second.case_id, first.case_id);
    assert.notEqual(other.case_id, first.case_id);
    const found = await read(first.case_id);
    assert.deepEqual([found.alert_count, found.alerts.length, found.priority, found.state], [2, 2, 'high', 'open']);
    assert.deepEqual(found.subject.aliases, ['Jane R. Roe']);
    assert.equal(found.subject.identifiers.phone, '+49 30 1');
  });

  test('outside of the days, of another kind or after the decision open another case, which is related', async () => {
    const queue = await createQueue();
    const account = newAccount();
    const first = await send(alertFor(queue.id, account));
    const late = await send(alertFor(queue.id, account, { detected_at: '2026-04-27T10:00:01Z' }));
    assert.notEqual(late.case_id, first.case_id);
    assert.equal((await act(ada, first.case_id, 'decide', no)).status, 200);
    const after = await send(alertFor(queue.id, account));
    assert.ok(after.case_id !== first.case_id);
    const found = await read(after.case_id);
    assert.deepEqual(
      found.earlier_decisions.map((one: any) => [one.case_id, one.outcome, one.decided_by.user_id]),
      [[first.case_id, 'no_report', ada.userId]],
    );
    assert.deepEqual(found.related.find((one: any) => one.id === first.case_id).shared, [
      { kind: 'account', value: account.toLowerCase() },
    ]);
  });

  test('sent twice are one, and with other content a conflict', async () => {
    const queue = await createQueue();
    const alert = alertFor(queue.id, newAccount(), { amount: 12.5, currency: 'EUR', data: { a: 1, b: 2 } });
    const first = await send(alert);
    const again = await send({ ...alert, data: { b: 2, a: 1 }, detected_at: '2026-03-27T11:00:00+01:00' });
    assert.deepEqual(again, first);
    assert.equal((await org.request('POST', '/v1/case-alerts/', { ...alert, amount: 13 })).status, 409);
    assert.equal((await read(first.case_id)).alert_count, 1);
    assert.deepEqual(await org.expect(200, 'GET', `/v1/case-alerts/${first.id}/`), first);
  });

  test('posted at once about the same subject make one case, and the same one is one alert', async () => {
    const queue = await createQueue();
    const account = newAccount();
    const same = alertFor(queue.id, account);
    const all = await Promise.all([
      ...Array.from({ length: 8 }, () => send(alertFor(queue.id, account))),
      ...Array.from({ length: 4 }, () => send(same)),
    ]);
    assert.equal(new Set(all.map((one) => one.case_id)).size, 1);
    const found = await read(all[0].case_id);
    assert.equal(found.alert_count, 9);
    const listed = await org.expect(200, 'GET', `/v1/case-alerts/?case=${found.id}&page_size=100`);
    assert.equal(listed.count, 9);
  });

  test('for an unknown queue are refused', async () => {
    const answer = await org.request('POST', '/v1/case-alerts/', alertFor('nowhere', newAccount()));
    assert.equal(answer.status, 400);
  });

  test('of a time or with a kind of identifier that nothing can keep are refused, and lists stay readable', async () => {
    const queue = await createQueue({ clocks: [{ name: 'Report', from: 'detection', hours: 87_600 }] });
    const other = { kind: 'person', name: 'Jane Roe' };
    for (const [field, more] of [
      ['detected_at', { detected_at: '0000-01-01T00:00:00Z' }],
      ['detected_at', { detected_at: '9999-12-31T23:59:59Z' }],
      ['detected_at', { detected_at: '9999-12-31T23:59:59-12:00' }],
      ['detected_at', { detected_at: '2016-12-31T23:59:60Z' }],
      ['subject', { subject: { ...other, identifiers: { [randomBytes(5_000).toString('hex')]: 'x' } } }],
      ['subject', { subject: { ...other, identifiers: { ' ': 'x' } } }],
    ] as const) {
      const answer = await org.request('POST', '/v1/case-alerts/', alertFor(queue.id, newAccount(), more));
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
      assert.deepEqual(Object.keys(answer.body), [field]);
    }
    await openCase(queue);
    assert.equal((await org.expect(200, 'GET', `/v1/cases/?queue=${queue.id}`)).count, 1);
    for (const detected of ['1900-01-01T00:00:00Z', '2199-12-31T23:59:59Z'])
      await send(alertFor(queue.id, newAccount(), { detected_at: detected }));
    assert.equal((await org.expect(200, 'GET', `/v1/cases/?queue=${queue.id}`)).results.length, 3);
  });
});

describe('decisions', () => {
  test('of two people who decide at once, exactly one wins', async () => {
    const queue = await createQueue();
    for (let round = 0; round < 5; round++) {
      const { id } = await openCase(queue);
      const answers = await Promise.all([
        act(ada, id, 'decide', no),
        act(ben, id, 'decide', { ...no, narrative: 'Other.' }),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
      const winner = answers.find(({ status }) => status === 200)!.body;
      assert.equal((await read(id)).narrative, winner.narrative);
    }
  });

  test('with four eyes wait for another person who is signed in', async () => {
    const queue = await createQueue();
    const { id } = await openCase(queue);
    const proposed = await act(ada, id, 'decide', report);
    assert.equal(proposed.status, 202, proposed.text);
    assert.deepEqual(
      [proposed.body.state, proposed.body.proposed_decision.proposed_by.user_id],
      ['waiting', ada.userId],
    );
    assert.equal((await act(ben, id, 'decide', no)).status, 409);
    const own = { request: org.request, expect: org.expect };
    assert.equal((await act(ada, id, 'approve', {})).status, 403);
    assert.equal((await act(own, id, 'approve', {})).status, 403);
    const approvals = await Promise.all([act(ben, id, 'approve', { comment: 'Yes.' }), act(admin, id, 'approve', {})]);
    assert.deepEqual(approvals.map(({ status }) => status).sort(), [200, 409]);
    const closed = await read(id);
    assert.deepEqual([closed.state, closed.outcome, closed.proposed_decision], ['closed', 'report', null]);
    assert.deepEqual(closed.earlier_decisions, []);
  });

  test('that a key proposed are approved by an administrator, and a rejected one leaves the case open', async () => {
    const queue = await createQueue();
    const { id } = await openCase(queue);
    assert.equal((await act(org, id, 'decide', report)).status, 202);
    assert.equal((await act(ben, id, 'approve', {})).status, 403);
    const rejected = await act(ben, id, 'reject', { comment: 'The invoice is missing.' });
    assert.deepEqual([rejected.status, rejected.body.state, rejected.body.proposed_decision], [200, 'open', null]);
    assert.equal((await act(org, id, 'decide', report)).status, 202);
    assert.equal((await act(admin, id, 'approve', {})).body.state, 'closed');
  });

  test('need a reason code of the queue', async () => {
    const { id } = await openCase(await createQueue());
    assert.equal((await act(ada, id, 'decide', { ...no, reason_code: 'whatever' })).status, 400);
  });

  test('stay on record when a case is reopened', async () => {
    const { id } = await openCase(await createQueue());
    await act(ada, id, 'decide', no);
    assert.equal((await act(ben, id, 'assign', { user_id: ben.userId })).status, 409);
    const reopened = await act(ben, id, 'reopen', { reason: 'A new document.' });
    assert.deepEqual([reopened.status, reopened.body.state, reopened.body.outcome], [200, 'open', null]);
    assert.deepEqual(
      reopened.body.earlier_decisions.map((one: any) => one.case_id),
      [id],
    );
    assert.equal((await act(ben, id, 'reopen', { reason: 'Again.' })).status, 409);
  });
});

describe('work on a case', () => {
  test('of two people who take a case that nobody has at once, one gets it', async () => {
    const { id } = await openCase(await createQueue());
    const taken = await Promise.all(
      [ada, ben].map((one) => act(one, id, 'assign', { user_id: one.userId, expected_user_id: null })),
    );
    assert.deepEqual(taken.map(({ status }) => status).sort(), [200, 409]);
    const winner = [ada, ben][taken.findIndex(({ status }) => status === 200)]!;
    assert.equal((await read(id)).assignee.user_id, winner.userId);
    assert.match(taken.find(({ status }) => status === 409)!.text, new RegExp(`is with ${winner.email}`));
    const over = await act(admin, id, 'assign', { user_id: admin.userId, expected_user_id: winner.userId });
    assert.deepEqual([over.status, over.body.assignee.user_id], [200, admin.userId]);
    assert.equal((await act(ada, id, 'assign', { user_id: null, expected_user_id: ada.userId })).status, 409);
    assert.equal((await act(ada, id, 'assign', { user_id: ada.userId })).status, 200);
  });

  test('assignment, notes and tasks are in its timeline with who did them, and in the audit log', async () => {
    const { id } = await openCase(await createQueue());
    const assigned = await act(ada, id, 'assign', { user_id: ben.userId });
    assert.deepEqual([assigned.body.state, assigned.body.assignee.user_id], ['in_review', ben.userId]);
    assert.equal((await act(ada, id, 'assign', { user_id: 999_999 })).status, 400);
    const noted = await act(ben, id, 'note', { text: 'The employer confirms.' });
    assert.deepEqual([noted.status, noted.body.notes[0].author.name], [201, ben.email]);
    const task = await act(ben, id, 'task', { title: 'Ask for the invoice', assignee: ada.userId });
    assert.equal(task.status, 201, task.text);
    const done = await ada.expect(200, 'PATCH', `/v1/cases/${id}/tasks/${task.body.id}/`, { done: true });
    assert.ok(done.done_at);
    const { results } = await org.expect(200, 'GET', `/v1/cases/${id}/timeline/`);
    assert.deepEqual(
      results
        .map((one: any) => [one.kind, one.actor.user_id])
        .toReversed()
        .slice(1),
      [
        ['assigned', ada.userId],
        ['note_added', ben.userId],
        ['task_added', ben.userId],
        ['task_done', ada.userId],
      ],
    );
    const audit = await admin.expect(200, 'GET', `/v1/organizations/${org.orgId}/audit/?target_id=${id}`);
    assert.deepEqual(audit.results.map((one: any) => one.action).toReversed(), [
      'case.opened',
      // Who opened the page of the case.
      'case.read',
      'case.assigned',
      'case.note_added',
      'case.task_added',
      'case.task_done',
    ]);
    assert.doesNotMatch(JSON.stringify(audit), /invoice|employer/);
    const mine = await ben.expect(200, 'GET', '/v1/cases/?assignee=me');
    assert.deepEqual(
      mine.results.map((one: any) => one.id),
      [id],
    );
  });

  test('a paused clock is due as much later as it was paused, and the case waits meanwhile', async () => {
    const { id, clocks } = await openCase(await createQueue());
    const paused = await act(ada, id, 'pause-clock', {
      name: 'Report',
      reason: 'The customer was asked.',
      paused: true,
    });
    assert.deepEqual([paused.body.state, paused.body.clocks[0].paused], ['waiting', true]);
    assert.equal((await act(ada, id, 'pause-clock', { name: 'Report', reason: 'x', paused: true })).status, 409);
    // As if it had been paused for a day.
    await harness.database.system.run('update case_clocks set left_ms = 48 * 3600000 where case_id = $1', [id]);
    const before = Date.now();
    const resumed = await act(ada, id, 'pause-clock', { name: 'Report', reason: 'They answered.', paused: false });
    const due = Date.parse(resumed.body.clocks[0].due_at);
    assert.ok(Math.abs(due - before - 48 * 3_600_000) < 60_000);
    assert.ok(due < Date.parse(clocks[0].due_at));
    assert.equal(resumed.body.state, 'open');
  });

  test('lists are filtered by queue, state, assignee and what is due', async () => {
    const queue = await createQueue({ clocks: [{ name: 'Report', from: 'detection', hours: 24 }] });
    const overdue = await openCase(queue);
    const later = await send(alertFor(queue.id, newAccount(), { detected_at: new Date().toISOString() }));
    const list = async (query: string) =>
      (await org.expect(200, 'GET', `/v1/cases/?queue=${queue.id}&${query}`)).results.map((one: any) => one.id);
    assert.deepEqual(await list(''), [later.case_id, overdue.id]);
    assert.deepEqual(await list('due=overdue'), [overdue.id]);
    assert.deepEqual(await list('due=2999-01-01T00:00:00Z&ordering=due'), [overdue.id, later.case_id]);
    await act(ada, overdue.id, 'assign', { user_id: ada.userId });
    assert.deepEqual(await list(`assignee=${ada.userId}`), [overdue.id]);
    assert.deepEqual(await list('assignee=none'), [later.case_id]);
    assert.deepEqual(await list('state=in_review'), [overdue.id]);
    await act(ada, overdue.id, 'decide', no);
    assert.deepEqual(await list('due=overdue'), []);
  });
});

describe('merge and split', () => {
  test('a merged case stays readable and says where it went, and its history is in the other one', async () => {
    const queue = await createQueue();
    const [one, other] = [await openCase(queue), await openCase(queue)];
    await act(ada, one.id, 'note', { text: 'Both have the same device.' });
    const merged = await act(ada, one.id, 'merge', { into_case_id: other.id, reason: 'The same person.' });
    assert.deepEqual([merged.status, merged.body.state, merged.body.merged_into_case_id], [200, 'closed', other.id]);
    const target = await read(other.id);
    assert.deepEqual([target.alert_count, target.merged_case_ids], [2, [one.id]]);
    const { results } = await org.expect(200, 'GET', `/v1/cases/${other.id}/timeline/`);
    assert.ok(results.some((event: any) => event.kind === 'note_added' && event.case_id === one.id));
    assert.equal((await act(ada, one.id, 'reopen', { reason: 'No.' })).status, 409);
    assert.equal((await act(ada, one.id, 'merge', { into_case_id: other.id, reason: 'x' })).status, 409);
    const next = await send(alertFor(queue.id, one.subject.identifiers.account));
    assert.equal(next.case_id, other.id);
    const split = await act(ada, other.id, 'split', { alert_ids: [one.alerts[0].id], reason: 'After all not.' });
    assert.equal(split.status, 201, split.text);
    assert.deepEqual([split.body.alert_count, (await read(other.id)).alert_count], [1, 2]);
    assert.equal(split.body.subject.identifiers.account, one.subject.identifiers.account);
  });

  test('two merges at once of the same cases into each other: one happens', async () => {
    const queue = await createQueue();
    const [one, other] = [await openCase(queue), await openCase(queue)];
    const answers = await Promise.all([
      act(ada, one.id, 'merge', { into_case_id: other.id, reason: 'x' }),
      act(ben, other.id, 'merge', { into_case_id: one.id, reason: 'x' }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  });

  test('alerts that arrive while cases are merged are in the one that is left', async () => {
    const queue = await createQueue();
    const [one, other] = [await openCase(queue), await openCase(queue)];
    await Promise.all([
      act(ada, one.id, 'merge', { into_case_id: other.id, reason: 'x' }),
      ...Array.from({ length: 6 }, () => send(alertFor(queue.id, one.subject.identifiers.account))),
    ]);
    const target = await read(other.id);
    assert.deepEqual([target.alert_count, target.alerts.length, (await read(one.id)).alerts.length], [8, 8, 0]);
  });

  test('the list of all alerts counts those that it has, for everybody what they see', async () => {
    const listedBy = async (by: Calls): Promise<number> => {
      let found = 0;
      for (let page = 1; ; page++) {
        const { count, next, results } = await by.expect(200, 'GET', `/v1/case-alerts/?page_size=100&page=${page}`);
        found += results.length;
        if (next !== null) continue;
        assert.equal(count, found);
        return found;
      }
    };
    const queue = await createQueue();
    const [first, second] = [await openCase(queue), await openCase(queue)];
    const account = newAccount();
    await send(alertFor(queue.id, account));
    const { case_id: third, id: alertId } = await send(alertFor(queue.id, account));
    const all = await listedBy(ada);
    assert.equal((await act(ada, first.id, 'merge', { into_case_id: second.id, reason: 'The same.' })).status, 200);
    assert.equal((await act(ada, third, 'split', { alert_ids: [alertId], reason: 'Another.' })).status, 201);
    assert.equal(await listedBy(ada), all);
    assert.equal((await act(admin, second.id, 'restrict', { user_ids: [ada.userId] })).status, 200);
    assert.deepEqual([await listedBy(ada), await listedBy(ben), await listedBy(org)], [all, all - 2, all - 2]);
    assert.equal((await act(ada, second.id, 'restrict', { user_ids: [] })).status, 200);
  });

  test('the last alert cannot leave, and alerts of other cases are not taken', async () => {
    const queue = await createQueue();
    const [one, other] = [await openCase(queue), await openCase(queue)];
    for (const alert_ids of [[one.alerts[0].id], [other.alerts[0].id]])
      assert.equal((await act(ada, one.id, 'split', { alert_ids, reason: 'x' })).status, 400);
  });
});

test('a restricted case is nowhere for others: lists, counts, alerts, related cases, timeline and keys', async () => {
  const queue = await createQueue({ join_rule: { by: [], within_days: 1 } });
  const account = newAccount();
  const hidden = await openCase(queue, account);
  const shown = await openCase(queue, account);
  assert.deepEqual(
    shown.related.map((one: any) => one.id),
    [hidden.id],
  );
  await act(ada, hidden.id, 'decide', no);
  assert.equal((await act(ada, hidden.id, 'restrict', { user_ids: [ada.userId] })).status, 200);
  for (const who of [org, ben, admin]) {
    const answer = await who.request('GET', `/v1/cases/${hidden.id}/`);
    assert.equal(answer.status, 404, answer.text);
    assert.equal((await who.request('GET', `/v1/cases/${hidden.id}/timeline/`)).status, 404);
    assert.equal((await who.request('GET', `/v1/case-alerts/${hidden.alerts[0].id}/`)).status, 404);
    assert.equal((await act(who, hidden.id, 'restrict', { user_ids: [] })).status, 404);
    assert.equal((await who.expect(200, 'GET', `/v1/cases/?queue=${queue.id}`)).count, 1);
    assert.equal((await who.expect(200, 'GET', `/v1/case-alerts/?queue=${queue.id}`)).count, 1);
    const other = await read(shown.id, who);
    assert.deepEqual([other.related, other.earlier_decisions], [[], []]);
    assert.equal((await act(who, shown.id, 'merge', { into_case_id: hidden.id, reason: 'x' })).status, 400);
  }
  assert.equal((await read(hidden.id, ada)).restricted, true);
  assert.equal((await read(shown.id, ada)).related.length, 1);
  await act(ada, hidden.id, 'restrict', { user_ids: [] });
  assert.equal((await read(hidden.id, ben)).restricted, false);
});

test('the sender of an alert about a restricted case does not learn of the case', async () => {
  const queue = await createQueue();
  const account = newAccount();
  const hidden = await openCase(queue, account);
  await act(ada, hidden.id, 'restrict', { user_ids: [ada.userId] });
  const alert = await send(alertFor(queue.id, account));
  assert.equal(alert.case_id, null);
  assert.equal((await read(hidden.id, ada)).alert_count, 2);
});

test('a queue with a wrong clock is refused, its name is taken once, and it stays while it has cases', async () => {
  const queue = await createQueue();
  const create = (more: object) => org.request('POST', '/v1/case-queues/', { name: 'Another', ...more });
  assert.equal((await create({ name: queue.name })).status, 409);
  const clock = { name: 'A', from: 'alert', hours: 1 };
  for (const clocks of [
    [clock, clock],
    [{ ...clock, calendar: { time_zone: 'Mars/Olympus' } }],
    [{ ...clock, calendar: { time_zone: 'Europe/Berlin', from: '17:00', to: '09:00' } }],
    // One minute a week: the clock would end after a century.
    [{ ...clock, hours: 100, calendar: { time_zone: 'UTC', days: [1], from: '00:00', to: '00:01' } }],
  ])
    assert.equal((await create({ clocks })).status, 400);
  await openCase(queue);
  assert.equal((await org.request('DELETE', `/v1/case-queues/${queue.id}/`)).status, 409);
  const changed = await org.expect(200, 'PATCH', `/v1/case-queues/${queue.id}/`, { reason_codes: ['other'] });
  assert.deepEqual([changed.reason_codes, changed.four_eyes.outcomes], [['other'], ['report']]);
});
