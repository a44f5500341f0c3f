import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInJson, GROUP_SIZE, listJsonRows, openToDepth, parseJsonText, writeJsonText } from './json-rows.ts';

test('only what is open has lines; long lists open in groups', () => {
  const value = { list: Array.from({ length: 1_200 }, (_, index) => ({ index })), text: 'a' };
  assert.equal(listJsonRows(value, new Set()).length, 1);
  assert.deepEqual(
    listJsonRows(value, new Set(['$', '$/list'])).map(({ label }) => label),
    ['', 'list', '0 … 499', '500 … 999', '1000 … 1199', 'text'],
  );
  const rows = listJsonRows(value, new Set(['$', '$/list', '$/list#500', '$/list/500']));
  assert.equal(rows.length, 6 + GROUP_SIZE + 1);
  assert.equal(rows.find(({ id }) => id === '$/list/500/index')?.path, 'list[500].index');
  assert.equal(openToDepth(value, 3).size, 1, 'a long list stays folded');
});

test('a text is found in names and values, with what must be opened to see it', () => {
  const { hits, sawAll } = findInJson({ a: [{ 'needle/x': 1 }], b: 'a NEEDLE' }, 'needle');
  assert.deepEqual(hits, [
    { id: '$/a/0/needle~1x', opens: ['$', '$/a', '$/a/0'] },
    { id: '$/b', opens: ['$'] },
  ]);
  assert.equal(sawAll, true);
  assert.equal(findInJson([1, 2, 3], 'x', { values: 2, hits: 10 }).sawAll, false);
});

test('large integers keep their digits, there and back', () => {
  const parsed = parseJsonText('{"id": 12345678901234567890, "n": 1.5}')!;
  assert.equal(String((parsed.value as { id: bigint }).id), '12345678901234567890');
  assert.equal(writeJsonText(parsed.value), '{\n  "id": 12345678901234567890,\n  "n": 1.5\n}');
  assert.equal(parseJsonText('{nope'), undefined);
});
