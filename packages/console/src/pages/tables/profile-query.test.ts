import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TableColumn } from '@errand/sdk';
import { readProfileRow, writeProfileQuery } from './profile-query.ts';

const columns = [{ name: 'total' }, { name: 'a "b"' }] as TableColumn[];

test('names are quoted, so that any table and column can be counted', () => {
  const sql = writeProfileQuery('my "t"', columns, 10);
  assert.match(sql, /FROM "my ""t"""$/);
  assert.match(sql, /count\("a ""b"""\) AS f1/);
  assert.equal(writeProfileQuery('t', [], 0), 'SELECT count(*) AS n FROM "t"');
});

test('distinct values are counted, and only estimated in tables that are very large or of unknown size', () => {
  assert.match(writeProfileQuery('t', columns, 1_350_000), /count\(DISTINCT "total"\) AS d0/);
  for (const rows of [50_000_000, null])
    assert.match(writeProfileQuery('t', columns, rows), /approx_count_distinct\("total"\) AS d0/);
});

test('figures find their columns again; an empty table has none', () => {
  const row = { n: '3', f0: 3, d0: 2, a0: 1, z0: 9, f1: 0, d1: 0, a1: null, z1: null };
  assert.deepEqual(readProfileRow(columns, row), {
    rows: 3,
    columns: [
      { name: 'total', filled: 3, distinct: 2, min: '1', max: '9' },
      { name: 'a "b"', filled: 0, distinct: 0, min: null, max: null },
    ],
  });
  assert.equal(readProfileRow(columns, {}).rows, 0);
});
