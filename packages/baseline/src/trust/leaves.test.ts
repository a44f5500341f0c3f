import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchema } from '../schema/schema.ts';
import { isAbsent, leavesOf } from './leaves.ts';

const schema = readSchema(
  {
    type: 'object',
    properties: {
      total: { type: 'number' },
      tags: { type: 'array', items: { type: 'string' } },
      items: {
        type: 'array',
        items: { type: 'object', properties: { 'a/b': { type: 'string' }, price: { type: 'number' } } },
      },
    },
  },
  '',
);

test('every value is a leaf, with a pointer to it and the row it belongs to', () => {
  const value = { total: 3, tags: ['x'], items: [{ 'a/b': 'y', price: 1 }], extra: { deep: null }, empty: [] };
  assert.deepEqual(
    leavesOf(value, schema).map(({ field, value: one, row }) => [field, one, row]),
    [
      ['/total', 3, ''],
      ['/tags/0', 'x', ''],
      ['/items/0/a~1b', 'y', '/items/0'],
      ['/items/0/price', 1, '/items/0'],
      ['/extra/deep', null, ''],
      ['/empty', [], ''],
    ],
  );
});

test('a value of a plain list is named by its list', () => {
  const [leaf] = leavesOf({ tags: ['x'] }, schema);
  assert.equal(leaf!.schema.name, 'tags');
});

test('nothing, blanks and empty containers are absent; zero and no are values', () => {
  assert.deepEqual([null, undefined, ' ', [], {}].map(isAbsent), [true, true, true, true, true]);
  assert.deepEqual([0, false, 'x', [0]].map(isAbsent), [false, false, false, false]);
});
