import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatabaseView } from '#platform/database-state.ts';
import type { StorageView } from '#platform/storage/storage-state.ts';
import { createReadiness } from './readiness.ts';

const parts = {
  database: { writable: true } as DatabaseView,
  storage: { usable: true } as StorageView,
  leaseAgeMs: 100,
  providersDown: 0,
  stopping: false,
};

function look(changes: Partial<typeof parts>) {
  const now = { ...parts, ...changes };
  return createReadiness({
    database: { current: () => now.database },
    storage: { current: () => now.storage },
    leaseAgeMs: () => now.leaseAgeMs,
    providersDown: () => now.providersDown,
    isStopping: () => now.stopping,
  })();
}

const out = (seconds: number): DatabaseView => ({
  writable: false,
  cause: 'read_only',
  // A clock that was set has no effect: only `forMs` counts.
  since: new Date(Date.now() + 3_600_000),
  forMs: seconds * 1_000,
});

test('all well', () => {
  assert.deepEqual(look({}), { status: 'ok', database: 'ok', storage: 'ok', queue: 'ok', problems: [] });
});

test('a database without writes degrades the process at first, and takes it out of service after 30 s', () => {
  const young = look({ database: out(5) });
  assert.deepEqual([young.status, young.database], ['degraded', 'read_only']);
  assert.match(young.problems[0]!, /read-only/);
  assert.equal(look({ database: out(60) }).status, 'unavailable');
});

test('a storage or provider that all share never takes a process out of service', () => {
  const since = new Date(0);
  const view = look({ storage: { usable: false, fault: 'stalled', since }, providersDown: 2 });
  assert.deepEqual([view.status, view.storage, view.problems.length], ['degraded', 'stalled', 2]);
});

test('a lease that is not renewed, and a stop', () => {
  assert.deepEqual(
    [20_000, 40_000].map((leaseAgeMs) => look({ leaseAgeMs }).status),
    ['degraded', 'unavailable'],
  );
  const view = look({ stopping: true });
  assert.deepEqual([view.status, view.queue, view.database], ['unavailable', 'stopping', 'ok']);
});
