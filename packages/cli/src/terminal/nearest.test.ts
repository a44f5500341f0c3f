import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestName } from './nearest.ts';

test('a mistyped name finds the nearest, and nothing that is only somehow alike', () => {
  const names = ['Letter', 'Read invoice', 'Ledger'];
  assert.equal(nearestName('lettr', names), 'Letter');
  assert.equal(nearestName('read', names), 'Read invoice');
  assert.equal(nearestName('Red invoce', names), 'Read invoice');
  assert.equal(nearestName('Ledgers', names), 'Ledger');
  assert.equal(nearestName('Weather', names), undefined);
  assert.equal(nearestName('x', []), undefined);
});
