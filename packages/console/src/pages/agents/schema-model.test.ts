import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addField,
  changeField,
  changeType,
  fieldsOf,
  moveField,
  removeField,
  sampleOf,
  schemaOfExample,
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

test('a schema comes from an example, and gives one', () => {
  const example = { total: 12.5, lines: [{ count: 3, text: 'text' }], paid: true };
  assert.deepEqual(sampleOf(schemaOfExample(example)), example);
});

test('every item of an example list counts', () => {
  assert.deepEqual(schemaOfExample([{ a: 1, b: 'x' }, { a: 1.5, c: null }, null]), {
    type: 'array',
    items: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'string' }, c: {} },
      required: ['a'],
    },
  });
});
