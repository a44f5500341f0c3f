import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#platform/caller.ts';
import type { AppError } from '#platform/errors.ts';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import type { WaitRow } from '../record/wait-store.ts';
import type { Wakeups } from '../record/wakeups.ts';
import { answerWait, findWho } from './answer-wait.ts';
import { answerByLink, makeLink, openLink } from './links.ts';
import { sendEvent } from './send-event.ts';
import { endDueWaits } from './sweep.ts';

const ada: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member' };
const wait = (over: Partial<WaitRow> = {}): WaitRow =>
  ({
    id: 'w',
    orgId: 'org',
    jobId: 'job',
    kind: 'approval',
    title: 'Pay?',
    options: ['yes', 'no'],
    answerSchema: null,
    assigneeRole: null,
    assigneeUser: null,
    forbidRequester: false,
    requesterId: 1,
    status: 'open',
    ...over,
  }) as WaitRow;

const TOKEN = 'a'.repeat(43);

/** One wait of a job that is `queued`, and one link to it. */
function world({
  row = wait(),
  queued = true,
  link = {},
  role = 'member' as string | null,
  used = 1,
  sameEvent = [] as object[],
  kept = 0,
} = {}) {
  const told: unknown[] = [];
  const db = scriptedDb({
    'from wait_links': [
      {
        wait_id: 'w',
        org_id: 'org',
        created_by: { userId: 1, keyId: null, name: 'ada@example.com', role: 'member' },
        is_used: false,
        is_late: false,
        ...link,
      },
    ],
    'update wait_links': used,
    'insert into wait_links': [{ expires_at: new Date('2026-01-02T03:04:05Z') }],
    'and idempotency_key': sameEvent,
    'insert into job_events': [{ wait_id: row.event === null ? null : 'w' }],
    'from job_events': [{ count: kept }],
    'w.id = $2': row.id === 'w' ? [row] : [],
    'from job_queue': queued ? [{ job_id: 'job' }] : [],
    'as email': [{ email: 'ada@example.com', key: null }],
    'as role': [{ role }],
  });
  const wakeups = { tell: (...args: unknown[]) => told.push(args) } as unknown as Wakeups;
  return { db, told, deps: { database: scriptedDatabase(db), wakeups } };
}
const isClosed = ({ db }: ReturnType<typeof world>): boolean => db.sentTo("status = 'answered'").length > 0;

test('an answer closes the wait, is audited with its option, and wakes the workers of the organization', async () => {
  const at = world();
  await answerWait(at.deps, ada, 'w', { answer: 'yes', comment: '' });
  assert.equal(isClosed(at), true);
  assert.deepEqual(at.told, [['work', ['org']]]);
  const detail = JSON.parse(String(at.db.sentTo('audit_log')[0]!.values.at(-1)));
  assert.deepEqual(detail, { job_id: 'job', by: 'api', answer: 'yes' });
});

test('free text is not written into the audit log', async () => {
  const at = world({ row: wait({ kind: 'question', options: null }) });
  await answerWait(at.deps, ada, 'w', { answer: 'my secret' });
  assert.doesNotMatch(String(at.db.sentTo('audit_log')[0]!.values.at(-1)), /secret/);
});

test('an answer is refused without changing anything', async () => {
  const cases = [
    { at: world({ row: wait({ status: 'answered' }) }), code: 'conflict' },
    { at: world({ queued: false }), code: 'conflict' },
    { at: world({ row: wait({ id: 'other' }) }), code: 'not_found' },
    { at: world({ row: wait({ assigneeRole: 'admin' }) }), code: 'forbidden' },
    { at: world({ row: wait({ options: ['no'] }) }), code: 'invalid_fields' },
  ];
  for (const { at, code } of cases) {
    await assert.rejects(answerWait(at.deps, ada, 'w', { answer: 'yes' }), { code });
    assert.equal(isClosed(at), false);
    assert.deepEqual(at.told, []);
  }
});

test('an answer is kept under the mail address of the person, else the name of the key', async () => {
  const name = async (row: object) => (await findWho(scriptedDb({ 'as email': [row] }), ada)).name;
  assert.equal(await name({ email: 'a@b.c', key: 'CI' }), 'a@b.c');
  assert.match(await name({ email: null, key: 'CI' }), /key CI/);
  await assert.rejects(name({ email: null, key: null }), { code: 'forbidden' });
});

