import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutByBytes } from './store.ts';

test('calls share an upload as long as their bytes fit, and a call larger than that goes alone', () => {
  assert.deepEqual(cutByBytes(['a', 'b', 'c'], [6, 4, 1], 10), [['a', 'b'], ['c']]);
  assert.deepEqual(cutByBytes(['a', 'b', 'c'], [1, 20, 1], 10), [['a'], ['b'], ['c']]);
  assert.deepEqual(cutByBytes([], [], 10), []);
});
