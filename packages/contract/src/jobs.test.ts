import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { JobIdsBody, JobStatusView, RunBody } from './jobs.ts';

test('inputs stand at the top level or under inputs; limits are positive', () => {
  for (const body of [{}, { text: 'Ada' }, { inputs: { text: ['a'] }, metadata: 'anything', max_cost: 0.01 }])
    assert.ok(Check(RunBody, body), JSON.stringify(body));
  for (const body of [{ inputs: 'Ada' }, { timeout_seconds: 0 }, { timeout_seconds: 1.5 }, { max_cost: 0 }])
    assert.ok(!Check(RunBody, body), JSON.stringify(body));
});

test('a status is one of the seven codes', () => {
  const codes = [-1, 0, 6, 7, 1.5, '3'].filter((status) => Check(JobStatusView, { status, timestamp: 1 }));
  assert.deepEqual(codes, [0, 6]);
});

test('jobs are asked for by at least one id', () => {
  assert.ok(!Check(JobIdsBody, { job_ids: [] }));
  assert.ok(Check(JobIdsBody, { job_ids: ['01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'] }));
});
