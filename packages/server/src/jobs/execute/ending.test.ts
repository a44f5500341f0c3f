import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EngineFailure } from '#engines/engine/engine.ts';
import { createLog } from '#platform/log.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { jobStatus } from '../record/model.ts';
import { type Ending, isPriced, judge, toFinish } from './ending.ts';
import type { Journal } from './step-journal.ts';

const job = { jobId: 'j', timeoutSeconds: 60, createdAt: new Date(), cacheKey: Buffer.from('k') } as ClaimedJob;
const facts = { job, timedOut: false, lost: false, log: createLog('silent') };
const journalOf = (cost: number) =>
  ({
    isBusy: () => false,
    pending: () => [],
    totals: () => ({ inputTokens: 1, outputTokens: 2, cost }),
    hasSubstitute: () => false,
  }) as unknown as Journal;

describe('an attempt', () => {
  test('of a job that has another owner writes nothing, whatever happened', () => {
    assert.deepEqual(judge(new Error('x'), { ...facts, lost: true, timedOut: true }), { kind: 'not-ours' });
  });

  test('that took too long fails for good and names its limit', () => {
    const ending = judge(new EngineFailure('x', { retry: true }), { ...facts, timedOut: true });
    assert.ok(ending.kind === 'failure' && !ending.retry && ending.message.includes('60 seconds'));
  });

  test('that failed as its engine says is reported in its words', () => {
    const ending = judge(new EngineFailure('No such page.', { code: 'errand.web.status', retry: true }), facts);
    assert.deepEqual(ending, { kind: 'failure', code: 'errand.web.status', message: 'No such page.', retry: true });
  });

  test('that nobody expected shows nothing of its inside and is tried again', () => {
    const ending = judge(new TypeError('password is undefined'), facts);
    assert.ok(ending.kind === 'failure' && ending.retry && !ending.message.includes('password'));
  });

  test('that waits for somebody else is postponed, but not for more than a day', () => {
    const outage = new EngineFailure('Down.', { postponeSeconds: 5 });
    assert.deepEqual(judge(outage, facts), { kind: 'postponed', message: 'Down.', seconds: 5 });
    const old = { ...facts, job: { ...job, createdAt: new Date(Date.now() - 25 * 3_600_000) } };
    const ending = judge(outage, old);
    assert.ok(ending.kind === 'failure' && !ending.retry);
  });
});

const success = (costs: (number | undefined)[]): Extract<Ending, { kind: 'success' }> => ({
  kind: 'success',
  result: {
    outputs: costs.map((cost, index) => ({
      key: `o${index}`,
      data_type: 'text/plain',
      value: 'a\u0000b',
      ...(cost !== undefined && { cost }),
    })),
    uiFields: { verdict: 'ok' },
  },
});

describe('what is stored', () => {
  test('costs what steps and outputs cost, whichever is more; what no output claims belongs to the first', () => {
    const stored = toFinish(job, success([0.1, undefined]), journalOf(0.5));
    assert.deepEqual([stored.cost, stored.outputs.map(({ cost }) => cost)], [0.5, [0.5, 0]]);
    const dear = toFinish(job, success([0.4, 0.3]), journalOf(0.5));
    assert.deepEqual([dear.cost, dear.outputs.map(({ cost }) => cost)], [0.7, [0.4, 0.3]]);
  });

  test('has nothing that PostgreSQL cannot keep', () => {
    assert.ok(!toFinish(job, success([0]), undefined).outputs[0]!.value.includes('\u0000'));
  });

  test('is reused if it succeeded, and a failure only where the agent wants that', () => {
    const failure = { kind: 'failure', code: 'errand.engines.failed', message: 'Why.', retry: false } as const;
    assert.deepEqual(toFinish(job, success([0]), undefined).cacheKey, job.cacheKey);
    assert.equal(toFinish(job, failure, undefined).cacheKey, null);
    assert.deepEqual(toFinish({ ...job, cacheFailedJobs: true }, failure, undefined).cacheKey, job.cacheKey);
    const cancelled = toFinish({ ...job, cacheFailedJobs: true }, { kind: 'cancelled', message: '' }, undefined);
    assert.deepEqual([cancelled.cacheKey, cancelled.status], [null, jobStatus.cancelled]);
  });

  test('of a failure is its message, cut, and no output', () => {
    const failure = { kind: 'failure', code: 'errand.jobs.timeout', message: 'x'.repeat(9_000), retry: false } as const;
    const stored = toFinish(job, failure, journalOf(0.2));
    assert.equal(stored.errorCode, 'errand.jobs.timeout');
    assert.deepEqual([stored.status, stored.outputs, stored.cost], [jobStatus.failure, [], 0.2]);
    assert.ok(stored.errorMessage!.length <= 4_000);
  });
});

test('a job has a price when a step or an output has one', () => {
  assert.equal(isPriced(success([undefined]), journalOf(0)), false);
  assert.equal(isPriced(success([0.1]), undefined), true);
  assert.equal(isPriced({ kind: 'not-ours' }, journalOf(0.1)), true);
});
