import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EngineError } from '../engine/engine.ts';
import { readStatements } from '../sql/statements.ts';
import { fragmentsOf, queryOf } from './rewrites.ts';

const columns = [
  { name: 'Id', type: 'BIGINT', nullable: false },
  { name: 'na"me', type: 'VARCHAR', nullable: true },
];
const tables = [{ id: 't', name: 'People', columns, segments: [], revision: 1, shape: 1 }];
const rewrite = (sql: string) => queryOf(readStatements(sql)[0]!, tables);

const queries: [sql: string, wanted: string | undefined][] = [
  ['select 1', 'select 1'],
  ['insert into people select 2', 'select 2'],
  ['create table x as select 3', 'select 3'],
  ['create table x (a int, "b c" text)', 'select cast(null as int\n) as "a", cast(null as text\n) as "b c" limit 0'],
  ['delete from people where id > 1', 'select * from "people" where (id > 1\n) is not true'],
  ['delete from people', undefined],
  [
    'update people set ID = id + 1',
    'select cast((id + 1\n) as BIGINT) as "Id", "people"."na""me" from "people" as "people"',
  ],
  [
    'update people set id = 1 where id is null',
    'select case when (id is null\n) then cast((1\n) as BIGINT) else "people"."Id" end as "Id", "people"."na""me" from "people" as "people"',
  ],
  ['alter table people add column b date', 'select *, cast(null as date\n) as "b" from "people"'],
  ['alter table people drop column ID', 'select "na""me" from "people"'],
  ['alter table people rename column id to "no"', 'select "Id" as "no", "na""me" from "people"'],
  ['show tables', undefined],
];
describe('a statement as a query', () => {
  for (const [sql, wanted] of queries) test(sql, () => assert.equal(rewrite(sql)?.sql, wanted));
});

test('unknown tables and columns are reported with their position in the statement', () => {
  for (const sql of [
    'select 1; update nobody set a = 1',
    'select 1; update people set other = 1',
    'select 1; update people set id = 1, ID = 2',
    'select 1; alter table people drop column other',
  ]) {
    const [, statement] = readStatements(sql);
    assert.throws(
      () => queryOf(statement!, tables),
      (error: unknown) => error instanceof EngineError && error.reason === 'sql' && error.position === 10,
      sql,
    );
  }
});

test('a table keeps at least one column', () => {
  const [table] = tables;
  const narrow = [{ ...table!, columns: [columns[0]!] }];
  assert.throws(() => queryOf(readStatements('alter table people drop column id')[0]!, narrow), EngineError);
});

test('each condition, value and type that is inserted into a query is checked on its own', () => {
  const of = (sql: string) => fragmentsOf(readStatements(sql)[0]!);
  const texts = (parts: { sql: string }[] = []) => parts.map(({ sql }) => sql);
  assert.deepEqual(texts(of('update people set id = 1, x = 2 where a').expressions), ['a', '1', '2']);
  assert.deepEqual(texts(of('delete from people where a or b').expressions), ['a or b']);
  assert.deepEqual(texts(of('create table x (a int, b text)').types), ['int', 'text']);
  assert.deepEqual(texts(of('alter table people add column b date').types), ['date']);
  assert.deepEqual(of('select 1'), {});
});
