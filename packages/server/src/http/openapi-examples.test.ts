import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { answerExample, bodyExample } from './openapi-examples.ts';

const values: [title: string, schema: TSchema, wanted: unknown][] = [
  ['its own example wins', Type.String({ examples: ['mine'], default: 'other' }), 'mine'],
  ['then its constant', Type.Literal('fixed'), 'fixed'],
  ['then the first of its values', Type.Enum(['a', 'b']), 'a'],
  ['then its default', Type.Integer({ default: 5 }), 5],
  ['a format has a sample', Type.String({ format: 'date-time' }), '2026-01-05T09:12:44.120Z'],
  ['a number respects its bounds', Type.Integer({ minimum: 10 }), 10],
  ['a number above a bound is above it', Type.Integer({ exclusiveMinimum: 3 }), 4],
  ['a text is as long as it must be', Type.String({ minLength: 6 }), 'text..'],
  ['a list has as many items as it must', Type.Array(Type.Boolean(), { minItems: 2 }), [true, true]],
  ['of several types the first is shown', Type.Union([Type.Boolean(), Type.Null()]), true],
];
describe('an example of a value', () => {
  for (const [title, schema, wanted] of values) test(title, () => assert.deepEqual(answerExample(schema), wanted));
});

const schema = Type.Object({
  must: Type.Boolean(),
  may: Type.Optional(Type.Boolean()),
  shown: Type.Optional(Type.Integer({ examples: [3] })),
  id: Type.Optional(Type.String({ format: 'uuid' })),
});

test('an answer has every member, a body those it needs and those with an example of their own', () => {
  assert.deepEqual(answerExample(schema), {
    must: true,
    may: true,
    shown: 3,
    id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d',
  });
  assert.deepEqual(bodyExample(schema), { must: true, shown: 3 });
});
