import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { Refused } from './failures.ts';
import { storable, writeSegment } from './write-segment.ts';

const session = stopAtEnd(await openTestSession());

type Options = Parameters<typeof writeSegment>[2];
const write = (sql: string, options: Partial<Options> = {}) =>
  writeSegment(session.connection, (prefix) => prefix + sql, { columnsMax: 5, ...options });

const types: [type: string, item: string][] = [
  ['BIGINT', '"c" as "c"'],
  ['HUGEINT', 'cast("c" as DECIMAL(38, 0)) as "c"'],
  ['HUGEINT[]', 'cast("c" as DECIMAL(38, 0)[]) as "c"'],
  ['STRUCT("HUGEINT" INTEGER)', '"c" as "c"'],
  ['STRUCT(a INTERVAL, b HUGEINT)', 'cast("c" as STRUCT(a VARCHAR, b DECIMAL(38, 0))) as "c"'],
  ['STRUCT(INTEGER, VARCHAR)', 'cast("c" as VARCHAR) as "c"'],
  ['UNION(num INTEGER)', 'cast("c" as VARCHAR) as "c"'],
  ["ENUM('a', 'b')", 'cast("c" as VARCHAR) as "c"'],
  ['INTERVAL', 'cast(cast(cast("c" as varchar) as interval) as VARCHAR) as "c"'],
];
describe('a type that Parquet lacks is stored as one that loses nothing', () => {
  for (const [type, item] of types) test(type, () => assert.equal(storable('c', type), item));
});

test('a segment has the rows of its query, and an interval is one again for readers', async () => {
  const { columns, rows } = await write(`select 1 as n, interval '1 day -5 seconds' as span, null::varchar as nothing`);
  assert.deepEqual(
    columns.map(({ name, type, nullable }) => [name, type, nullable]),
    [
      ['n', 'INTEGER', false],
      ['span', 'INTERVAL', false],
      ['nothing', 'VARCHAR', true],
    ],
  );
  assert.equal(rows, 1);
});

test('rows for a table are converted as by INSERT, or refused', async () => {
  const target = [
    { name: 'n', type: 'BIGINT', nullable: true },
    { name: 't', type: 'VARCHAR', nullable: true },
  ];
  const { columns } = await write("select '7' as x", { target, insertColumns: ['n'] });
  assert.deepEqual(pluck(columns, 'type'), ['BIGINT', 'VARCHAR']);
  await session.connection.run('drop table "errand target"');
  await assert.rejects(write("select 'seven' as x", { target, insertColumns: ['n'] }));
  await session.connection.run('drop table "errand target"');
});

test('two columns of one name, and too many columns, are refused', async () => {
  await assert.rejects(write('select 1 as a, 2 as "A"'), Refused);
  await assert.rejects(write('select 1 as a, 2 as b, 3 as c, 4 as d, 5 as e, 6 as f'), Refused);
});
