import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import type { Node } from './check-tree.ts';
import { applyGuard, guardsOf } from './guards.ts';

const session = stopAtEnd(await openTestSession());

const nameOf = (node: Node): string => node.column_names?.join('.') ?? String(node.value?.value ?? node.type);

test('a branch of CASE is taken when no condition before it is true and its own is', async () => {
  const node = await session.parser.expression('case when a then b when c then d else e end');
  const found = [...guardsOf(node)].map(([part, guard]) => [
    nameOf(part),
    guard?.before.map(nameOf) ?? null,
    guard?.kind === 'case' && guard.when ? nameOf(guard.when) : null,
  ]);
  assert.deepEqual(found, [
    ['a', null, null],
    ['b', [], 'a'],
    ['c', ['a'], null],
    ['d', ['a'], 'c'],
    ['e', ['a', 'c'], null],
  ]);
});

test('a value of COALESCE is asked for when all before it are null', async () => {
  const node = await session.parser.expression('coalesce(a, b, c)');
  assert.deepEqual(
    [...guardsOf(node)].map(([part, guard]) => [nameOf(part), guard?.before.map(nameOf) ?? null]),
    [
      ['a', null],
      ['b', ['a']],
      ['c', ['a', 'b']],
    ],
  );
  assert.equal(guardsOf(await session.parser.expression('a + b')).size, 0);
});

test('under its guard a value is computed for the rows of its branch only', async () => {
  const { parser, connection } = session;
  const values = async (sql: string, wanted: string) => {
    const guard = [...guardsOf(await parser.expression(sql))].find(([part]) => nameOf(part) === wanted)![1]!;
    const tree = await parser.read({ sql: 'select 1 from (values (1), (2), (null)) t(a)', start: 0 });
    const nothing = await parser.expression('null');
    tree.statements[0].node.select_list = [
      applyGuard(guard, await parser.expression('7'), () => structuredClone(nothing)),
    ];
    return (await connection.runAndReadAll(await parser.toSql(tree))).getRows().map(([value]) => value);
  };
  assert.deepEqual(await values('case when a = 1 then x else y end', 'x'), [7, null, null]);
  assert.deepEqual(await values('case when a = 1 then x else y end', 'y'), [null, 7, 7]);
  assert.deepEqual(await values('coalesce(a, y)', 'y'), [null, null, 7]);
});
