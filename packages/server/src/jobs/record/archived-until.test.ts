import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latest } from './archived-until.ts';

test('the later of two moments counts, and none is earlier than any', () => {
  const [one, other] = [new Date(1), new Date(2)];
  assert.equal(latest(one, other), other);
  assert.equal(latest(other, one), other);
  assert.equal(latest(null, one), one);
  assert.equal(latest(one, null), one);
  assert.equal(latest(null, null), null);
});
