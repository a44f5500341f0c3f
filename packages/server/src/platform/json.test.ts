import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonError, parseJson, parseUntrustedJson } from './json.ts';

const refused = (text: string): void => assert.throws(() => parseUntrustedJson(text), JsonError, text.slice(0, 80));

test('integers keep their digits, other numbers are doubles', () => {
  for (const text of [
    '{"a":9007199254740993}',
    '[-12345678901234567890123]',
    '12345678901234567890',
    '[1.5,1e+21,0]',
  ]) {
    assert.equal(JSON.stringify(parseJson(text)), text);
  }
  assert.equal(JSON.stringify(parseUntrustedJson(`[${'9'.repeat(200)}]`)), `[${'9'.repeat(200)}]`);
});

test('values that PostgreSQL cannot store are refused, in values and in names', () => {
  for (const text of ['"\\u0000"', '{"\\u0000": 1}', '"\\ud800"', '["\\udc00x"]', '{"\\ud83d": 1}']) refused(text);
  for (const text of ['1e999', '[-1e999]', `[${'9'.repeat(1_001)}]`]) refused(text);
  for (const text of ['{"__proto__": 1}', '[{"a": {"__proto__": {}}}]']) refused(text);
  assert.deepEqual(parseUntrustedJson('{"constructor": 1, "a": "😀"}'), { constructor: 1, a: '😀' });
});

test('100 levels are taken, more are not, in short and in long texts', () => {
  const nested = (depth: number, inside = '1') => '[{"a":'.repeat(depth / 2) + inside + '}]'.repeat(depth / 2);
  const long = `"${'x'.repeat(30_000)}"`;
  assert.ok(parseUntrustedJson(nested(100)));
  assert.ok(parseUntrustedJson(nested(100, long)));
  for (const text of [nested(102), nested(102, long), '['.repeat(1_000_000), nested(10_000)]) refused(text);
});

test('brackets, quotes and backslashes inside of strings are no nesting', () => {
  const text = JSON.stringify({ a: `${'[{'.repeat(20_000)}\\`, b: '"[\\"[', c: '\\\\"'.repeat(10_000) });
  assert.equal(JSON.stringify(parseUntrustedJson(text)), text);
});

test('text that is no JSON is refused, even if only its end is missing', () => {
  for (const text of [
    '',
    '{',
    '{"a": ',
    "{'a': 1}",
    '[1,]',
    'NaN',
    '\ufeff{}',
    `"${'x'.repeat(30_000)}`,
    `{"a": "${'\\'.repeat(30_001)}`,
  ]) {
    refused(text);
  }
});
