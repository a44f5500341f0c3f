import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { Refused } from './failures.ts';

const session = stopAtEnd(await openTestSession());

const refusal = async (work: Promise<unknown>): Promise<Refused> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  return assert.fail('it was let through');
};

test('a query is read and written again with the same meaning', async () => {
  const { parser, connection } = session;
  const sql = "select 12345678901234567890 as n, 'é' as t from range(2) r(i) where i > 0";
  const tree = await parser.parse({ sql, start: 0 }, []);
  const [row] = (await connection.runAndReadAll(await parser.toSql(tree))).getRows();
  assert.deepEqual(row?.map(String), ['12345678901234567890', 'é']);
});

test('errors are reported at their place, counted in characters from the start of the whole text', async () => {
  const { position } = await refusal(session.parser.parse({ sql: "select 'é' fro m t", start: 100 }, []));
  assert.ok(position !== undefined && position > 100 && position <= 118);
  const forbidden = "select 'é', read_text('x')";
  const found = await refusal(session.parser.parse({ sql: forbidden, start: 100 }, []));
  assert.equal(found.position, 100 + forbidden.indexOf('read_text'));
});

test('one query is taken, and nothing else', async () => {
  for (const sql of ['select 1; select 2', 'create table t (a int)', 'drop table t', '', `select 1e999999`])
    await refusal(session.parser.read({ sql, start: 0 }));
});

describe('a part that is put into another text', () => {
  const parts: [kind: 'expression' | 'type', sql: string, isOne: boolean][] = [
    ['expression', 'a + 1', true],
    ['expression', 'a -- note', true],
    ['expression', '(select max(x) from t)', true],
    ['expression', 'a), (b', false],
    ['expression', 'a) from t where (b', false],
    ['expression', 'a) union select (b', false],
    ['expression', 'a) limit (1', false],
    ['type', 'decimal(10, 2)', true],
    ['type', 'struct(a int, b text[])', true],
    ['type', 'int), cast(1 as int', false],
    ['type', 'int) + (1', false],
  ];
  for (const [kind, sql, isOne] of parts) {
    test(`${sql} ${isOne ? 'is one' : 'is not one'} ${kind}`, async () => {
      const check = session.parser.checkFragment({ sql, start: 0 }, kind);
      if (isOne) await check;
      else await refusal(check);
    });
  }
});
