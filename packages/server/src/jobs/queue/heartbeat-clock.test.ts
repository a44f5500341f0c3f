import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEARTBEAT_MS, WORKER_SILENCE_SECONDS_MAX } from '../record/model.ts';
import { createHeartbeatClock, moment } from './heartbeat-clock.ts';

const LEASE_MS = WORKER_SILENCE_SECONDS_MAX * 1_000;

test('silence of others counts after a lease of steady heartbeats, and not after a gap', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const clock = createHeartbeatClock();
  const beatFor = (ms: number): void => {
    for (let passed = 0; passed <= ms; passed += HEARTBEAT_MS) {
      t.mock.timers.tick(HEARTBEAT_MS);
      clock.confirm(moment(), true);
    }
  };
  assert.equal(clock.mayJudge(), false, 'too young');
  beatFor(LEASE_MS);
  assert.deepEqual([clock.mayJudge(), clock.connectedMs() >= LEASE_MS], [true, true]);
  t.mock.timers.tick(LEASE_MS);
  assert.equal(clock.mayJudge(), false, 'no heartbeat meanwhile');
  clock.confirm(moment(), true);
  assert.equal(clock.mayJudge(), false, 'the gap was a moment ago');
  beatFor(LEASE_MS);
  assert.equal(clock.mayJudge(), true);
});

test('a new connection counts from its first confirmed heartbeat', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const clock = createHeartbeatClock();
  clock.confirm(moment(), true);
  t.mock.timers.tick(1_000);
  assert.ok(clock.connectedMs() >= 1_000);
  clock.reconnected();
  clock.confirm(moment(), false);
  t.mock.timers.tick(1_000);
  assert.equal(clock.connectedMs(), 0);
});
