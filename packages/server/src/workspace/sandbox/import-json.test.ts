import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { Refused } from './failures.ts';
import { importJson } from './import-json.ts';

const session = stopAtEnd(await openTestSession());

async function load(content: string, columnsMax = 10): Promise<unknown[]> {
  writeFileSync('in/file.json', content);
  let query = '';
  await importJson(session.connection, {
    path: 'in/file.json',
    isList: content.trimStart().startsWith('['),
    columnsMax,
    async write(given) {
      query = given;
      await session.connection.run(`create or replace temp table loaded as ${given}`);
    },
  });
  assert.notEqual(query, '');
  const result = await session.connection.runAndReadAll('from loaded');
  return [result.columnTypes().map(String).join(), ...result.getRows().map((row) => row.map(String).join('|'))];
}

const files: [title: string, content: string, wanted: string[]][] = [
  ['lines', '{"a":1}\n{"a":2}', ['BIGINT', '1', '2']],
  ['a list', '[{"a":1},{"b":"x"}]', ['BIGINT,VARCHAR', '1|null', 'null|x']],
  ['a list behind a byte order mark', '\ufeff[{"a":1},{"a":2}]', ['BIGINT', '1', '2']],
  ['lines behind a byte order mark', '\ufeff{"a":1}\n{"a":2}', ['BIGINT', '1', '2']],
  ['digits as text stay text', '[{"a":"007"}]', ['VARCHAR', '007']],
  ['nested values stay JSON', '[{"a":{"b":[1]}}]', ['VARCHAR', '{"b":[1]}']],
  ['days are moments', '[{"a":"2024-01-05"}]', ['TIMESTAMP', '2024-01-05 00:00:00']],
  [
    'long integers keep their digits',
    '[{"a":12345678901234567890123},{"a":1.5}]',
    ['VARCHAR', '12345678901234567890123', '1.5'],
  ],
];
describe('rows of JSON', () => {
  for (const [title, content, wanted] of files) test(title, async () => assert.deepEqual(await load(content), wanted));
});

test('too many columns are refused', () => assert.rejects(load('[{"a":1,"b":2}]', 1), Refused));
