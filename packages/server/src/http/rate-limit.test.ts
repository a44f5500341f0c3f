import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateLimit } from './rate-limit.ts';

test('a second’s worth may come at once, then as many as time allows', () => {
  let now = 1_000_000;
  const take = createRateLimit(2, () => now);
  assert.deepEqual([take('a'), take('a')], [0, 0]);
  assert.equal(take('a'), 1, 'seconds to wait');
  assert.equal(take('b'), 0, 'each organization has its own bucket');
  now += 500;
  assert.deepEqual([take('a'), take('a')], [0, 1]);
  now += 60_000;
  assert.deepEqual(
    [take('a'), take('a'), take('a')],
    [0, 0, 1],
    'a minute without requests saves up no more than a second',
  );
});

test('several processes share the rate: each allows its part, and never less than one request at a time', () => {
  let now = 1_000_000;
  let servers = 1;
  const clock = () => now;
  const takes = Array.from({ length: 4 }, () => createRateLimit(8, clock, () => servers));
  const allowed = () =>
    takes.map((take) => Array.from({ length: 8 }, () => take('a')).filter((wait) => wait === 0).length);
  assert.deepEqual(allowed(), [8, 8, 8, 8]);
  servers = 4;
  now += 1_000;
  assert.deepEqual(allowed(), [2, 2, 2, 2], 'as soon as a heartbeat reports the others');
  servers = 16;
  now += 2_000;
  assert.deepEqual(allowed(), [1, 1, 1, 1], 'half a request a second is one every two seconds');
  assert.equal(takes[0]!('a'), 2);
});
