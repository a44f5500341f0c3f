import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatabaseState } from '#platform/database-state.ts';
import { createOutageWait } from './outage-wait.ts';

function waitWith(view: object, isBack = true) {
  const state = { current: () => view, whenWritable: async () => isBack };
  return createOutageWait(state as unknown as DatabaseState);
}

test('nobody waits while the database takes writes, or for a disk that is full', () => {
  for (const view of [{ writable: true }, { writable: false, cause: 'full' }])
    for (const isRead of [true, false]) assert.equal(waitWith(view)(isRead), undefined);
});

test('a write waits for every outage, a read only where nothing can be read', () => {
  for (const [cause, readWaits] of [
    ['unreachable', true],
    ['recovering', true],
    ['read-only', false],
  ] as const) {
    const wait = waitWith({ writable: false, cause });
    assert.notEqual(wait(false), undefined, cause);
    assert.equal(wait(true) !== undefined, readWaits, cause);
  }
});

test('a waiting request continues when the database is back, or is asked to try again', async () => {
  const view = { writable: false, cause: 'unreachable' };
  await waitWith(view)(false);
  await assert.rejects(waitWith(view, false)(false)!, { code: 'unavailable' });
});
