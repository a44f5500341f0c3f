import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAnswer, showsAddress, triggerAnswer } from './answers.ts';

const at = new Date('2026-01-02T03:04:05Z');

test('the secret of a trigger is masked, and its address is for those who may change it', () => {
  const row = { verify: { kind: 'hmac' }, secret_sealed: 'canary', created_at: at, updated_at: at };
  const shown = triggerAnswer(row as never, { url: null, lastRun: undefined });
  assert.doesNotMatch(JSON.stringify(shown), /canary/);
  assert.ok((shown.verify as { secret: string }).secret.length > 0);
  assert.deepEqual(
    [showsAddress({ role: 'viewer' } as never), showsAddress({ role: 'member' } as never)],
    [false, true],
  );
});

test('an event that is still being started is reported as waiting, without a job', () => {
  const run = runAnswer({ at, outcome: 'starting', job_id: 'j' } as never);
  assert.deepEqual([run.outcome, run.job_id], ['waiting', null]);
  assert.equal(runAnswer({ at, outcome: 'started', job_id: 'j' } as never).job_id, 'j');
});
