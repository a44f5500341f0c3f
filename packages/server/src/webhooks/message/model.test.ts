import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextDelaySeconds, readRetryAfter, retryDelays } from './model.ts';

test('ten tries in about 75 hours, as the table says', () => {
  const middle = retryDelays.map((_, tries) => (tries === 0 ? 0 : nextDelaySeconds(tries, { random: 0.5 })));
  assert.deepEqual(middle, [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  assert.equal(nextDelaySeconds(10), null);
  const hours = middle.reduce<number>((sum, delay) => sum + (delay ?? 0), 0) / 3_600;
  assert.ok(hours > 75 && hours < 76, String(hours));
});

test('jitter stays within a fifth', () => {
  for (let tries = 1; tries < 10; tries += 1) {
    assert.equal(nextDelaySeconds(tries, { random: 0 }), retryDelays[tries]! * 0.8);
    assert.ok(Math.abs(nextDelaySeconds(tries, { random: 1 })! - retryDelays[tries]! * 1.2) < 1e-6);
  }
});

test('a longer Retry-After counts, a shorter one does not, an endless one is cut to a day', () => {
  assert.equal(nextDelaySeconds(1, { retryAfterSeconds: 60, random: 0.5 }), 60);
  assert.equal(nextDelaySeconds(2, { retryAfterSeconds: 60, random: 0.5 }), 300);
  assert.equal(nextDelaySeconds(1, { retryAfterSeconds: 1e12, random: 0.5 }), 86_400);
  assert.equal(nextDelaySeconds(10, { retryAfterSeconds: 60 }), null);
});

test('Retry-After is read as seconds or as a date', () => {
  const now = Date.parse('2026-01-05T09:00:00Z');
  assert.equal(readRetryAfter('120', now), 120);
  assert.equal(readRetryAfter('Mon, 05 Jan 2026 09:01:00 GMT', now), 60);
  assert.equal(readRetryAfter('Mon, 05 Jan 2026 08:00:00 GMT', now), 0);
  for (const text of [undefined, '', 'soon', '-5']) assert.ok([null, 0].includes(readRetryAfter(text, now)), text);
});
