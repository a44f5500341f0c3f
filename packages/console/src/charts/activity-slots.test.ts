import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Activity } from '@errand/sdk';
import { toSlots } from './activity-slots.ts';

const bucket = (agent: string, at: string, succeeded: number) => ({
  agent_id: agent,
  at: `2026-01-05T${at}:00.000Z`,
  succeeded,
  failed: 1,
  cancelled: 0,
  cost: 0.5,
});
const activity = {
  from: '2026-01-05T10:20:00.000Z',
  to: '2026-01-05T12:30:00.000Z',
  bucket_seconds: 3_600,
  buckets: [bucket('a', '10:00', 1), bucket('b', '10:00', 2), bucket('a', '12:00', 3), bucket('a', '15:00', 9)],
} as unknown as Activity;

test('every bucket has a slot, also the empty ones, and what lies outside is left out', () => {
  const slots = toSlots(activity);
  assert.deepEqual(
    slots.map(({ at, succeeded }) => [new Date(at).toISOString().slice(11, 16), succeeded]),
    [
      ['10:00', 3],
      ['11:00', 0],
      ['12:00', 3],
    ],
  );
  assert.deepEqual([slots[0]!.failed, slots[0]!.cost], [2, 1]);
});

test('one agent can be shown alone', () => {
  assert.deepEqual(
    toSlots(activity, 'b').map(({ succeeded }) => succeeded),
    [2, 0, 0],
  );
});
