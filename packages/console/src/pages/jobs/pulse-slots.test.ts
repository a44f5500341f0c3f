import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timesPath, toSlots } from './pulse-slots.ts';

test('a period has a slot for each part, with and without jobs, and nothing between them', () => {
  const slots = toSlots({
    created_from: '2026-11-17T00:30:00.000Z',
    created_to: '2026-11-17T03:10:00.000Z',
    bucket_seconds: 3_600,
    buckets: [{ at: '2026-11-17T02:00:00.000Z', jobs: 5, failed: 1, cost: 0.5, p95_ms: 900 }],
  });
  assert.deepEqual(
    slots.map(({ jobs }) => jobs),
    [0, 0, 5, 0],
  );
  assert.deepEqual(
    [slots[0]!.from, slots[0]!.to, slots[1]!.from],
    ['2026-11-17T00:00:00.000Z', '2026-11-17T00:59:59.999Z', '2026-11-17T01:00:00.000Z'],
  );
});

test('the line of times has a gap where nothing succeeded', () => {
  assert.equal(timesPath([{ p95: null }, { p95: 50 }, { p95: 100 }, { p95: null }]), 'M1,54.0 L1.5,54.0 L2.5,8.0');
  assert.equal(timesPath([{ p95: null }]), '');
});
