import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BaselineFailure } from '../limits/failure.ts';
import { readSchema } from './schema.ts';

test('fields have a type, what is required, and what the instruction says of them', () => {
  const schema = {
    type: 'object',
    properties: { due: { type: ['string', 'null'], format: 'date' }, kind: { enum: ['a', 'b', null] } },
    required: ['due'],
  };
  const { properties } = readSchema(schema, 'due: the day to pay by');
  const [due, kind] = properties!;
  assert.deepEqual([due!.type, due!.nullable, due!.required, due!.format], ['string', true, true, 'date']);
  assert.match(due!.description, /the day to pay by/);
  assert.deepEqual(
    kind!.options!.map(({ value }) => value),
    ['a', 'b'],
  );
});

test('a schema within itself ends, and one that is too large is refused', () => {
  const tree = { type: 'object', properties: { child: { $ref: '#' } } };
  assert.equal(readSchema(tree, '').type, 'object');
  const wide = Object.fromEntries(Array.from({ length: 2_100 }, (_, index) => [`f${index}`, { type: 'string' }]));
  assert.throws(() => readSchema({ type: 'object', properties: wide }, ''), BaselineFailure);
});
