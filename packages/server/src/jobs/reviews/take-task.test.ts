import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#platform/caller.ts';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { skipTask } from './skip.ts';
import { refuseHindrance, releaseTask, reserveTask } from './take-task.ts';
import type { TaskRow } from './tasks-store.ts';

const ada: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member' };
const bob: Caller = { ...ada, userId: 2 };
const admin: Caller = { ...ada, userId: 3, role: 'admin' };
const keyAlone: Caller = { ...ada, userId: null, keyId: 'k' };
const who = (caller: Caller, name: string) => ({ userId: caller.userId, keyId: caller.keyId, name });

const task = (over: Partial<TaskRow> = {}): TaskRow =>
  ({ id: 't', orgId: 'org', jobId: 'job', round: 1, firstId: null, state: 'open', skips: [], ...over }) as TaskRow;
const reserved = task({
  state: 'reserved',
  reservedBy: who(ada, 'ada@example.com'),
  reservedUntil: new Date('2026-01-02T03:04:05Z'),
});
const dbWith = (...rows: TaskRow[]) =>
  scriptedDb({
    't.id = $2': ([, id]) => rows.filter((row) => row.id === id),
    'from users': [{ email: 'me@b.c', key: null }],
  });

test('a task that somebody has reserved is refused to others, with who has it and until when', async () => {
  await assert.rejects(refuseHindrance(dbWith(), bob, reserved), (error: { message: string; options: object }) => {
    assert.match(error.message, /ada@example\.com/);
    assert.deepEqual(error.options, {
      detail: error.message,
      extra: { reserved_until: '2026-01-02T03:04:05.000Z' },
    });
    return true;
  });
  await refuseHindrance(dbWith(), ada, reserved);
});

test('nobody works on a task that is done', async () => {
  const done = task({ state: 'done' });
  for (const caller of [ada, admin]) {
    await assert.rejects(refuseHindrance(dbWith(), caller, done), { code: 'conflict' });
    await assert.rejects(releaseTask(dbWith(done), caller, done), { code: 'conflict' });
  }
});

test('the second review needs another person than the first, and a person', async () => {
  const first = task({ id: 'first', state: 'done', decidedBy: who(ada, 'ada') });
  const second = task({ id: 'second', round: 2, firstId: 'first' });
  await assert.rejects(refuseHindrance(dbWith(first), ada, second), { code: 'forbidden' });
  await assert.rejects(refuseHindrance(dbWith(first), keyAlone, second), { code: 'forbidden' });
  await refuseHindrance(dbWith(first), bob, second);
});

test('reserving again keeps the time at which the work began', async () => {
  const isAgain = async (row: TaskRow): Promise<unknown> => {
    const db = dbWith(row);
    await reserveTask(db, ada, row);
    return db.sentTo('update review_tasks')[0]!.values.at(-1);
  };
  assert.equal(await isAgain(task()), false);
  assert.equal(await isAgain(reserved), true);
});

test('only its holder or an administrator releases a task, and the latter is in the audit log', async () => {
  await assert.rejects(releaseTask(dbWith(reserved), bob, reserved), { code: 'conflict' });
  const own = dbWith(reserved);
  await releaseTask(own, ada, reserved);
  assert.equal(own.sentTo('update review_tasks').length, 1);
  assert.equal(own.sentTo('audit_log').length, 0);
  const others = dbWith(reserved);
  await releaseTask(others, admin, reserved);
  assert.equal(others.sentTo('audit_log').length, 1);
});

test('releasing a task that nobody has changes nothing', async () => {
  const db = dbWith(task());
  assert.equal((await releaseTask(db, bob, task())).state, 'open');
  assert.equal(db.sentTo('update review_tasks').length, 0);
});

test('a skip needs a reason, which stays out of the audit log', async () => {
  await assert.rejects(skipTask(dbWith(task()), ada, task(), ' \n'), { code: 'invalid_fields' });
  const db = dbWith(task());
  await skipTask(db, ada, task(), ' I know the customer. ');
  const [{ by, reason }] = JSON.parse(String(db.sentTo('update review_tasks')[0]!.values[2]));
  assert.deepEqual([by.name, reason], ['me@b.c', 'I know the customer.']);
  assert.doesNotMatch(String(db.sentTo('audit_log')[0]!.values.at(-1)), /customer/);
});

test('a task keeps its latest fifty skips', async () => {
  const skips = Array.from({ length: 50 }, (_, at) => ({ by: who(bob, 'bob'), reason: `old ${at}`, at: '' }));
  const db = dbWith(task({ skips }));
  await skipTask(db, ada, task(), 'new');
  const kept = JSON.parse(String(db.sentTo('update review_tasks')[0]!.values[2])) as { reason: string }[];
  assert.deepEqual([kept.length, kept[0]!.reason, kept.at(-1)!.reason], [50, 'old 1', 'new']);
});
