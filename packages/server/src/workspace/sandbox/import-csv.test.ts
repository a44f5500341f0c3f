import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { Refused } from './failures.ts';
import { importCsv } from './import-csv.ts';

const session = stopAtEnd(await openTestSession());

/** Returns types and rows as a table would have them. */
async function load(content: string | Buffer): Promise<{ types: string[]; rows: string[] }> {
  writeFileSync('in/file.csv', content);
  await importCsv(session.connection, {
    onBadRows: 'text',
    path: 'in/file.csv',
    head: readFileSync('in/file.csv').subarray(0, 1024 * 1024),
    withHeaders: true,
    columnsMax: 10,
    write: async (query) => void (await session.connection.run(`create or replace temp table loaded as ${query}`)),
  });
  const result = await session.connection.runAndReadAll('from loaded');
  return { types: result.columnTypes().map(String), rows: result.getRows().map((row) => row.map(String).join('|')) };
}

const kept: [title: string, content: string, type: string, rows: string[]][] = [
  ['integers', 'n\n1\n-2\n', 'BIGINT', ['1', '-2']],
  ['zeros before a number', 'n\n007\n12\n', 'VARCHAR', ['007', '12']],
  ['a plus before a number', 'n\n+49\n1\n', 'VARCHAR', ['+49', '1']],
  ['numbers of a card', 'n\n12345678901234567890\n1\n', 'VARCHAR', ['12345678901234567890', '1']],
  ['moments with an offset, in UTC', 't\n2024-01-05T10:00:00+02:00\n', 'TIMESTAMP', ['2024-01-05 08:00:00']],
  ['semicolons', 'a;b\n1;x\n', 'BIGINT', ['1|x']],
];
describe('values are kept as they are', () => {
  for (const [title, content, type, rows] of kept)
    test(title, async () => {
      const found = await load(content);
      assert.deepEqual([found.types[0], found.rows], [type, rows]);
    });

  test('a later value that does not fit makes the column one that it fits into', async () => {
    const many = Array.from({ length: 25_000 }, (_, at) => at).join('\n');
    for (const [last, type] of [
      ['1.5', 'DOUBLE'],
      ['007', 'VARCHAR'],
      ['none', 'VARCHAR'],
    ] as const) {
      const { types, rows } = await load(`n\n${many}\n${last}\n`);
      assert.deepEqual([types, rows.at(-1)], [[type], last]);
    }
  });

  test('UTF-16 and mixed line ends are read', async () => {
    assert.deepEqual((await load(Buffer.from('\ufeffn\nÄ\n', 'utf16le'))).rows, ['Ä']);
    assert.deepEqual((await load('a,b\r\n1,x\n2,y\r\n')).rows, ['1|x', '2|y']);
  });
});

describe('a wrong file is reported with its line', () => {
  const bad: [title: string, content: string | Buffer, words: RegExp][] = [
    ['too many values', 'a,b\n1,2\n1,2,3\n', /^Line 3: expected 2 values, found 3/],
    ['no UTF-8', Buffer.from([0x61, 0x0a, 0xff, 0xfe, 0xfd, 0x0a]), /UTF-8/],
    ['a NUL byte', 'a\n\u0000\n', /NUL/],
  ];
  for (const [title, content, words] of bad)
    test(title, () =>
      assert.rejects(load(content), (error: unknown) => error instanceof Refused && words.test(error.message)),
    );
});

describe('a few values far below that do not fit', () => {
  const rows = Array.from({ length: 25_000 }, (_, at) => `${at},${at}.5,2024-01-05 10:00:00`);
  const content = ['a,b,t', ...rows, '1,n/a,2024-01-05 10:00:00', 'x,2.5,soon', '3,3.5,2024-01-05 11:00:00'].join('\n');
  const run = async (onBadRows: 'text' | 'reject' | 'stop') => {
    writeFileSync('in/file.csv', content);
    const report = await importCsv(session.connection, {
      onBadRows,
      path: 'in/file.csv',
      head: readFileSync('in/file.csv').subarray(0, 1024 * 1024),
      withHeaders: true,
      columnsMax: 10,
      write: async (query) => void (await session.connection.run(`create or replace temp table loaded as ${query}`)),
    });
    const result = await session.connection.runAndReadAll('select * from loaded');
    return { report, types: result.columnTypes().map(String), rows: result.getRows().length };
  };

  test('are reported with their rows when their columns become text', async () => {
    const { report, types, rows: count } = await run('text');
    assert.deepEqual(
      report.bad_columns.map(({ column, type, bad_values: bad, examples }) => [column, type, bad, examples]),
      [
        ['a', 'BIGINT', 1, [{ row: 25_002, value: 'x' }]],
        ['b', 'DOUBLE', 1, [{ row: 25_001, value: 'n/a' }]],
        ['t', 'TIMESTAMP', 1, [{ row: 25_002, value: 'soon' }]],
      ],
    );
    assert.deepEqual([types, count], [['VARCHAR', 'VARCHAR', 'VARCHAR'], 25_003]);
  });

  test('are left out and kept as CSV, and the types hold', async () => {
    const { report, types, rows: count } = await run('reject');
    assert.deepEqual([types, count], [['BIGINT', 'DOUBLE', 'TIMESTAMP'], 25_001]);
    assert.deepEqual(report.rejected, {
      rows: 2,
      csv: ['row,does_not_fit,a,b,t', '25001,b,1,n/a,2024-01-05 10:00:00', '25002,a t,x,2.5,soon'].join('\r\n'),
    });
  });

  test('stop the import, if it shall not decide', async () => {
    await assert.rejects(run('stop'), (error: unknown) => {
      assert.ok(error instanceof Refused && error.reason === 'bad_rows');
      assert.match(error.message, /Column a: 1 value is not a whole number, first in row 25002: "x"\./);
      return true;
    });
  });
});
