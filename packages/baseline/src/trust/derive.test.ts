import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchema } from '../schema/schema.ts';
import { findComputation } from './derive.ts';
import { leavesOf } from './leaves.ts';

const anything = readSchema({ type: 'object' }, '');

function derive(value: Record<string, unknown>, field: string, isFound = true): string | undefined {
  const leaves = leavesOf(value, anything);
  return findComputation(leaves.find((leaf) => leaf.field === field)!, leaves, () => isFound);
}

test('sums, products, differences and counts are told with what they follow from', () => {
  assert.match(derive({ net: 100, tax: 19, gross: 119 }, '/gross')!, /the sum of net and tax/);
  assert.match(derive({ gross: 119, tax: 19, net: 100 }, '/net')!, /the difference of gross and tax/);
  assert.match(derive({ quantity: 3, price: 2.5, amount: 7.5 }, '/amount')!, /the product/);
  assert.match(derive({ items: [{ price: 10.1 }, { price: 20.2 }], total: 30.3 }, '/total')!, /the sum of/);
  assert.match(derive({ items: [{ a: 'x' }, { a: 'y' }], count: 2 }, '/count')!, /number of elements/);
});

test('nothing follows from values that were not found themselves', () => {
  assert.equal(derive({ net: 100, tax: 19, gross: 119 }, '/gross', false), undefined);
  assert.equal(derive({ net: 100, tax: 19, gross: 120 }, '/gross'), undefined);
});
