import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { toJson } from './cell-json.ts';

const session = stopAtEnd(await openTestSession());

const cells: [sql: string, wanted: unknown][] = [
  ['null', null],
  ['1', 1],
  ['true', true],
  ['0.1::float', 0.1],
  ['1e300::double', 1e300],
  [`'nan'::double`, 'NaN'],
  [`'-inf'::float`, '-Infinity'],
  [`'a"b'`, 'a"b'],
  [`date '2024-02-29'`, '2024-02-29'],
  [`'infinity'::date`, 'infinity'],
  [`'-infinity'::timestamp_s`, '-infinity'],
  [`timestamp '2024-01-05 10:00:00.5'`, '2024-01-05 10:00:00.5'],
  [`'0044-03-15 (BC)'::date`, '0044-03-15 (BC)'],
  ['[1, 2, null]', '[1,2,null]'],
  [`{'a': 1, 'b': [date '2024-01-05']}`, '{"a":1,"b":["2024-01-05"]}'],
  [`map {'k': 1.50::decimal(4,2)}`, '[{"key":"k","value":1.50}]'],
];
describe('a value as JSON', () => {
  for (const [sql, wanted] of cells) {
    test(`${sql} is ${JSON.stringify(wanted)}`, async () => {
      const result = await session.connection.runAndReadAll(`select ${sql}`);
      assert.deepEqual(JSON.parse(toJson(result.getRows()[0]![0]!, result.columnTypes()[0]!)), wanted);
    });
  }
});

test('long integers and decimals keep every digit', async () => {
  for (const text of ['12345678901234567890::hugeint', '1.10::decimal(10,2)', '9007199254740993']) {
    const result = await session.connection.runAndReadAll(`select ${text}`);
    assert.equal(toJson(result.getRows()[0]![0]!, result.columnTypes()[0]!), text.split('::')[0]);
  }
});
