import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { buildArgumentQuery } from './argument-query.ts';
import { findNextCalls } from './call-sites.ts';

const session = stopAtEnd(await openTestSession());

const PEOPLE = "(values (1, 'a'), (2, 'b'), (3, 'b')) t(id, word)";

/** Returns the arguments of the next calls of a query, row by row. */
async function argumentsOf(sql: string): Promise<unknown[]> {
  const { parser, connection } = session;
  const tree = await parser.read({ sql: sql.replaceAll('ask(', "run_agent_sync('a', "), start: 0 });
  const [group] = findNextCalls(tree);
  const keys = group!.calls.map(({ node }) => structuredClone(node.children[1]));
  const query = buildArgumentQuery(tree, group!, keys, await parser.expression('cast(null as varchar)'));
  const rows = (await connection.runAndReadAll(await parser.toSql(query))).getRows();
  return rows.map((row) => row.slice(-keys.length).join()).sort();
}

const queries: [title: string, sql: string, wanted: string[]][] = [
  ['only rows that are returned', `select ask(word) from ${PEOPLE} where id > 1 limit 1`, ['b']],
  ['every row that a condition looks at', `select id from ${PEOPLE} where id < 3 and ask(word) = 'x'`, ['a', 'b']],
  ['every row that is grouped', `select ask(word), count(*) from ${PEOPLE} group by 1`, ['a', 'b', 'b']],
  ['every row of an aggregate', `select max(ask(word)) from ${PEOPLE}`, ['a', 'b', 'b']],
  ['one for a group', `select ask(min(word)) from ${PEOPLE} group by word`, ['a', 'b']],
  [
    'all rows when a call decides about the limit',
    `select id from ${PEOPLE} order by ask(word) limit 1`,
    ['a', 'b', 'b'],
  ],
  ['rows before they are folded', `select distinct ask(word) from ${PEOPLE}`, ['a', 'b', 'b']],
  ['names of WITH around it', `with w as (select 'x' as v) select ask(v) from (select v from w) s`, ['x']],
];
describe('arguments are computed for', () => {
  for (const [title, sql, wanted] of queries) test(title, async () => assert.deepEqual(await argumentsOf(sql), wanted));
});
