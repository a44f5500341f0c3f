import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  displayStatus,
  displayStatuses,
  finalStatuses,
  jobStatus,
  jobStatuses,
  succeededStatuses,
} from './job-status.ts';

test('the place of a word is its code, and what has succeeded is final', () => {
  assert.deepEqual(
    jobStatuses.map((word) => jobStatus[word]),
    jobStatuses.map((_, code) => code),
  );
  assert.ok(succeededStatuses.every((code) => finalStatuses.includes(code)));
});

test('every code is seen as some state, and only a started job as one of several', () => {
  for (const code of Object.values(jobStatus)) {
    const states = displayStatuses.filter((word) => (displayStatus[word] as readonly number[]).includes(code));
    assert.equal(states.length, code === jobStatus.started ? 3 : 1, String(code));
  }
  assert.deepEqual(Object.keys(displayStatus), [...displayStatuses]);
});
