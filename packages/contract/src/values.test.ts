import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { FieldError, JsonObject, Nullable, Page, Uuid } from './values.ts';

test('an id is a UUID, and what may be null is the value or null', () => {
  assert.ok(Check(Uuid, '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'));
  for (const wrong of ['', 'acme', 7, null]) assert.ok(!Check(Uuid, wrong), String(wrong));
  assert.ok(Check(Nullable(Type.Integer()), null) && Check(Nullable(Type.Integer()), 7));
  assert.ok(!Check(Nullable(Type.Integer()), '7'));
});

test('a page has its count, its neighbours and its items', () => {
  const page = { count: 1, next: null, previous: 'https://a.example', results: ['a'] };
  assert.ok(Check(Page(Type.String()), page));
  assert.ok(!Check(Page(Type.String()), { ...page, results: [1] }));
  assert.ok(!Check(Page(Type.String()), { ...page, next: undefined }));
});

test('messages of a field may be one or several; a JSON object is no list', () => {
  assert.ok(Check(FieldError, { name: ['Long.', 'Odd.'], id: 'No UUID.' }));
  assert.ok(Check(JsonObject, { a: [null] }));
  for (const wrong of [[], null, 'a']) assert.ok(!Check(JsonObject, wrong));
});
