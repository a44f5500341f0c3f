import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canBeApiKey, newApiKey } from './key-format.ts';

test('generated keys differ and have the form that scanners know', () => {
  const keys = new Set(Array.from({ length: 200 }, newApiKey));
  assert.equal(keys.size, 200);
  for (const key of keys) {
    assert.match(key, /^errand_[0-9A-Za-z]{40}_[0-9A-Za-z]{6}$/);
    assert.ok(canBeApiKey(key));
  }
});

test('any 32 to 200 visible ASCII characters can be a key that was given at the first start', () => {
  for (const key of [
    'k'.repeat(32),
    '~!'.repeat(100),
    `errand_${'0'.repeat(46)}`,
    `errand_${'0'.repeat(40)}_${'0'.repeat(6)}`,
    `a.b.c${'x'.repeat(30)}`,
  ]) {
    assert.ok(canBeApiKey(key), key);
  }
  for (const key of ['k'.repeat(31), 'k'.repeat(201), `${'k'.repeat(40)} k`, `${'k'.repeat(40)}é`, '']) {
    assert.equal(canBeApiKey(key), false, key);
  }
});
