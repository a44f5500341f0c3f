import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFinalQuery } from './queries.ts';

test('a query has ended when it succeeded, failed or was cancelled', () => {
  const statuses = ['SUCCESS', 'FAILURE', 'REVOKED', 'PENDING', 'STARTED', null];
  assert.deepEqual(statuses.map(isFinalQuery), [true, true, true, false, false, false]);
});
