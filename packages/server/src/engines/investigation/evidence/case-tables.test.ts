import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../../test/pluck.ts';
import { jsonLines, splitInput } from './case-tables.ts';

const rows = [{ id: 1 }, { id: 2, amount: 5 }];

test('a list is a table with the columns of all its rows; an only list in an object goes by the name of the input', () => {
  const table = { name: 'tx', columns: ['id', 'amount'], rows: JSON.stringify(rows), count: 2 };
  assert.deepEqual(splitInput('tx', JSON.stringify(rows)).tables, [table]);
  assert.deepEqual(splitInput('tx', JSON.stringify({ owner: 'Ada', list: rows })).tables, [table]);
});

test('several lists are named after their members', () => {
  const { tables } = splitInput('case', JSON.stringify({ in: rows, 'out-going': rows }));
  assert.deepEqual(pluck(tables, 'name'), ['case_in', 'case_out_going']);
});

test('text, broken JSON, single objects and mixed lists are no tables, and nothing of them is left out', () => {
  for (const text of ['hello', '[{', '7'])
    assert.deepEqual(splitInput('x', text), { tables: [], rows: '', rest: text });
  for (const text of ['[{"a":1}]', '[{"a":1}, 2]', '{"words":["a","b"]}']) {
    const { tables, rest } = splitInput('x', text);
    assert.deepEqual([tables, JSON.parse(rest)], [[], JSON.parse(text)]);
  }
});

test('everything beside tables stands apart: words, numbers, short lists and lists that are no tables', () => {
  const beside = { remarks: 'on the list', one: [{ a: 1 }], mixed: [{ a: 1 }, 2], words: ['x'], none: null };
  const { rows: shown, rest } = splitInput('case', JSON.stringify({ ...beside, list: rows }));
  assert.deepEqual(JSON.parse(rest), beside);
  assert.equal(shown, '{"id":1}\n{"id":2,"amount":5}');
  const wide = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`c${at}`, at]));
  assert.deepEqual(JSON.parse(splitInput('case', JSON.stringify({ wide: [wide, wide], list: rows })).rest), {
    wide: [wide, wide],
  });
});

test('each row of a list has a line of its own, so that it can be quoted', () => {
  assert.equal(jsonLines(JSON.stringify(rows)), '{"id":1}\n{"id":2,"amount":5}');
  assert.equal(jsonLines('{"a":1}'), '{\n "a": 1\n}');
  assert.equal(jsonLines('[broken'), '[broken');
});
