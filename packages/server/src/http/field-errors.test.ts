import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { toFields } from './field-errors.ts';

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });

function check(properties: object, value: object, required: string[] = []): Record<string, string[]> {
  const validate = ajv.compile({ type: 'object', properties, required, additionalProperties: false });
  return validate(value) ? {} : toFields(validate.errors ?? []);
}

test('each fault is reported under the field it is in, in words', () => {
  const properties = {
    name: { type: 'string', minLength: 1, maxLength: 5 },
    kind: { enum: ['a', 'b'] },
    count: { type: 'integer', minimum: 1, maximum: 9 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 1, uniqueItems: true },
  };
  assert.deepEqual(check(properties, { name: '', kind: 'c', count: 10, tags: ['x', 'x'] }, ['name']), {
    name: ['May not be blank.'],
    kind: ['Must be one of: a, b.'],
    count: ['May be at most 9.'],
    tags: ['May have at most 1 item.', 'Must not contain the same item twice.'],
  });
  assert.deepEqual(check(properties, {}, ['name']), { name: ['This field is required.'] });
  assert.deepEqual(check(properties, { more: 1 }), { body: [`Unknown member 'more'.`] });
});

test('a deeper place is named at the head of its message', () => {
  const properties = { list: { type: 'array', items: { type: 'object', properties: { 'a/b': { type: 'string' } } } } };
  assert.deepEqual(check(properties, { list: [{}, { 'a/b': 1 }] }), {
    list: ['list[1].a/b: Must be of type string.'],
  });
});

test('a union reports only the alternative that was meant, or all types if none was', () => {
  const properties = { when: { anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] } };
  assert.deepEqual(check(properties, { when: 'x' }), { when: ['Must have at least 3 characters.'] });
  assert.deepEqual(check(properties, { when: 1 }), { when: ['Must be of type string or null.'] });
});

test('a field has at most ten messages', () => {
  const properties = { list: { type: 'array', items: { type: 'string' } } };
  assert.equal(check(properties, { list: Array.from({ length: 30 }, () => 1) }).list!.length, 10);
});
