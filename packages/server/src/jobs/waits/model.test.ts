import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WaitRow } from '../record/wait-store.ts';
import { checkAnswer, findObstacle } from './model.ts';

const wait = (given: Partial<WaitRow>): WaitRow =>
  ({
    kind: 'approval',
    assigneeRole: null,
    assigneeUser: null,
    forbidRequester: false,
    requesterId: 1,
    options: null,
    answerSchema: null,
    ...given,
  }) as WaitRow;

test('who may answer', () => {
  const member = { userId: 1, role: 'member' } as const;
  assert.equal(findObstacle(wait({}), member), undefined);
  assert.match(findObstacle(wait({}), { userId: 1, role: 'viewer' })!, /role member/);
  assert.match(findObstacle(wait({ assigneeRole: 'admin' }), member)!, /role admin/);
  assert.match(findObstacle(wait({ assigneeUser: 2 }), member)!, /another user/);
  assert.match(findObstacle(wait({ kind: 'timer' }), member)!, /timer/);
  assert.match(findObstacle(wait({ forbidRequester: true }), member)!, /started the job/);
  assert.equal(findObstacle(wait({ forbidRequester: true }), { ...member, userId: 2 }), undefined);
  assert.match(
    findObstacle(wait({ forbidRequester: true, requesterId: null }), { ...member, userId: null })!,
    /started/,
  );
});

test('what is an answer', () => {
  checkAnswer(wait({}), { anything: true });
  checkAnswer(wait({ options: ['a'] }), 'a');
  assert.throws(() => checkAnswer(wait({ options: ['a'] }), ['a']), { code: 'invalid_fields' });
  assert.throws(() => checkAnswer(wait({ answerSchema: { type: 'number' } }), '5'), { code: 'invalid_fields' });
});
