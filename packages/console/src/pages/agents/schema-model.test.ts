import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addField,
  changeField,
  changeType,
  fieldsOf,
  moveField,
  removeField,
  schemaOfExample,
  setChoices,
  setNullable,
  typeOf,
} from './schema-model.ts';

const schema = {
  type: 'object',
  $id: 'kept',
  properties: { a: { type: 'string', format: 'date' } },
  required: ['a'],
};

test('keywords that the builder does not know are kept', () => {
  const changed = changeField(addField(schema), 'a', { name: 'b' });
  assert.equal(changed.$id, 'kept');
  assert.deepEqual(fieldsOf(changed), [
    { name: 'b', schema: { type: 'string', format: 'date' }, isRequired: true },
    { name: 'field', schema: { type: 'string' }, isRequired: true },
  ]);
  assert.deepEqual(changeType({ type: 'string', enum: ['x'], description: 'd', 'x-own': 1 }, 'integer'), {
    type: 'integer',
    description: 'd',
    'x-own': 1,
  });
});

test('members are moved and removed, and two never have the same name', () => {
  const two = addField(schema);
  assert.deepEqual(Object.keys(moveField(two, 'field', -1).properties as object), ['field', 'a']);
  assert.equal(moveField(two, 'a', -1), two);
  assert.equal(changeField(two, 'a', { name: 'field' }), two);
  assert.deepEqual(removeField(schema, 'a'), { type: 'object', $id: 'kept', properties: {} });
  assert.deepEqual(
    fieldsOf(addField(two)).map(({ name }) => name),
    ['a', 'field', 'field_2'],
  );
});

test('every item of an example list counts', () => {
  assert.deepEqual(schemaOfExample([{ a: 1, b: 'x' }, { a: 1.5, c: null }, null]), {
    type: 'array',
    items: {
      type: ['object', 'null'],
      properties: { a: { type: 'number' }, b: { type: 'string' }, c: { type: ['string', 'null'] } },
      required: ['a'],
    },
  });
});

test('null beside a type stays through changes of type, and is in the list of allowed values', () => {
  const nullable = setNullable({ type: 'string', enum: ['a'], 'x-own': 1 }, true);
  assert.deepEqual(nullable, { type: ['string', 'null'], enum: ['a', null], 'x-own': 1 });
  assert.equal(typeOf(nullable), 'string');
  assert.deepEqual(changeType(nullable, 'number'), { type: ['number', 'null'], 'x-own': 1 });
  assert.deepEqual(setChoices(changeType(nullable, 'integer'), ['1', 'x', '2']).enum, [1, 2, null]);
  assert.deepEqual(setNullable(nullable, false), { type: 'string', enum: ['a'], 'x-own': 1 });
  assert.equal(typeOf({ type: ['string', 'number'] }), 'other');
});
