import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { Refused } from './failures.ts';
import { expandPivot } from './pivot.ts';

const session = stopAtEnd(await openTestSession());
await session.connection.run(
  "create table sales as select * from (values ('Oslo', 2024, 1), ('Rome', 2025, 2)) t(city, year, n)",
);

const expand = (sql: string) => expandPivot(session.connection, session.parser, { sql, start: 0 }, ['sales']);

test('the values of the column are found and written into the statement', async () => {
  const { sql } = await expand('pivot sales on year using sum(n) group by city');
  const result = await session.connection.runAndReadAll(`${sql} order by city`);
  assert.deepEqual(result.columnNames(), ['city', '2024', '2025']);
  assert.deepEqual(
    result.getRows().map((row) => row.map(String)),
    [
      ['Oslo', '1', 'null'],
      ['Rome', 'null', '2'],
    ],
  );
});

test('other queries, and a PIVOT that names its values, stay as they are', async () => {
  for (const sql of ['select 1', 'pivot sales on year in (2024) using sum(n)']) {
    assert.equal((await expand(sql)).sql.replaceAll(/\s+/g, ' ').trim(), sql);
  }
});

describe('refused', () => {
  for (const sql of [
    "pivot sales on (select content from read_text('/etc/passwd')) using sum(n)",
    "pivot read_csv('x.csv') on year using sum(n)",
    'pivot sales on nobody using sum(n)',
    'pivot (select * from sales where false) on year using sum(n)',
    'pivot range(2000) t(i) on i using count(*)',
  ])
    test(sql, () => assert.rejects(expand(sql), Refused));
});
