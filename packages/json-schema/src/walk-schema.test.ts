import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childSchemas, createResolver } from './walk-schema.ts';

test('local references are followed: to the whole, along a path, and by name', () => {
  const named = { $anchor: 'name', type: 'string' };
  const odd = { type: 'number' };
  const root = { $defs: { a: named, 'b/~c d': odd } };
  const resolve = createResolver(root);
  assert.equal(resolve('#'), root);
  assert.equal(resolve('#/$defs/a'), named);
  assert.equal(resolve('#name'), named);
  assert.equal(resolve('#/$defs/b~1~0c%20d'), odd);
});

test('a reference to nothing, to another document or to no schema is undefined', () => {
  const resolve = createResolver({ $defs: { a: { enum: [1] } } });
  for (const reference of ['#/$defs/b', '#other', 'http://localhost/x', '#/$defs/a/enum', '#/__proto__', '#%']) {
    assert.equal(resolve(reference), undefined, reference);
  }
});

test('schemas inside a schema are found under every keyword that holds some', () => {
  const schema = { items: true, allOf: [{}, false], properties: { a: {} }, enum: [{}], const: {} };
  assert.deepEqual(
    [...childSchemas(schema)].map(({ keyword }) => keyword),
    ['items', 'allOf', 'allOf', 'properties'],
  );
});
