import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '#platform/db.ts';
import { jobStatus } from './model.ts';
import { findState, lastEventAt } from './store.ts';

const createdAt = new Date(1_000);
const rowWith = (over: object) => ({
  query: async () => [
    { id: 'j', status: jobStatus.pending, created_at: createdAt, events: [], error_message: null, ...over },
  ],
});
const state = async (over: object) => (await findState(rowWith(over) as unknown as Db, 'org', 'j'))!;

test('a job that waits for its next attempt shows why the last one failed; a final one its own message', async () => {
  const events = [
    { at: 2_000, status: jobStatus.retry, error: 'first' },
    { at: 3_000, status: jobStatus.retry, error: 'second' },
  ];
  assert.equal((await state({ status: jobStatus.retry, events })).errorMessage, 'second');
  assert.equal((await state({ status: jobStatus.started, events })).errorMessage, null);
  assert.equal((await state({ status: jobStatus.failure, events, error_message: 'last' })).errorMessage, 'last');
});

test('the last news of a job is its last event, else its creation', async () => {
  assert.equal(lastEventAt(await state({})), 1_000);
  assert.equal(
    lastEventAt(
      await state({
        events: [
          { at: 2_000, status: 1 },
          { at: 3_000, status: 3 },
        ],
      }),
    ),
    3_000,
  );
});
