import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { exportQuery, exportRows } from './export-rows.ts';

const session = stopAtEnd(await openTestSession());

const column = (name: string, type: string) => ({ name, type, nullable: true });

test('stored rows are a Parquet file with their types; a column that would lose a value stays text', async () => {
  writeFileSync('in/rows.jsonl', '[1,"2024-01-05",1234567890123456789012345678901234567890]\n[null,null,null]\n');
  const columns = [column('n', 'BIGINT'), column('n', 'DATE'), column('big', 'HUGEINT')];
  const answer = await exportRows(session.connection, { file: 'rows.jsonl', columns });
  assert.deepEqual(pluck(answer.columns, 'name', 'type'), [
    ['n', 'BIGINT'],
    ['n_2', 'DATE'],
    ['big', 'VARCHAR'],
  ]);
  assert.equal(answer.rows, 2);
});

const limits = { rowsMax: 3, bytesMax: 10_000, columnsMax: 5, keepFormulas: false };
const SQL = `select i, 'a "b",' as t, nullif(i, 1) as i, '' as e from range(5) r(i)`;

test('a query becomes CSV or JSON lines, up to its own limits', async () => {
  const csv = await exportQuery(session.connection, SQL, { ...limits, format: 'csv' });
  assert.deepEqual([csv.rows, csv.truncated], [3, true]);
  assert.equal(
    readFileSync('out/export.csv', 'utf8').split('\r\n').slice(0, 3).join('\n'),
    'i,t,i,e\n0,"a ""b"",",0,""\n1,"a ""b"",",,""',
  );
  await exportQuery(session.connection, SQL, { ...limits, format: 'jsonl' });
  const [, second] = readFileSync('out/export.jsonl', 'utf8').split('\n');
  assert.equal(second, '{"i":1,"t":"a \\"b\\",","i_2":null,"e":""}');
});

test('a query becomes a Parquet file, with names that are unique', async () => {
  const answer = await exportQuery(session.connection, SQL, { ...limits, format: 'parquet' });
  assert.deepEqual(pluck(answer.columns, 'name'), ['i', 't', 'i_2', 'e']);
  assert.deepEqual([answer.rows, answer.truncated], [3, true]);
});
