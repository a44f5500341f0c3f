import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessCountry, isStateName } from './countries.ts';

test('a text comes from where its addresses and currencies are', () => {
  assert.equal(guessCountry('12 Main St, Columbus, OH 43215', ['USD']), 'US');
  assert.equal(guessCountry('Hauptstraße 5, 10115 Berlin, Germany', ['EUR']), 'DE');
  assert.equal(guessCountry('Nothing tells.', []), undefined);
});

test('a state is known by its whole name only', () => {
  assert.ok(isStateName('Ohio'));
  assert.ok(!isStateName('Ohio River'));
});
