import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fit } from './fit.ts';
import { readSchema } from './schema.ts';

const fitting = (value: unknown, schema: Record<string, unknown>): unknown => fit(value, readSchema(schema, ''));

test('a value outside the bounds of its field is left out', () => {
  assert.equal(fitting(11, { type: 'integer', maximum: 10 }), undefined);
  assert.equal(fitting(1.5, { type: 'integer' }), undefined);
  assert.equal(fitting(0.3, { type: 'number', multipleOf: 0.1 }), 0.3);
  assert.equal(fitting('x', { type: 'string', minLength: 2 }), undefined);
});

test('a text is brought into form where that does not change what it says', () => {
  assert.equal(fitting('ab-12', { type: 'string', pattern: '^[A-Z]{2}-\\d+$' }), 'AB-12');
  assert.equal(fitting('2 hours', { type: 'string', format: 'duration' }), 'PT2H');
  assert.equal(fitting('some running text', { type: 'string', maxLength: 14 }), 'some running');
});

test('a code is never shortened: it would be another one', () => {
  assert.equal(fitting('DE89370400440532013000', { type: 'string', maxLength: 10 }), undefined);
});
