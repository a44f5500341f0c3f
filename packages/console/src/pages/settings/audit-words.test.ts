import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionWords, changesOf } from './audit-words.ts';

test('an action reads as words', () => {
  assert.equal(actionWords('api_key.created'), 'API key created');
  assert.equal(actionWords('agent.version_promoted'), 'Agent version promoted');
});

test('a hash shows its beginning, which is enough to compare', () => {
  assert.deepEqual(changesOf({ sha256: 'c8a782d8900f'.padEnd(64, '0') }), [
    { label: 'sha256', after: 'c8a782d8900f…' },
  ]);
});

test('values before and after stand beside each other; what stayed the same is left out', () => {
  const changes = changesOf({ before: { days: 30, files: true }, after: { days: 7, files: true } });
  assert.deepEqual(changes, [{ label: 'days', before: '30', after: '7' }]);
  const moved = changesOf({ from: null, to: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', reason: 'cheaper' });
  assert.equal(moved[0]!.before, 'none');
  assert.match(moved[0]!.after, /^01980a6e/);
  assert.deepEqual(moved[1], { label: 'reason', after: 'cheaper' });
  assert.deepEqual(changesOf({ role: { before: 'viewer', after: 'admin' } }), [
    { label: 'role', before: 'viewer', after: 'admin' },
  ]);
});

test('whatever an entry holds, nothing is lost and nothing breaks', () => {
  assert.deepEqual(changesOf(null), []);
  assert.deepEqual(changesOf('text'), []);
  assert.deepEqual(changesOf({ agent_ids: ['a', 'b'], held: false }), [
    { label: 'agent ids', after: 'a, b' },
    { label: 'held', after: 'no' },
  ]);
  assert.deepEqual(changesOf({ plan: { share: 0.1 } }), [{ label: 'plan', after: 'share 0.1' }]);
});
