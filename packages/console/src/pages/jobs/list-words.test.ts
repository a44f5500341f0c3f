import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyJob } from '@errand/sdk';
import { addTerm, nextSort, sortByColumn, toPathPart, toTerm } from './list-words.ts';

test('a value joins the query once; its opposite leaves', () => {
  assert.equal(addTerm(undefined, 'status', 'failure', false), 'status:failure');
  assert.equal(addTerm('cost:>1', 'agent', 'Invoice "A"', false), 'cost:>1 agent:"Invoice \\"A\\""');
  assert.equal(addTerm('status:failure', 'status', 'failure', false), 'status:failure');
  assert.equal(addTerm('status:failure cost:>1', 'status', 'failure', true), 'cost:>1 -status:failure');
  assert.equal(addTerm('-status:failure', 'status', 'failure', false), 'status:failure');
});

test('names and values that the language would read otherwise stand in quotation marks', () => {
  assert.deepEqual(
    [toTerm('model', 'a b'), toTerm('key', '>1'), toTerm('version', 'v-2'), toPathPart('order id'), toPathPart('case')],
    ['model:"a b"', 'key:">1"', 'version:v-2', '"order id"', 'case'],
  );
});

test('a column sorts up, down, and not at all', () => {
  assert.deepEqual(
    [undefined, 'output.total', '-output.total', 'output.other'].map((sort) => nextSort(sort, 'output.total')),
    ['output.total', '-output.total', undefined, 'output.total'],
  );
});

test('numbers are compared as numbers, and jobs without a value come last either way', () => {
  const jobs = ['9', '10', null, 'x'].map((total, id) => ({ id, columns: { total } }) as unknown as AnyJob);
  const order = (sort: string) => sortByColumn(jobs, sort).map(({ id }) => Number(id));
  assert.deepEqual(order('total'), [0, 1, 3, 2]);
  assert.deepEqual(order('-total'), [3, 1, 0, 2]);
  assert.equal(sortByColumn(jobs, undefined), jobs);
});
