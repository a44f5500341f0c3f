import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJsonObject, isLongInteger } from './json-value.ts';

const raw = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON('12345678901234567890');

test('a long integer is a number, although JavaScript keeps it as an object', () => {
  assert.deepEqual([isLongInteger(raw), isJsonObject(raw)], [true, false]);
});

test('only objects are objects', () => {
  assert.ok(isJsonObject({}) && isJsonObject({ rawJSON: '1' }));
  for (const value of [[], null, 'a', 7, undefined]) assert.ok(!isJsonObject(value));
  assert.ok(!isLongInteger({ rawJSON: '1' }) && !isLongInteger(7));
});
