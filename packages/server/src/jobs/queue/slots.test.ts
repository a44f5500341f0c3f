import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSlots } from './slots.ts';

test('slots are counted in all and by organization, and given back once', () => {
  const slots = createSlots(5);
  const one = slots.take('a');
  const three = slots.take('a', 3);
  slots.take('b');
  assert.deepEqual([slots.free, slots.taken, slots.takenBy('a'), slots.takenBy('b')], [0, 5, 4, 1]);
  three();
  three();
  assert.deepEqual([slots.free, slots.takenBy('a')], [3, 1]);
  one();
  assert.deepEqual([slots.free, slots.takenBy('a'), slots.takenBy('c')], [4, 0, 0]);
});
