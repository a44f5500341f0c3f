import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareValues, showChanges } from './compare.ts';

test('names every path that differs, and nothing else', () => {
  const from = { model: 'a', prompt: 'Be kind.', tools: [{ name: 'x' }], same: { deep: [1, 2] } };
  const to = { model: 'b', tools: [{ name: 'y' }, 'z'], same: { deep: [1, 2] }, added: null };
  assert.deepEqual(compareValues(from, to), [
    { path: 'model', from: 'a', to: 'b' },
    { path: 'prompt', from: 'Be kind.' },
    { path: 'tools[0].name', from: 'x', to: 'y' },
    { path: 'tools[1]', to: 'z' },
    { path: 'added', to: null },
  ]);
  assert.deepEqual(compareValues(to, to), []);
});

test('an object in place of a list is one change', () => {
  assert.deepEqual(compareValues({ a: [1] }, { a: { 0: 1 } }), [{ path: 'a', from: [1], to: { 0: 1 } }]);
});

test('equal values are said to be equal', () => {
  assert.equal(showChanges([]), 'Nothing differs.');
  assert.equal(showChanges([{ path: 'a', from: 1, to: 'x\ny' }]), 'a\n  - 1\n  + x\n    y');
});
