import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { createViews, describeFile, loadRound, lookUp, quoteName, quoteText } from './session.ts';

const session = stopAtEnd(await openTestSession());
writeFileSync('canary.txt', 'canary');

const firstCell = async (sql: string): Promise<string> =>
  String((await session.connection.runAndReadAll(sql)).getRows()[0]![0]);

describe('a locked session', () => {
  for (const sql of [
    "from read_text('canary.txt')",
    "copy (select 1) to 'written.csv'",
    'install httpfs',
    'set enable_external_access = true',
    "set temp_directory = '/tmp'",
    "attach 'other.db'",
    "set memory_limit = '64GB'",
  ])
    test(`refuses ${sql}`, () => assert.rejects(session.connection.run(sql)));

  test('reads its input and knows one time zone', async () => {
    writeFileSync('in/a.csv', 'n\n7\n');
    assert.equal(await firstCell("from read_csv('in/a.csv')"), '7');
    assert.equal(await firstCell("select current_setting('TimeZone')"), 'UTC');
  });
});

test('tables are views over their files; one without rows has its columns', async () => {
  await session.connection.run("copy (select 1 as n, '1 day -00:00:05.5' as span) to 'out/t.parquet' (format parquet)");
  await session.connection.run("copy (from 'out/t.parquet') to 'out/u.parquet' (format parquet)");
  const columns = [
    { name: 'n', type: 'INTEGER', nullable: false },
    { name: 'span', type: 'INTERVAL', nullable: false },
  ];
  await createViews(session.connection, [
    { name: 'full "one"', columns, files: ['../out/t.parquet', '../out/u.parquet'] },
    { name: 'empty', columns, files: [] },
  ]);
  assert.equal(await firstCell('select sum(n) from "full ""one"""'), '2');
  assert.equal(await firstCell('select typeof(span) from "full ""one"""'), 'INTERVAL');
  assert.equal(await firstCell('select count(span) from empty'), '0');
});

test('a file is described by its columns, its rows and the columns with nulls', async () => {
  await session.connection.run("copy (from (values (1, null), (2, 'x')) t(a, b)) to 'out/d.parquet' (format parquet)");
  assert.deepEqual(await describeFile(session.connection, 'out/d.parquet'), {
    columns: [
      { name: 'a', type: 'INTEGER', nullable: false },
      { name: 'b', type: 'VARCHAR', nullable: true },
    ],
    rows: 2,
  });
});

test('answers are found by their key, and a call without one is null', async () => {
  const answers = Array.from({ length: 1_000 }, (_, at) => JSON.stringify({ k: `key ${at}`, v: `answer ${at}` }));
  writeFileSync('in/round.jsonl', answers.join('\n'));
  await loadRound(session.connection, 3, 'round.jsonl');
  for (const [key, wanted] of [
    ['key 0', 'answer 0'],
    ['key 999', 'answer 999'],
    ['key 1000', 'null'],
  ])
    assert.equal(await firstCell(`select ${lookUp(3)} from (select '${key}' as errand_key)`), wanted);
});

test('names and texts cannot leave their quotes', () => {
  assert.equal(quoteName('a"; drop'), '"a""; drop"');
  assert.equal(quoteText("a'; drop"), "'a''; drop'");
});
