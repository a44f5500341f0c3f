import assert from 'node:assert/strict';
import { test } from 'node:test';
import { residentBytes } from './process-memory.ts';

test('the memory of a living process is reported', { skip: process.platform !== 'linux' }, () => {
  const bytes = residentBytes(process.pid);
  assert.ok(bytes > 10 * 1024 ** 2 && bytes < 64 * 1024 ** 3, String(bytes));
});

test('a missing process has no memory', () => {
  assert.equal(residentBytes(999_999_999), 0);
  assert.equal(residentBytes(undefined), 0);
});
