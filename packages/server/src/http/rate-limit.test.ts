import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateLimit } from './rate-limit.ts';

test('a second’s worth may come at once, then as many as time allows', () => {
  let now = 1_000_000;
  const take = createRateLimit(2, () => now);
  assert.deepEqual([take('a'), take('a')], [0, 0]);
  assert.equal(take('a'), 1, 'seconds to wait');
  assert.equal(take('b'), 0, 'everybody has a bucket of their own');
  now += 500;
  assert.deepEqual([take('a'), take('a')], [0, 1]);
  now += 60_000;
  assert.deepEqual([take('a'), take('a'), take('a')], [0, 0, 1], 'an hour of rest is worth no more than a second');
});
