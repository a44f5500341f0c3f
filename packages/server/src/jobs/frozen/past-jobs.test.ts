import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobStatus } from '../record/model.ts';
import { findObstacle, type PastJob } from './past-jobs.ts';

test('only a job that succeeded and has its data can be judged or decided again', () => {
  const job = { status: jobStatus.success, data_deleted: false } as PastJob;
  assert.equal(findObstacle(job), undefined);
  assert.equal(findObstacle({ ...job, status: jobStatus.cached }), undefined);
  const obstacles = [
    { ...job, status: null },
    { ...job, data_deleted: true },
    { ...job, status: jobStatus.failure },
  ].map(findObstacle);
  assert.equal(new Set(obstacles).size, 3);
  assert.ok(obstacles.every((reason) => reason !== undefined));
});
