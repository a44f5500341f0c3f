import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finalStatuses, jobStatus, jobStatuses, succeededStatuses } from './job-status.ts';

test('the place of a word is its code, and what has succeeded is final', () => {
  assert.deepEqual(
    jobStatuses.map((word) => jobStatus[word]),
    jobStatuses.map((_, code) => code),
  );
  assert.ok(succeededStatuses.every((code) => finalStatuses.includes(code)));
});
