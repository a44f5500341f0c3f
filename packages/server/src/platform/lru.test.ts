import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLru } from './lru.ts';

test('when the room is full, the entry that was not used for longest goes', () => {
  const lru = createLru<string, number>(3);
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    lru.set(key, value);
  assert.equal(lru.get('a'), 1);
  lru.set('d', 4);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => lru.get(key)),
    [1, undefined, 3, 4],
  );
});

test('setting an entry again replaces its value and counts as a use', () => {
  const lru = createLru<string, number>(2);
  lru.set('a', 1);
  lru.set('b', 2);
  lru.set('a', 3);
  lru.set('c', 4);
  assert.deepEqual([lru.get('a'), lru.get('b'), lru.get('c')], [3, undefined, 4]);
});

test('entries can be removed, one or all', () => {
  const lru = createLru<string, number>(4);
  lru.set('a', 1);
  lru.set('b', 2);
  assert.ok(lru.delete('a'));
  assert.ok(!lru.delete('a'));
  lru.clear();
  assert.equal(lru.get('b'), undefined);
});
