import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { findAllCalls, findNextCalls } from './call-sites.ts';
import type { Node } from './check-tree.ts';
import { Refused } from './failures.ts';

const session = stopAtEnd(await openTestSession());

const tree = (sql: string) => session.parser.read({ sql: sql.replaceAll('ask(', "run_agent_sync('a', "), start: 0 });
const argument = ({ node }: { node: Node }): string => {
  const [, second] = node.children;
  return second.column_names?.join('.') ?? second.function_name ?? second.type;
};
const next = async (sql: string) =>
  findNextCalls(await tree(sql)).map(({ stage, calls }) => [stage, calls.map(argument).sort()]);

const rounds: [title: string, sql: string, wanted: unknown][] = [
  ['a plain query has none', 'select x from t', []],
  ['calls of the output are answered together', 'select ask(x), ask(y) from t', [['output', ['x', 'y']]]],
  ['those that decide about rows come first', 'select ask(x) from t where ask(y) = 1', [['where', ['y']]]],
  ['those of values come before', 'select ask(x) from (values (ask(y))) t(x)', [['constant', ['y']]]],
  [
    'those that rows are grouped by come before the output',
    'select ask(max(x)) from t group by ask(y)',
    [['group', ['y']]],
  ],
  ['the input of an aggregate is needed for each row', 'select sum(ask(x)) from t', [['group', ['x']]]],
  ['an inner call comes before the one around it', 'select ask(ask(x)) from t', [['output', ['x']]]],
  ['an inner query comes first', 'select ask(x) from (select ask(y) as x from t) s', [['output', ['y']]]],
  ['WITH comes first', 'with s as (select ask(y) as x from t) select ask(x) from s', [['output', ['y']]]],
  ['GROUP BY 1 means the call', 'select ask(x), count(*) from t group by 1', [['group', ['x']]]],
];
describe('which calls are answered next', () => {
  for (const [title, sql, wanted] of rounds) test(title, async () => assert.deepEqual(await next(sql), wanted));
});

describe('calls that can never be answered are refused before any is paid', () => {
  const bad = [
    'select 1 from t join u on ask(x) = u.x',
    'select list_transform([1], v -> ask(v)) from t',
    'with recursive s as (select 1 as n union all select ask(n) from s) select * from s',
  ];
  for (const sql of bad) test(sql, async () => assert.throws(() => void findAllCalls(parsed.get(sql)!), Refused));
  const parsed = new Map<string, Node>();
  before(async () => {
    for (const sql of bad) parsed.set(sql, await tree(sql));
  });
});

test('all calls are found, at any depth, by query and stage', async () => {
  const groups = findAllCalls(await tree('select ask(x) from (select ask(y) as x from t where ask(z) > 1) s'));
  assert.deepEqual(groups.map(({ stage, calls }) => [stage, calls.map(argument)]).sort(), [
    ['output', ['x']],
    ['output', ['y']],
    ['where', ['z']],
  ]);
});
