import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitsPaths } from './match-path.ts';

test('a path fits its pattern as a whole, as it is written and as it is decoded', () => {
  assert.ok(fitsPaths(['/orders/*'], '/orders/7?full=1'));
  assert.ok(!fitsPaths(['/orders/*'], '/v2/orders/7'));
  assert.ok(!fitsPaths(['/orders'], '/orders/7'));
  assert.ok(!fitsPaths(['/orders/*'], '/%6frders/7'), 'written otherwise');
  assert.ok(!fitsPaths(['/orders/7'], '/orders%2F7'));
  assert.ok(!fitsPaths(['*'], '/%zz'), 'cannot be decoded');
  assert.ok(!fitsPaths([], '/orders'));
});

test('signs of a pattern are no regular expression', () => {
  assert.ok(!fitsPaths(['/a.b'], '/axb') && fitsPaths(['/a.b'], '/a.b'));
  assert.ok(fitsPaths(['/a(1)'], '/a(1)'));
});

test('a star matches any characters, including none, wherever it is', () => {
  assert.ok(fitsPaths(['/a*c*e'], '/abcde') && fitsPaths(['/a*c*e'], '/ace') && fitsPaths(['**'], '/'));
  assert.ok(!fitsPaths(['/a*c*e'], '/aec') && !fitsPaths(['/ab*ba'], '/aba'), 'parts do not overlap');
});

// With a regular expression, this test would not end.
test('a pattern of many stars does not stop the process', () => {
  assert.ok(!fitsPaths([`/${'*a'.repeat(10)}b`], `/${'a'.repeat(80)}`));
  assert.ok(!fitsPaths([`/${'*a'.repeat(10_000)}b`], `/${'a'.repeat(100_000)}`));
});
