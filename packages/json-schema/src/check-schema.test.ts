import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findSchemaProblems } from './check-schema.ts';

type Json = Record<string, unknown>;
const nested = (depth: number): Json => {
  let schema: Json = { type: 'string' };
  for (let level = 0; level < depth; level += 1) schema = { type: 'object', properties: { a: schema } };
  return schema;
};

const refused: [title: string, schema: unknown, message: RegExp][] = [
  ['a type that does not exist', { type: 'strung' }, /not valid/],
  ['properties that are no schemas', { properties: { a: 5 } }, /'properties' must be a schema/],
  ['a required that is no list', { required: 'a' }, /not valid/],
  ['10,000 levels', nested(10_000), /nested more than/],
  ['10,000 parts', { allOf: Array.from({ length: 10_000 }, () => ({})) }, /more than 5000 parts/],
  ['a megabyte of text', { description: 'x'.repeat(1_000_000) }, /longer than/],
  ['a reference to itself', { $ref: '#' }, /leads back/],
  ['references in a circle', { $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#' }] } } }, /leads back/],
  ['a reference to nothing', { $ref: '#/$defs/a' }, /points to nothing/],
  ['a reference to another host', { $ref: 'http://localhost/x' }, /must refer to the same schema/],
  ['a pattern that looks ahead', { pattern: '(?=a)b' }, /pattern/],
  ['a pattern that refers back', { pattern: '(a)\\1' }, /pattern/],
  ['a pattern that is no pattern', { patternProperties: { '[': {} } }, /pattern/],
  ['a pattern that fills the memory', { pattern: '((a{1,100}){1,100}){1,100}' }, /repeats more than/],
  [
    'hundreds of patterns',
    { allOf: Array.from({ length: 201 }, (_, index) => ({ pattern: `a${index}` })) },
    /more than 200 patterns/,
  ],
  ['a keyword that does not exist', { minimun: 3 }, /'minimun' is not a keyword/],
  ['a keyword of an older draft', { properties: { a: { divisibleBy: 3 } } }, /use 'multipleOf'/],
  ['a dependency that is no schema', { dependencies: { a: 5 } }, /'dependencies' must be a schema/],
  ['a list', [], /JSON object/],
  ['a text', 'string', /JSON object/],
];

describe('schemas that are refused', () => {
  for (const [title, schema, message] of refused) {
    test(title, () => {
      const problems = findSchemaProblems(schema);
      assert.match(problems.join(' '), message);
      for (const problem of problems) assert.ok(problem.length < 300);
    });
  }
});

test('keywords that only describe, and own notes, are accepted', () => {
  const schema = { title: 'A', properties: { a: { type: 'string', example: 'x', nullable: true, 'x-order': 1 } } };
  assert.deepEqual(findSchemaProblems(schema), []);
});
