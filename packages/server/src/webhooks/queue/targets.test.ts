import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toTarget } from './targets.ts';

const row = { url: 'https://h', headers: { 'X-Team': 'a' }, secret: 'new', previous_secret: null, older_secrets: [] };

test('the current secret signs first, then those before it, the newest of them first', () => {
  assert.deepEqual(toTarget(row).secrets, ['new']);
  const rotated = { ...row, previous_secret: 'before', older_secrets: ['first', 'second'] };
  assert.deepEqual(toTarget(rotated).secrets, ['new', 'before', 'second', 'first']);
});

test('the names of headers are kept without their values', () => {
  assert.doesNotMatch(String(toTarget({ ...row, headers: { 'X-Team': 'secret' } }).headerNames), /secret/);
  assert.equal(toTarget({ ...row, headers: {} }).headerNames, null);
});