test('a link opens while it is new, in time, and its maker may still answer', async () => {
  assert.equal((await openLink(world().deps.database, TOKEN)).id, 'w');
  const gone = [
    world({ link: { is_used: true } }),
    world({ link: { is_late: true } }),
    world({ row: wait({ status: 'timed_out' }) }),
    world({ role: null }),
    world({ role: 'viewer' }),
    world({ row: wait({ assigneeUser: 2 }) }),
  ];
  for (const { deps } of gone) await assert.rejects(openLink(deps.database, TOKEN), { code: 'link_gone' });
});

test('a token that nobody can have been given is not looked up', async () => {
  for (const token of ['', 'a', `${TOKEN}a`, `${TOKEN.slice(1)}!`]) {
    const at = world();
    await assert.rejects(openLink(at.deps.database, token), { code: 'not_found' });
    assert.equal(at.db.sent.length, 0);
  }
});

test('an answer by link names whose link it was, and a link that was used meanwhile answers nothing', async () => {
  const at = world();
  await answerByLink(at.deps, TOKEN, { answer: 'yes' });
  const by = JSON.parse(String(at.db.sentTo("status = 'answered'")[0]!.values.at(-1)));
  assert.match(by.name, /link of ada@example\.com/);
  assert.equal('role' in by, false);
  const late = world({ used: 0 });
  await assert.rejects(answerByLink(late.deps, TOKEN, { answer: 'yes' }), { code: 'link_gone' });
  assert.equal(isClosed(late), false);
});

test('only somebody who may answer makes a link, and the database gets no token', async () => {
  const at = world();
  const { token } = await makeLink(at.deps.database, ada, wait());
  assert.match(token, /^[\w-]{43}$/);
  assert.equal(JSON.stringify(at.db.sent).includes(token), false);
  await assert.rejects(makeLink(at.deps.database, ada, wait({ assigneeRole: 'owner' })), { code: 'forbidden' });
  await assert.rejects(makeLink(at.deps.database, ada, wait({ status: 'answered' })), { code: 'conflict' });
});

const event = { jobId: 'job', name: 'paid', data: { amount: 1 }, idempotencyKey: 'k' };

test('an event that a wait expects wakes its job, another one is kept in silence', async () => {
  const awaited = world({ row: wait({ event: 'paid' }) });
  assert.equal((await sendEvent(awaited.deps, ada, event)).wait_id, 'w');
  assert.equal(awaited.told.length, 1);
  const early = world({ row: wait({ event: null }) });
  assert.equal((await sendEvent(early.deps, ada, event)).wait_id, null);
  assert.equal(early.told.length, 0);
});

test('the same event again is the first one, even after the job has ended', async () => {
  const at = world({ queued: false, sameEvent: [{ id: 'e', wait_id: null }] });
  assert.deepEqual(await sendEvent(at.deps, ada, event), { id: 'e', wait_id: null });
  assert.equal(at.db.sentTo('insert into job_events').length, 0);
});

test('a job takes no event after its end, none beyond a hundred that nothing waits for, and none without a name', async () => {
  const refused = (at: ReturnType<typeof world>, given = event) =>
    sendEvent(at.deps, ada, given).then(
      () => undefined,
      (error: AppError) => error.code,
    );
  assert.equal(await refused(world({ queued: false })), 'conflict');
  assert.equal(await refused(world({ kept: 100 })), 'conflict');
  assert.equal(await refused(world({ kept: 99 })), undefined);
  assert.equal(await refused(world(), { ...event, name: 'no spaces' }), 'invalid_fields');
});

test('a due wait whose job is gone is cancelled, and one whose row another process has is left to it', async () => {
  const db = scriptedDb({
    'due_at <= clock_timestamp() order by': [
      { id: 'w1', job_id: 'here' },
      { id: 'w2', job_id: 'gone' },
    ],
    'for update skip locked': [{ job_id: 'here' }],
    "status = 'timed_out'": [{ orgId: 'org' }],
  });
  assert.deepEqual(await endDueWaits(db), [{ orgId: 'org' }]);
  assert.deepEqual(db.sentTo("status = 'timed_out'")[0]!.values, [['w1', 'w2'], ['here']]);
  // The statement itself leaves out jobs that are queued.
  const [cancelled] = db.sentTo("status = 'cancelled'");
  assert.deepEqual(cancelled!.values, [['w2']]);
  assert.match(cancelled!.text, /not exists \(select from job_queue/);
});

test('when nothing is due, nothing is locked', async () => {
  const db = scriptedDb();
  assert.deepEqual(await endDueWaits(db), []);
  assert.equal(db.sent.length, 1);
});
