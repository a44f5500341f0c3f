import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { Refused } from './failures.ts';
import { importFile } from './import-file.ts';

const session = stopAtEnd(await openTestSession());

async function load(content: string | Buffer, columnsMax = 10) {
  writeFileSync('in/file', content);
  const told: string[] = [];
  const task = { file: 'file', withHeaders: true, columnsMax, onBadRows: 'text' as const };
  const answer = await importFile(session.connection, task, (file) => told.push(file));
  return { told, ...answer, types: answer.columns.map(({ name, type }) => `${name} ${type}`) };
}

describe('the content says what a file is', () => {
  const files: [title: string, content: string, types: string[]][] = [
    ['CSV', 'a,b\n1,x\n', ['a BIGINT', 'b VARCHAR']],
    ['JSON lines', '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n', ['a BIGINT', 'b VARCHAR']],
    ['a list of objects behind a byte order mark', '\ufeff [ {"a":true}]', ['a BOOLEAN']],
  ];
  for (const [title, content, types] of files)
    test(title, async () => {
      const found = await load(content);
      assert.deepEqual([found.types, found.told], [types, ['segment.parquet']]);
    });

  test('Parquet', async () => {
    await session.connection.run("copy (select 7 as n) to 'in/made' (format parquet)");
    const answer = await importFile(
      session.connection,
      { file: 'made', withHeaders: true, columnsMax: 10, onBadRows: 'text' },
      () => undefined,
    );
    assert.deepEqual([answer.rows, answer.columns[0]?.type], [1, 'INTEGER']);
  });
});

describe('refused with what to do', () => {
  const files: [title: string, content: string | Buffer, words: RegExp][] = [
    ['an empty file', '', /empty/],
    ['a zip archive', 'PK\u0003\u0004....', /zip/],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
    ['a PDF', '%PDF-1.7', /not a table/],
    ['too many columns', `${Array.from({ length: 11 }, (_, at) => `c${at}`).join()}\n`, /10 columns/],
  ];
  for (const [title, content, words] of files)
    test(title, () =>
      assert.rejects(load(content), (error: unknown) => error instanceof Refused && words.test(error.message)),
    );
});
