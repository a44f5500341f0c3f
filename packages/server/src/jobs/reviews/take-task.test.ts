import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#platform/caller.ts';
import { skipTask } from './skip.ts';
import { refuseHindrance } from './take-task.ts';
import type { TaskRow } from './tasks-store.ts';

const ada: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member', via: 'session' };
const bob: Caller = { ...ada, userId: 2 };
const admin: Caller = { ...ada, userId: 3, role: 'admin' };
const who = (caller: Caller, name: string) => ({ userId: caller.userId, keyId: caller.keyId, name });

const task = (over: Partial<TaskRow> = {}): TaskRow =>
  ({
    id: 't',
    orgId: 'org',
    jobId: 'job',
    round: 1,
    firstId: null,
    state: 'open',
    decidedAt: null,
    skips: [],
    ...over,
  }) as TaskRow;
const reserved = task({
  state: 'reserved',
  reservedBy: who(ada, 'ada@example.com'),
  reservedUntil: new Date('2026-01-02T03:04:05Z'),
});

test('a task that somebody has reserved is refused to others, with who has it and until when', async () => {
  await assert.rejects(refuseHindrance({} as never, bob, reserved), (error: { message: string; options: object }) => {
    assert.match(error.message, /ada@example\.com/);
    assert.deepEqual(error.options, {
      detail: error.message,
      extra: { reserved_until: '2026-01-02T03:04:05.000Z' },
    });
    return true;
  });
  await refuseHindrance({} as never, ada, reserved);
});

test('nobody works on a task that is done', async () => {
  const done = task({ state: 'done', decidedAt: new Date('2026-01-02T03:04:05Z') });
  for (const caller of [ada, admin])
    await assert.rejects(refuseHindrance({} as never, caller, done), { code: 'conflict' });
});

test('a skip needs a reason', async () => {
  await assert.rejects(skipTask({} as never, ada, task(), ' \n'), { code: 'invalid_fields' });
});
