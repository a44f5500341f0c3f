import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseUntrustedJson } from './json.ts';

test('a text with more members or values than anybody needs is refused before it is parsed', () => {
  const members = `{${'"k":1,'.repeat(300_001)}"k":1}`;
  assert.throws(() => parseUntrustedJson(members), /more than 300000 members/);
  assert.throws(() => parseUntrustedJson(`[${'1,'.repeat(1_000_002)}1]`), /more than 1000000 values/);
  assert.equal((parseUntrustedJson(`["${',:'.repeat(2_000_000)}"]`) as string[])[0]!.length, 4_000_000);
});

test('many different names are refused before they are parsed, and the limit is named', () => {
  const names = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;
  assert.throws(() => parseUntrustedJson(names(290_000)), /more than 10000 different member names/);
  assert.equal(Object.keys(parseUntrustedJson(names(10_000)) as object).length, 10_000);
  const spread = `[${Array.from({ length: 29_000 }, (_, at) => `{"a${at}":1,"b${at}":{"c":[]}}`).join()}]`;
  assert.throws(() => parseUntrustedJson(spread), /more than 10000 different member names/);
  assert.throws(() => parseUntrustedJson(`[${'[],'.repeat(200_000)}1]`), /more than 150000 objects and lists/);
});

test('a large batch and a long text are taken', () => {
  const row = (at: number) => ({ text: `row ${at}`, metadata: { row: at, tags: ['a', 'b'], more: { deep: [at] } } });
  const batch = { inputs: Array.from({ length: 10_000 }, (_, at) => row(at)) };
  assert.deepEqual(parseUntrustedJson(JSON.stringify(batch)), batch);
  const long = { text: '{"a": 1, "b": [}] '.repeat(300_000) };
  assert.deepEqual(parseUntrustedJson(JSON.stringify(long)), long);
});
