import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkWait } from './check-wait.ts';

test('a request is stored with its defaults', () => {
  assert.deepEqual(checkWait({ kind: 'event', event: 'paid' }), {
    kind: 'event',
    title: 'Waits for the event paid',
    body: '',
    options: null,
    answerSchema: null,
    evidence: [],
    event: 'paid',
    assigneeRole: null,
    assigneeUser: null,
    forbidRequester: false,
    approvalsNeeded: 1,
    dueAt: null,
    onTimeout: 'fail',
  });
  const timer = checkWait({ kind: 'timer', due_at: '2030-01-01T00:00:00Z' });
  assert.deepEqual([timer.onTimeout, timer.dueAt?.getTime()], ['continue', Date.UTC(2030, 0)]);
});

test('a request that nobody could answer is refused with the reason', () => {
  for (const [request, message] of [
    [{ kind: 'prayer', title: 'x' }, /kind must be one of/],
    [{ kind: 'timer' }, /due_at is required for a timer/],
    [{ kind: 'timer', due_at: 'tomorrow' }, /due_at must be a date/],
    [{ kind: 'event' }, /event is required/],
    [{ kind: 'event', event: 'a b' }, /event must be 1 to 100/],
    [{ kind: 'approval' }, /title is required/],
    [{ kind: 'approval', title: 'x', options: [] }, /options must be/],
    [{ kind: 'approval', title: 'x', options: ['a'], on_timeout: 'b' }, /on_timeout must be/],
    [{ kind: 'question', title: 'x', answer_schema: { type: 'strung' } }, /answer_schema/],
    [{ kind: 'question', title: 'x', assignee_role: 'king' }, /assignee_role/],
  ] as const)
    assert.throws(() => checkWait(request as never), message);
});
