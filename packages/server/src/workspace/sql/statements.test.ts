import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import { destructiveWord } from './destructive.ts';
import { readStatements } from './statements.ts';
import { SqlTextError } from './tokens.ts';

const read = (sql: string) => readStatements(sql)[0]!;

test('a text is split into statements that know their place in it', () => {
  const sql = " select ';' ;; show tables;\n-- done";
  const statements = readStatements(sql);
  assert.deepEqual(
    statements.map(({ action }) => action.kind),
    ['select', 'show-tables'],
  );
  for (const statement of statements) assert.ok(sql.startsWith(statement.sql, statement.start));
});

test('statements that delete or overwrite are destructive, all others are not', () => {
  const cases: [sql: string, word: string | null][] = [
    ['select 1', null],
    ['explain select 1', null],
    ['insert into t values (1)', null],
    ['create table if not exists t (a integer)', null],
    ['create or replace table t as select 1', 'create or replace'],
    ['drop table if exists t', 'drop'],
    ['truncate t', 'truncate'],
    ['delete from t', 'delete'],
    ['update t set a = 1', 'update'],
    ['alter table t rename to u', 'alter'],
    ['alter table t drop column a', 'alter'],
  ];
  for (const [sql, word] of cases) assert.equal(destructiveWord(read(sql)), word, sql);
});

test('values and conditions are cut out of the text with their place', () => {
  const sql = 'update t as x set a = f(1, 2), b = c is distinct from d where (a, b) = (1, 2)';
  const { action } = read(sql);
  assert.ok(action.kind === 'update');
  const parts = [...action.assignments.map(({ value }) => value), action.condition!];
  assert.deepEqual(pluck(parts, 'sql'), ['f(1, 2)', 'c is distinct from d', '(a, b) = (1, 2)']);
  for (const part of parts) assert.ok(sql.startsWith(part.sql, part.start));
  assert.equal(action.alias, 'x');
});

test('a parenthesis after the table of an INSERT is a list of columns unless a query begins in it', () => {
  const cases: [sql: string, columns: string[] | undefined, query: string][] = [
    ['insert into t (a, "B c") values (1, 2)', ['a', 'B c'], 'values (1, 2)'],
    ['insert into t (select 1)', undefined, '(select 1)'],
    ['insert into t values (1)', undefined, 'values (1)'],
  ];
  for (const [sql, columns, query] of cases) {
    const { action } = read(sql);
    assert.ok(action.kind === 'insert');
    assert.deepEqual([action.columns, action.query.sql], [columns, query], sql);
    assert.ok(sql.startsWith(query, action.query.start), sql);
  }
});

test('agent calls are found in any case and quoting, but not in strings', () => {
  assert.ok(read('select RUN_AGENT_SYNC(id) from t').callsAgents);
  assert.ok(read('select "run_agent" (id) from t').callsAgents);
  assert.ok(!read("select 'run_agent(1)', run_agent from t").callsAgents);
});

test('anything but the listed statements is refused at the offending token', () => {
  const cases: [sql: string, position: number][] = [
    ['', 0],
    ['select 1; copy t to x', 10],
    ['attach x', 0],
    ['create view v as select 1', 0],
    ['drop table a.b', 12],
    ['truncate t cascade', 11],
    ['explain drop table t', 0],
    ['set threads = 4', 0],
    ['set errand.max_cost = 0', 22],
    ['update t set a = 1 from u', 19],
    [`${'select 1;'.repeat(201)}`, 1_800],
  ];
  for (const [sql, position] of cases) {
    assert.throws(
      () => readStatements(sql),
      (error) => error instanceof SqlTextError && error.position === position,
      sql.slice(0, 40),
    );
  }
});
