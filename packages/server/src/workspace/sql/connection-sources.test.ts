import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceConnections } from './connection-sources.ts';
import { compose } from './reader.ts';
import { readStatements } from './statements.ts';

const partOf = (sql: string, start = 0) => ({ sql, start });

test('a call becomes a table, and its texts and places are those of the user', () => {
  const sql = `select * from Connection('it''s', $$select 'x'$$) a, connection ( 'b' , 'c' )`;
  const { query, sources } = replaceConnections(partOf(sql, 5));
  assert.equal(query.sql, 'select * from "errand connection 1" a, "errand connection 2"');
  assert.deepEqual(sources, [
    { table: 'errand connection 1', connection: "it's", source: "select 'x'", position: 19 },
    { table: 'errand connection 2', connection: 'b', source: 'c', position: 5 + sql.lastIndexOf('connection') },
  ]);
  // Text after a call keeps its place.
  const { at, length, start } = query.pieces!.at(1)!;
  assert.deepEqual([query.sql.slice(at, at + length), sql.slice(start - 5, start - 5 + length)], [' a, ', ' a, ']);
});

test('generated text around it stays generated', () => {
  const part = compose('select (', partOf(`select 1 from connection('a', 'b')`, 40), ') is not true');
  const { query, sources } = replaceConnections(part);
  assert.equal(query.sql, 'select (select 1 from "errand connection 1") is not true');
  assert.deepEqual([sources[0]!.position, query.pieces], [54, [{ at: 8, length: 14, start: 40 }]]);
});

test('other things of that name, texts and comments stay as they are', () => {
  for (const sql of [
    'with connection(a) as (select 1) select * from connection',
    `select 'connection(''a'', ''b'')'`,
    `select 1 -- connection('a', 'b')`,
    'select connection(a)',
  ]) {
    assert.deepEqual(replaceConnections(partOf(sql)), { query: partOf(sql), sources: [] }, sql);
    assert.equal(readStatements(sql)[0]!.readsConnections, false, sql);
  }
  assert.throws(() => replaceConnections(partOf(`select * from connection('a')`)), /takes two strings/);
});
