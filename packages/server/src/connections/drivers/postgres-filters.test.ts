import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RowFilter, RowsRequest } from '../model/driver.ts';
import { planRead } from './postgres-filters.ts';

const field = (name: string, dataTypeID: number) => ({ name, dataTypeID, dataTypeModifier: -1 });
const fields = [field('id', 23), field('name', 25), field('score', 700), field('seen', 1114), field('spot', 600)];
const plan = (request: Omit<RowsRequest, 'source'>, of = fields) => planRead(of, { source: 't', ...request });
const where = (...filters: RowFilter[]): string => plan({ filters }).where;

test('texts are compared by their bytes, and the plain comparison lets an index help', () => {
  assert.equal(
    where({ column: 'NAME', op: '=', value: "O'Hara" }),
    ` where "name" = 'O''Hara' and "name" collate "C" = 'O''Hara'`,
  );
  assert.equal(where({ column: 'name', op: '<', value: 'b' }), ` where "name" collate "C" < 'b'`);
});

test('a single-precision number is compared as the double of its digits', () => {
  assert.equal(where({ column: 'score', op: '>=', value: 0.1 }), ' where "score"::text::float8 >= 0.1');
});

test('a value that does not fit its column is left to the reader', () => {
  assert.equal(where({ column: 'id', op: '=', value: '1; drop table x' }), '');
  assert.equal(where({ column: 'seen', op: '>', value: "2026-01-01' or true --" }), '');
  assert.equal(where({ column: 'missing', op: '=', value: 1 }), '');
});

test('rows are limited only where all filters are applied', () => {
  const applied: RowFilter = { column: 'id', op: 'in', values: [1, 2] };
  assert.equal(plan({ filters: [applied], rowsMax: 5 }).limit, ' limit 5');
  const unknown: RowFilter = { column: 'missing', op: '=', value: 1 };
  assert.equal(plan({ filters: [applied, unknown], rowsMax: 5 }).limit, '');
});

test('a name that two columns have is neither chosen nor filtered by', () => {
  const twice = [field('a', 23), field('a', 23)];
  const { names, where } = plan({ columns: ['a'], filters: [{ column: 'a', op: '=', value: 1 }] }, twice);
  assert.deepEqual([names, where], ['*', '']);
});

test('at least one column is read, so that rows can be counted', () => {
  assert.equal(plan({ columns: [] }).names, '"id"');
  assert.equal(plan({ columns: ['Name', 'nothing'] }).names, '"name"');
});
