import assert from 'node:assert/strict';
import { test } from 'node:test';
import { destructiveSql } from '@errand/contract/workspace.ts';
import { destructiveWord } from './destructive.ts';
import { readStatements } from './statements.ts';

const statements: [sql: string, word: string | null][] = [
  ['select 1', null],
  ['explain select 1', null],
  ['show tables', null],
  ['describe t', null],
  ['set errand.max_cost = 1', null],
  ['create table t as select 1', null],
  ['create table if not exists t (a int)', null],
  ['insert into t select 1', null],
  ['create or replace table t as select 1', 'create or replace'],
  ['drop table t', 'drop'],
  ['truncate t', 'truncate'],
  ['delete from t', 'delete'],
  ['update t set a = 1', 'update'],
  ['alter table t rename to u', 'alter'],
  ['alter table t add column b int', 'alter'],
  ['alter table t drop column a', 'alter'],
  ['alter table t rename column a to b', 'alter'],
];
for (const [sql, word] of statements) {
  test(`${sql} ${word === null ? 'is for everybody' : `needs use_admin as ${word}`}`, () => {
    assert.equal(destructiveWord(readStatements(sql)[0]!), word);
  });
}

test('every word of the contract is one of a statement', () => {
  const words = new Set(statements.map(([, word]) => word));
  assert.deepEqual(
    destructiveSql.filter((word) => !words.has(word)),
    [],
  );
});
