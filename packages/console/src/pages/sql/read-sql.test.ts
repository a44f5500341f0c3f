import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  destructiveWords,
  isJobCell,
  quoteName,
  readPosition,
  splitStatements,
  startsAgents,
  writeAgentCall,
} from './read-sql.ts';

test('a text is split at semicolons outside strings, names and comments', () => {
  const sql = `select ';' as "a;b"; -- not; here\nselect 2 /* ; */ - 1;;`;
  assert.deepEqual(splitStatements(sql), [`select ';' as "a;b"`, '-- not; here\nselect 2 /* ; */ - 1']);
  assert.ok(!startsAgents(`explain agents select run_agent('a', MAP {})`));
  assert.ok(startsAgents(`explain agents select 1; select run_agent('a', MAP {})`));
});

test('only the words of a statement count, not its strings and comments', () => {
  assert.equal(startsAgents("select run_agent_sync('id', MAP {}) from t"), true);
  assert.equal(startsAgents("select 'run_agent(' -- run_agent("), false);
  assert.deepEqual(destructiveWords('drop  table t; DELETE FROM x; select "drop table"'), ['DROP', 'DELETE']);
  assert.deepEqual(
    destructiveWords("-- fix it\nupdate t set a = 'drop' where b; create or  replace table x as select 1"),
    ['UPDATE', 'CREATE OR REPLACE'],
  );
  assert.deepEqual(destructiveWords('select update_time, deleted from t; create table x (a int)'), []);
  assert.deepEqual(readPosition("No table 'x' (line 2, column 6)"), { line: 2, column: 6 });
  const id = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
  assert.deepEqual([isJobCell("select run_agent('a', x)", id), isJobCell('select id from t', id)], [true, false]);
});

test('a call of an agent names its inputs, and takes columns of the same name', () => {
  const tables = [{ name: 't', columns: [{ name: 'Body', type: 'String' }] }] as never;
  assert.equal(
    writeAgentCall({ tables }, { id: 'x', keys: ['Body', "it's"], sync: true }),
    "run_agent_sync('x', MAP {'Body': \"Body\", 'it''s': column_name})",
  );
});

test('a name is quoted unless it is plain, so that it can be pasted', () => {
  assert.deepEqual(['total', 'Total', 'two words', 'a"b', '1st'].map(quoteName), [
    'total',
    '"Total"',
    '"two words"',
    '"a""b"',
    '"1st"',
  ]);
});
