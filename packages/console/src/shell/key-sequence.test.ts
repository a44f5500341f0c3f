import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeySequence } from './key-sequence.ts';

const all = [{ keys: 'j' }, { keys: 'g a' }, { keys: 'g j' }, { keys: '?' }];
const press = (...presses: [key: string, atMs: number][]): (string | undefined)[] => {
  const sequence = createKeySequence();
  return presses.map(([key, at]) => sequence.press(key, at, all)?.keys);
};

test('two keys after each other mean something else than the second alone', () => {
  assert.deepEqual(press(['g', 10_000], ['j', 10_200], ['j', 10_400]), [undefined, 'g j', 'j']);
  assert.deepEqual(press(['G', 10_000], ['A', 10_200]), [undefined, 'g a']);
});

test('a key pressed much later stands alone, and a wrong first key is forgotten', () => {
  assert.deepEqual(press(['g', 10_000], ['j', 12_000]), [undefined, 'j']);
  assert.deepEqual(press(['x', 10_000], ['g', 10_100], ['a', 10_200]), [undefined, undefined, 'g a']);
});
