import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../test/pluck.ts';
import { runAnswer } from './answers.ts';
import { type Due, decideDue, decideOverlap, LATE_MS, WAITING_MAX } from './model.ts';
import type { RunRow } from './store.ts';

const first = Date.parse('2026-05-03T10:00:00Z');
/** An interval is counted from when it was set, so the first run is due one interval later. */
const due = (given: Partial<Due> = {}): Due => ({
  ...{ cron: null, every_seconds: 60, anchor_at: new Date(first - 3_600_000), timezone: 'UTC' },
  next_at: new Date(first),
  ...{ catch_up: 'none', overlap: 'skip', busy: false, waiting: 0 },
  ...given,
});
const outcomes = (one: Due, nowMs: number): string[] => decideDue(one, nowMs).runs.map(({ outcome }) => outcome);

test('a run on time starts, and the next one is the next due time', () => {
  const { runs, nextMs } = decideDue(due(), first + 500);
  assert.deepEqual(
    runs.map(({ outcome, dueAt }) => [outcome, dueAt.getTime()]),
    [['starting', first]],
  );
  assert.equal(nextMs, first + 60_000);
});

test('after an outage at most one run starts: that of the last due time', () => {
  const { runs, nextMs } = decideDue(due(), first + 10 * 60_000 + 1_000);
  assert.deepEqual(pluck(runs, 'outcome'), ['missed', 'starting']);
  assert.equal(runs[1]!.dueAt.getTime(), first + 10 * 60_000);
  assert.equal(nextMs, first + 11 * 60_000);
});

test('a run that is late is missed and says so, unless the schedule catches up', () => {
  const hourly = due({ every_seconds: 3_600 });
  const now = first + LATE_MS + 1;
  assert.deepEqual(outcomes(hourly, now), ['missed']);
  assert.match(decideDue(hourly, now).runs[0]!.reason!, /passed while the service could not start runs/);
  assert.deepEqual(outcomes({ ...hourly, catch_up: 'one' }, now), ['starting']);
  assert.deepEqual(outcomes(hourly, first + LATE_MS), ['starting']);
});

test('runs that overlap are left out, wait, or end the one before', () => {
  const decide = (overlap: Due['overlap'], busy: boolean, waiting = 0) =>
    decideOverlap({ overlap, busy, waiting }, new Date(first));
  assert.equal(decide('skip', true).outcome, 'skipped');
  assert.equal(decide('queue', true).outcome, 'waiting');
  assert.equal(decide('queue', false, 1).outcome, 'waiting', 'behind one that waits already');
  assert.equal(decide('cancel_previous', true).outcome, 'starting');
  assert.equal(decide('queue', false).outcome, 'starting');
  const full = decide('queue', true, WAITING_MAX);
  assert.deepEqual(
    [full.outcome, full.reason],
    ['skipped', `${WAITING_MAX} runs are already waiting, which is the limit.`],
  );
});

test('a run that is being started is shown as one that waits, without a job', () => {
  const row = { id: 'r', due_at: new Date(first), job_id: 'j', outcome: 'starting', reason: null } as unknown as RunRow;
  assert.deepEqual([runAnswer(row).outcome, runAnswer(row).job_id], ['waiting', null]);
  assert.equal(runAnswer({ ...row, outcome: 'started' }).job_id, 'j');
});
