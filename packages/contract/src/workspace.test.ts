import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { destructiveSql, ExportQuery, QueryBody, ResultQuery } from './workspace.ts';

test('a query has a text of at most 64 KiB, and may limit what its agents cost', () => {
  assert.ok(Check(QueryBody, { query: 'select 1', use_admin: null, max_cost: 0.5, worksheet_id: null }));
  for (const body of [{}, { query: '' }, { query: 'x'.repeat(65_537) }, { query: 'select 1', max_cost: 0 }])
    assert.ok(!Check(QueryBody, body));
});

test('rows and statements are counted from where users count them', () => {
  assert.ok(Check(ResultQuery, { offset: 0, limit: 0 }));
  assert.ok(!Check(ResultQuery, { offset: -1 }));
  assert.ok(Check(ExportQuery, { format: 'parquet', statement: 1 }));
  for (const query of [{ format: 'xlsx' }, { statement: 0 }]) assert.ok(!Check(ExportQuery, query));
});

test('statements that destroy data are listed in lower case, as they are compared', () => {
  for (const words of destructiveSql) assert.match(words, /^[a-z]+( [a-z]+)*$/);
  for (const words of ['update', 'delete', 'drop']) assert.ok((destructiveSql as readonly string[]).includes(words));
});
