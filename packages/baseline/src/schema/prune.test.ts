import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prune } from './prune.ts';

test('a value that does not keep the schema is taken out, the others stay', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } };
  assert.deepEqual(prune({ a: 'x', b: 'no number' }, schema), { a: 'x' });
  assert.deepEqual(prune({ list: [1, 'x', 2] }, { properties: { list: { items: { type: 'number' } } } }), {
    list: [1, 2],
  });
});

test('nothing is gained by taking out what is required, so it stays', () => {
  const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
  assert.deepEqual(prune({ a: 'x' }, schema), { a: 'x' });
});
