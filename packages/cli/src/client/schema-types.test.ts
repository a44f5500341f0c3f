import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeSchemaType } from './schema-types.ts';

test('objects, lists, choices and constants become types', () => {
  const cases: [unknown, string][] = [
    [{ type: 'string' }, 'string'],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ const: true }, 'true'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } }, '(string | number)[]'],
    [
      { type: 'object', properties: { total: { type: 'number' }, 'a b': { type: 'string' } }, required: ['total'] },
      '{ total: number; "a b"?: string }',
    ],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'Record<string, boolean>'],
    [{ allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { type: 'string' } } }, 'string'],
    [{ type: 'string', nullable: true }, 'string | null'],
  ];
  for (const [schema, type] of cases) assert.equal(writeSchemaType(schema), type, JSON.stringify(schema));
});

test('what is no schema, or has no end, is unknown', () => {
  for (const schema of [null, 7, 'x', [], {}, true]) assert.equal(writeSchemaType(schema), 'unknown');
  const endless = { $ref: '#/$defs/a', $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' } } } };
  assert.match(writeSchemaType(endless), /^unknown(\[\])+$/);
});
