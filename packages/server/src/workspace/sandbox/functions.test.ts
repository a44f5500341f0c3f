import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { aggregateFunctions, scalarFunctions, tableFunctions } from './functions.ts';

const session = stopAtEnd(await openTestSession());
const found = await session.connection.runAndReadAll(
  'select lower(function_name), function_type from duckdb_functions()',
);
const known = new Map();
for (const [name, type] of found.getRows()) {
  const types = known.get(String(name)) ?? new Set();
  known.set(String(name), types.add(String(type)));
}

test('functions that read or write files, settings or secrets, or run a text, are not allowed', () => {
  for (const name of [
    'read_csv',
    'read_text',
    'read_blob',
    'read_parquet',
    'glob',
    'query',
    'query_table',
    'getenv',
    'getvariable',
    'current_setting',
    'duckdb_secrets',
    'pragma_version',
    'nextval',
    'write_log',
    'sniff_csv',
  ]) {
    assert.ok(!scalarFunctions.has(name) && !tableFunctions.has(name), name);
  }
});

test('every function in FROM is a table function of the engine', () => {
  const others = [...tableFunctions].filter((name) => !/table|macro/.test([...(known.get(name) ?? [])].join()));
  assert.deepEqual(others, []);
});

test('an aggregate of the engine that may be called is known as one', () => {
  const missed = [...scalarFunctions].filter(
    (name) => known.get(name)?.has('aggregate') && !aggregateFunctions.has(name),
  );
  assert.deepEqual(missed, []);
});
