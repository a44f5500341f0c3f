import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkWait } from './check-wait.ts';

test('a request is stored with its defaults', () => {
  assert.deepEqual(checkWait({ kind: 'event', event: 'paid' }), {
    kind: 'event',
    title: 'The event paid is awaited',
    body: '',
    options: null,
    answerSchema: null,
    evidence: [],
    event: 'paid',
    assigneeRole: null,
    assigneeUser: null,
    forbidRequester: false,
    dueAt: null,
    onTimeout: 'fail',
  });
  const timer = checkWait({ kind: 'timer', due_at: '2030-01-01T00:00:00Z' });
  assert.deepEqual([timer.onTimeout, timer.dueAt?.getTime()], ['continue', Date.UTC(2030, 0)]);
});

test('a request that nobody could answer is refused with the reason', () => {
  for (const [request, message] of [
    [{ kind: 'prayer', title: 'x' }, /the kind is one of/],
    [{ kind: 'timer' }, /a timer needs due_at/],
    [{ kind: 'timer', due_at: 'tomorrow' }, /due_at is a date/],
    [{ kind: 'event' }, /an event is named/],
    [{ kind: 'event', event: 'a b' }, /the name of an event/],
    [{ kind: 'approval' }, /a title is needed/],
    [{ kind: 'approval', title: 'x', options: [] }, /options are/],
    [{ kind: 'approval', title: 'x', options: ['a'], on_timeout: 'b' }, /on_timeout is/],
    [{ kind: 'question', title: 'x', answer_schema: { type: 'strung' } }, /answer_schema/],
    [{ kind: 'question', title: 'x', assignee_role: 'king' }, /assignee_role/],
  ] as const)
    assert.throws(() => checkWait(request as never), message);
});
