import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureLimit, latencyLimit } from './band.ts';

test('the band of failures is wider for few jobs and for agents that fail now and then', () => {
  assert.equal(failureLimit({ ended: 1_000, failed: 0 }, 100), 0.05);
  const steady = failureLimit({ ended: 1_000, failed: 100 }, 100);
  assert.ok(steady > 0.18 && steady < 0.2, String(steady));
  assert.ok(failureLimit({ ended: 1_000, failed: 100 }, 10) > steady);
});

test('half as long again is usual, more is not', () => {
  assert.equal(latencyLimit(1_000), 1_500);
});
