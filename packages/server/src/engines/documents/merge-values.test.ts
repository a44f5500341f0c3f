import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeValues, withoutDemands } from './merge-values.ts';

test('lists of two parts follow each other, and the first single value stays', () => {
  const first = { total: 5, name: '', lines: [1], address: { city: 'Oslo' } };
  const second = { total: 7, name: 'Ada', lines: [2, 3], address: { zip: '0150' } };
  assert.deepEqual(mergeValues(first, second), {
    total: 5,
    name: 'Ada',
    lines: [1, 2, 3],
    address: { city: 'Oslo', zip: '0150' },
  });
});

test('in the schema of a part anything may be missing, but names and data stay as they are', () => {
  const schema = {
    required: ['a'],
    properties: { required: { type: 'string', minLength: 1 }, a: { enum: [{ required: 1 }] } },
  };
  assert.deepEqual(withoutDemands(schema), {
    properties: { required: { type: 'string' }, a: { enum: [{ required: 1 }] } },
  });
});
