import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessColumns, guessJsonColumns, nameFromFile } from '../tables/guess-types.ts';
import { destructiveWords, isJobCell, readPosition, startsAgents, writeAgentCall } from './read-sql.ts';
import { addDraft, closeDraft, mergeDrafts, newDraft } from './sql-drafts.ts';

test('two tabs lose nothing: a text that both changed is kept twice', () => {
  const [a, b] = [newDraft('a'), newDraft('b')];
  const own = { drafts: [{ ...a, text: 'mine' }], openId: a.id };
  const other = { drafts: [{ ...a, text: 'theirs' }, b], openId: b.id };
  const merged = mergeDrafts(own, other, a.id);
  assert.deepEqual(
    merged.drafts.map(({ text }) => text),
    ['mine', 'theirs', 'b'],
  );
  assert.equal(mergeDrafts(merged, { ...other, drafts: [{ ...a, text: 'theirs, longer' }] }, a.id).drafts.length, 3);
  assert.equal(mergeDrafts(own, other, undefined).drafts[0]!.text, 'theirs');
});

test('closing the last text leaves an empty one; a new text replaces one that nobody has begun', () => {
  const first = newDraft();
  const state = addDraft({ drafts: [first], openId: first.id }, newDraft('select 1'));
  assert.deepEqual(
    state.drafts.map(({ text }) => text),
    ['select 1'],
  );
  assert.deepEqual(
    closeDraft(state, state.openId).drafts.map(({ text }) => text),
    [''],
  );
});

test('what a text does is read from its words, not from its strings and comments', () => {
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

test('columns of a CSV are guessed from its beginning', () => {
  const text = 'id;when;ok;text\n1;2026-01-01;true;"a;b"\n2;;false;"say ""hi"""\n';
  assert.deepEqual(
    guessColumns(text, true).map(({ name, type }) => [name, type]),
    [
      ['id', 'Int64'],
      ['when', 'Nullable(DateTime)'],
      ['ok', 'Bool'],
      ['text', 'String'],
    ],
  );
  assert.equal(guessColumns(text, true)[3]!.samples[0], 'a;b');
  assert.deepEqual(
    guessColumns('1,2\n', false).map(({ name }) => name),
    ['column_1', 'column_2'],
  );
  assert.deepEqual(['my file (2).csv', '2026.xlsx'].map(nameFromFile), ['my_file_2', 'table_2026']);
});

test('columns of JSON lines are the members of their objects, whichever line has them', () => {
  const text = '{"id":1,"name":"a","at":"2026-01-02"}\n{"id":2.5,"tags":["x"],"at":"2026-01-03"}\n{"id":3,"na';
  assert.deepEqual(
    guessJsonColumns(text).map(({ name, type }) => [name, type]),
    [
      ['id', 'Float64'],
      ['name', 'Nullable(String)'],
      ['at', 'DateTime'],
      ['tags', 'nested'],
    ],
  );
});

test('a call of an agent names its inputs, and takes columns of the same name', () => {
  const tables = [{ name: 't', columns: [{ name: 'Body', type: 'String' }] }] as never;
  assert.equal(
    writeAgentCall({ tables }, { id: 'x', keys: ['Body', "it's"], sync: true }),
    "run_agent_sync('x', MAP {'Body': \"Body\", 'it''s': column_name})",
  );
});
