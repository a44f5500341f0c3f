import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { NamedSchema, Schema } from './schemas.ts';
import { createTypeWriter } from './types.ts';
import { writeTypes } from './write-types.ts';

const Person = Type.Object({
  name: Type.String({ description: 'As on the door.' }),
  age: Type.Optional(Type.Integer()),
});
const named = (schemas: Record<string, unknown>): NamedSchema[] =>
  Object.entries(schemas).map(([name, schema]) => ({ name, module: 'people', schema: schema as Schema }));
const write = (schema: unknown): string =>
  createTypeWriter(named({ Person }))
    .write(schema as Schema, new Set())
    .replace(/\s+/g, ' ');

test('a part that the contract exports stands as its name, also when it is optional or null', () => {
  assert.equal(write(Type.Array(Person)), 'Person[]');
  assert.equal(write(Type.Union([Person, Type.Null()])), 'Person | null');
  assert.equal(write(Type.Object({ who: Type.Optional(Person) })), '{ who?: Person; }');
  assert.equal(write(Type.Array(Type.Union([Person, Type.Null()]))), '(Person | null)[]');
});

test('every kind of schema has a type', () => {
  assert.equal(write(Type.Enum(['a', 'b'])), '"a" | "b"');
  assert.equal(write(Type.Record(Type.String(), Type.Array(Type.Boolean()))), 'Record<string, boolean[]>');
  assert.equal(write(Type.Unknown()), 'unknown');
  assert.equal(write(Type.Unsafe<string | null>({ type: ['string', 'null'] })), 'string | null');
  assert.equal(write(Type.Unsafe({ type: 'string', format: 'binary' })), 'Uint8Array');
  assert.equal(write(Type.Object({ 'X-Id': Type.Number() })), '{ "X-Id": number; }');
  assert.throws(() => write({ type: 'tuple' }), /No type for/);
});

test('a page of a list is a Page of its items', () => {
  const text = Type.Union([Type.String(), Type.Null()]);
  const page = { count: Type.Integer(), next: text, previous: text, results: Type.Array(Person) };
  assert.equal(write(Type.Object(page)), 'Page<Person>');
});

test('descriptions become comments that cannot be closed from inside', () => {
  const schemas = named({ Media: Type.Object({ kind: Type.String({ description: 'Such as */*.' }) }) });
  const [text = ''] = writeTypes(schemas, createTypeWriter(schemas)).values();
  assert.match(text, /export type Media = \{\n\/\*\* Such as \*\\\/\*\. \*\/\nkind: string; \};/);
});
