import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../../test/pluck.ts';
import { jsonLines, readCaseTables } from './case-tables.ts';

const rows = [{ id: 1 }, { id: 2, amount: 5 }];

test('a list is a table with the columns of all its rows; an only list in an object goes by the name of the input', () => {
  const table = { name: 'tx', columns: ['id', 'amount'], rows: JSON.stringify(rows), count: 2 };
  assert.deepEqual(readCaseTables('tx', JSON.stringify(rows)), [table]);
  assert.deepEqual(readCaseTables('tx', JSON.stringify({ owner: 'Ada', list: rows })), [table]);
});

test('several lists are named after their members', () => {
  const tables = readCaseTables('case', JSON.stringify({ in: rows, 'out-going': rows }));
  assert.deepEqual(pluck(tables, 'name'), ['case_in', 'case_out_going']);
});

test('text, broken JSON, single objects and mixed lists are no tables', () => {
  for (const text of ['hello', '[{', '[{"a":1}]', '[{"a":1}, 2]', '7']) assert.deepEqual(readCaseTables('x', text), []);
});

test('each row of a list has a line of its own, so that it can be quoted', () => {
  assert.equal(jsonLines(JSON.stringify(rows)), '{"id":1}\n{"id":2,"amount":5}');
  assert.equal(jsonLines('{"a":1}'), '{\n "a": 1\n}');
  assert.equal(jsonLines('[broken'), '[broken');
});
