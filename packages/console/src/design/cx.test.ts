import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cx } from './cx.ts';

test('empty class names leave no trace', () => {
  assert.equal(cx('a', false, undefined, null, '', 'b'), 'a b');
  assert.equal(cx(false), '');
});
