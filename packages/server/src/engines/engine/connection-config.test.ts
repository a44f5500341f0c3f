import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGrants } from './connection-config.ts';
import { WaitPending } from './wait.ts';

test('a connection that is only named may be read, and nothing more', () => {
  assert.deepEqual(readGrants(['Billing']), [
    { connection: 'Billing', methods: ['GET'], paths: ['*'], tools: undefined, tables: undefined },
  ]);
  assert.deepEqual(readGrants([{ connection: 'Billing', methods: [], paths: [] }])[0]!.methods, []);
});

test('a grant without a connection grants nothing', () => {
  assert.deepEqual(readGrants([{ methods: ['POST'] }, '', 5, null]), []);
  assert.deepEqual(readGrants('Billing'), []);
});

test('a job that waits is distinguished from one that failed', () => {
  assert.equal(new WaitPending().name, 'WaitPending');
});
