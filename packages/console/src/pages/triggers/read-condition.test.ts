import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCondition } from './read-condition.ts';

test('an empty text is no condition, a list is one, anything else is told', () => {
  assert.equal(readCondition(' '), null);
  assert.deepEqual(readCondition('[{"path": "/a", "op": "exists"}]'), [{ path: '/a', op: 'exists' }]);
  assert.throws(() => readCondition('[{'), /JSON list/);
});
