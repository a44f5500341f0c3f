import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { AppError } from '#platform/errors.ts';
import { check } from './validate.ts';

const schema = Type.Object({ name: Type.String({ minLength: 1 }), ids: Type.Optional(Type.Array(Type.Integer())) });

function fieldsOf(value: unknown): unknown {
  try {
    check(schema, value);
  } catch (error) {
    if (error instanceof AppError) return error.options.fields;
  }
  return undefined;
}

test('every wrong field has its messages; a deeper place is named at the head of its message', () => {
  assert.deepEqual(fieldsOf({ name: '', ids: [1, 'x', 2, null] }), {
    name: ['May not be blank.'],
    ids: ['ids[1]: Has to be of type integer.', 'ids[3]: Has to be of type integer.'],
  });
  assert.deepEqual(fieldsOf({}), { name: ['This field is required.'] });
  assert.equal(fieldsOf({ name: 'a', more: 1 }), undefined);
});

test('a value with a million mistakes is refused with one message', () => {
  const fields = fieldsOf({ name: 'a', ids: Array.from({ length: 1_000_000 }, () => 'x') }) as { ids: string[] };
  assert.equal(fields.ids.length, 1);
});
