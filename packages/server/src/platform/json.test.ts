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

test('what PostgreSQL cannot store is refused, in values and in names', () => {
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

test('what is no JSON is refused, however it ends', () => {
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

test('a text with more members or values than anybody needs is refused before it is parsed', () => {
  const members = `{${'"k":1,'.repeat(300_001)}"k":1}`;
  assert.throws(() => parseUntrustedJson(members), /more than 300000 members/);
  assert.throws(() => parseUntrustedJson(`[${'1,'.repeat(1_000_002)}1]`), /more than 1000000 values/);
  assert.equal((parseUntrustedJson(`["${',:'.repeat(2_000_000)}"]`) as string[])[0]!.length, 4_000_000);
});

test('many different names are refused before they are parsed, and the limit is named', () => {
  const names = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;
  assert.throws(() => parseUntrustedJson(names(290_000)), /more than 20000 different member names/);
  assert.equal(Object.keys(parseUntrustedJson(names(20_000)) as object).length, 20_000);
  const spread = `[${Array.from({ length: 29_000 }, (_, at) => `{"a${at}":1,"b${at}":{"c":[]}}`).join()}]`;
  assert.throws(() => parseUntrustedJson(spread), /more than 20000 different member names/);
  assert.throws(() => parseUntrustedJson(`[${'[],'.repeat(200_000)}1]`), /more than 150000 objects and lists/);
});

test('a large batch and a long text are taken', () => {
  const row = (at: number) => ({ text: `row ${at}`, metadata: { row: at, tags: ['a', 'b'], more: { deep: [at] } } });
  const batch = { inputs: Array.from({ length: 10_000 }, (_, at) => row(at)) };
  assert.deepEqual(parseUntrustedJson(JSON.stringify(batch)), batch);
  const long = { text: '{"a": 1, "b": [}] '.repeat(300_000) };
  assert.deepEqual(parseUntrustedJson(JSON.stringify(long)), long);
});
