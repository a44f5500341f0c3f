import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { Refused } from './failures.ts';
import { resolveMaps } from './map-pairs.ts';

const session = stopAtEnd(await openTestSession());

async function run(sql: string): Promise<{ value: string; changed: boolean; name: string }> {
  const { connection, parser } = session;
  const tree = await parser.read({ sql, start: 0 });
  const changed = await resolveMaps(connection, parser, tree);
  const result = await connection.runAndReadAll(changed ? await parser.toSql(tree) : sql);
  return { value: String(result.getRows()[0]![0]), changed, name: result.columnNames()[0]! };
}
const FROM = "from (values ('k', 'v', ['a', 'b'], [1, 2])) t(k, v, ks, vs)";

const maps: [sql: string, wanted: string, changed: boolean][] = [
  ["select map {'a': 1}", "{'a': 1}", false],
  ["select map(['a'], [1])", "{'a': 1}", false],
  ["select map('a', 1)", "{'a': 1}", true],
  ["select map('a', 1, 'b', 2)", "{'a': 1, 'b': 2}", true],
  [`select map(k, v) ${FROM}`, "{'k': 'v'}", true],
  [`select map(ks, vs) ${FROM}`, "{'a': 1, 'b': 2}", false],
  [`select map(k || 'x', v) ${FROM}`, "{'kx': 'v'}", true],
];
describe('pairs and lists are distinguished', () => {
  for (const [sql, wanted, changed] of maps) {
    test(sql, async () => {
      const found = await run(sql);
      assert.deepEqual([found.value, found.changed], [wanted, changed]);
    });
  }
});

test('the column is named as it was', async () => {
  assert.equal((await run("select map('a', 1)")).name, 'map');
});

test('a key without a value is refused', async () => {
  await assert.rejects(run("select map('a', 1, 'b')"), Refused);
});
