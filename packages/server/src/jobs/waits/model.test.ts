import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WaitRow } from '../record/wait-store.ts';
import { checkAnswer, findObstacle } from './model.ts';

const starter = { user: 1, email: 'ada@example.com', key: null, with: null, origin: 'api', cause: null };
const wait = (given: Partial<WaitRow>): WaitRow =>
  ({
    kind: 'approval',
    assigneeRole: null,
    assigneeUser: null,
    forbidRequester: false,
    actor: starter,
    options: null,
    answerSchema: null,
    ...given,
  }) as WaitRow;

test('who may answer', () => {
  const member = { userId: 1, role: 'member', via: 'session' } as const;
  assert.equal(findObstacle(wait({}), member), undefined);
  assert.equal(findObstacle(wait({}), { ...member, via: 'key' }), undefined);
  assert.match(findObstacle(wait({}), { ...member, role: 'viewer' })!, /role member/);
  assert.match(findObstacle(wait({ assigneeRole: 'admin' }), member)!, /role admin/);
  assert.match(findObstacle(wait({ assigneeUser: 2 }), member)!, /another user/);
  assert.match(findObstacle(wait({ kind: 'timer' }), member)!, /timer/);
});

test('with forbid_requester, only people signed in as themselves answer, and nobody who is involved', () => {
  const forbidding = (actor: Partial<WaitRow['actor']> = {}) =>
    wait({ forbidRequester: true, actor: { ...starter, ...actor } });
  const ada = { userId: 1, role: 'member', via: 'session' } as const;
  const ben = { ...ada, userId: 2 } as const;
  assert.match(findObstacle(forbidding(), ada)!, /Somebody other than the person who started/);
  assert.match(findObstacle(forbidding(), { ...ada, via: 'personal_key' })!, /Somebody other/);
  assert.equal(findObstacle(forbidding(), ben), undefined);
  assert.equal(findObstacle(forbidding(), { ...ben, via: 'personal_key' }), undefined);
  for (const via of ['key', 'link', 'service'] as const)
    assert.match(findObstacle(forbidding(), { ...ben, via })!, /signed in as themselves/);
  assert.match(findObstacle(forbidding(), { ...ben, userId: null })!, /signed in as themselves/);
  const machine = { key: 'k', with: { name: 'integration', personal: false } };
  assert.match(findObstacle(forbidding(machine), ben)!, /nobody knows which person/);
  assert.equal(findObstacle(forbidding(machine), { ...ben, role: 'admin' }), undefined);
  assert.match(findObstacle(forbidding(machine), { ...ada, role: 'admin' })!, /Somebody other/);
});

test('valid answers', () => {
  checkAnswer(wait({}), { anything: true });
  checkAnswer(wait({ options: ['a'] }), 'a');
  assert.throws(() => checkAnswer(wait({ options: ['a'] }), ['a']), { code: 'invalid_fields' });
  assert.throws(() => checkAnswer(wait({ answerSchema: { type: 'number' } }), '5'), { code: 'invalid_fields' });
});
