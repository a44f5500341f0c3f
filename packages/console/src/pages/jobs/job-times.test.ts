import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatusEventView } from '@errand/sdk';
import { readJobTimes } from './job-times.ts';

const start = Date.UTC(2026, 0, 5);
const events = (...given: [code: number, second: number][]): StatusEventView[] =>
  given.map(([code, second]) => ({
    status_code: code,
    timestamp: new Date(start + second * 1_000).toISOString(),
  })) as StatusEventView[];

test('time is waiting or working, attempt by attempt, and adds up', () => {
  const times = readJobTimes(events([0, 0], [1, 2], [2, 5], [1, 9], [3, 10]), start + 60_000);
  assert.deepEqual(
    times.spans.map(({ kind, attempt, startMs, endMs }) => [kind, attempt, startMs - start, endMs - start]),
    [
      ['waiting', 1, 0, 2_000],
      ['working', 1, 2_000, 5_000],
      ['waiting', 1, 5_000, 9_000],
      ['working', 2, 9_000, 10_000],
    ],
  );
  assert.deepEqual([times.waitingMs, times.workingMs, times.totalMs], [6_000, 4_000, 10_000]);
});

test('the last span is open until now, also when the clock of the browser is behind', () => {
  assert.equal(readJobTimes(events([0, 0], [1, 2]), start + 7_000).workingMs, 5_000);
  assert.equal(readJobTimes(events([0, 0], [1, 2]), start).workingMs, 0);
});

test('a job without events took no time', () => {
  assert.deepEqual(readJobTimes([], start), { spans: [], waitingMs: 0, workingMs: 0, totalMs: 0, endMs: start });
});
