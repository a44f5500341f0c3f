import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatusEventView } from '@errand/sdk';
import { readAttempts, readJobTimes } from './job-times.ts';

const start = Date.UTC(2026, 0, 5);
const events = (...given: [code: number, second: number][]): StatusEventView[] =>
  given.map(([code, second]) => ({
    status_code: code,
    timestamp: new Date(start + second * 1_000).toISOString(),
  })) as StatusEventView[];

const job = (...given: Parameters<typeof events>) => ({
  status_events: events(...given),
  waited_ms: 0,
  display_status: 'running' as const,
});

test('time is queueing or working, attempt by attempt, and adds up', () => {
  const times = readJobTimes(job([0, 0], [1, 2], [2, 5], [1, 9], [3, 10]), start + 60_000);
  assert.deepEqual(
    times.spans.map(({ kind, attempt, startMs, endMs }) => [kind, attempt, startMs - start, endMs - start]),
    [
      ['queued', 1, 0, 2_000],
      ['working', 1, 2_000, 5_000],
      ['queued', 1, 5_000, 9_000],
      ['working', 2, 9_000, 10_000],
    ],
  );
  assert.deepEqual([times.queuedMs, times.waitingMs, times.workingMs, times.totalMs], [6_000, 0, 4_000, 10_000]);
});

test('the last span is open until now, also when the clock of the browser is behind', () => {
  assert.equal(readJobTimes(job([0, 0], [1, 2]), start + 7_000).workingMs, 5_000);
  assert.equal(readJobTimes(job([0, 0], [1, 2]), start).workingMs, 0);
});

test('a job without events took no time', () => {
  assert.deepEqual(readJobTimes(job(), start), {
    spans: [],
    queuedMs: 0,
    waitingMs: 0,
    workingMs: 0,
    totalMs: 0,
    endMs: start,
  });
});

const waiting = (second: number): StatusEventView => ({ ...events([1, second])[0]!, wait_id: 'w' });

test('a wait is neither queueing nor work, and no new attempt', () => {
  const parked = { status_events: [...events([0, 0], [1, 2]), waiting(3)], display_status: 'waiting' as const };
  const now = readJobTimes({ ...parked, waited_ms: 0 }, start + 63_000);
  assert.deepEqual([now.queuedMs, now.waitingMs, now.workingMs], [2_000, 60_000, 1_000]);
  const all = [...parked.status_events, ...events([1, 63], [2, 64], [1, 66], [3, 67])];
  const ended = readJobTimes({ status_events: all, waited_ms: 60_000, display_status: 'succeeded' }, start + 99_000);
  assert.deepEqual([ended.queuedMs, ended.waitingMs, ended.workingMs], [4_000, 60_000, 3_000]);
  assert.deepEqual(readAttempts(all), [0, 1, 1, 1, 1, 2, 2]);
});

test('a job that waits keeps its working time, also when the clock of the page is behind the server', () => {
  const events = [...job([0, 0], [1, 2]).status_events, waiting(5)];
  const times = readJobTimes({ status_events: events, waited_ms: 4_900, display_status: 'waiting' }, start + 9_000);
  assert.deepEqual([times.queuedMs, times.waitingMs, times.workingMs], [2_000, 4_900, 3_000]);
});
