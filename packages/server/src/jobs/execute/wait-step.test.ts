import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineFailure } from '#engines/engine/engine.ts';
import type { WaitRequest } from '#engines/engine/wait.ts';
import { createRedactor } from '#secrets/redact.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { createWaitSteps } from './wait-step.ts';

const job = { jobId: 'job', claim: 1, orgId: 'org', agentId: 'a', origin: 'api' } as ClaimedJob;
const at = (second: number): Date => new Date(Date.UTC(2026, 0, 2, 3, 4, second));
function stepsOf({ origin = 'api', earlier = undefined as unknown } = {}) {
  return createWaitSteps({
    database: {} as never,
    job: { ...job, origin },
    control: { signal: new AbortController().signal, assertOwned: async () => undefined, redactor: createRedactor() },
    nextKey: (name) => `${name} 1`,
    recall: () => earlier,
    record: async () => true,
  });
}
const ask: WaitRequest = { kind: 'approval', title: 'Pay?' };
const failsWith = (code: string) => (error: EngineFailure) => error.code === code;

test('an answer of an earlier attempt is not asked for again', async () => {
  assert.deepEqual(await stepsOf({ earlier: { answer: 'no' } }).wait(ask), { answer: 'no' });
});

test('trials do not ask people: they continue as if the time was over', async () => {
  const steps = stepsOf({ origin: 'evaluation' });
  await assert.rejects(steps.wait(ask), failsWith('errand.waits.timed_out'));
  const given = { ...ask, options: ['yes', 'no'], on_timeout: 'no' };
  assert.deepEqual(await steps.wait(given), { answer: 'no', comment: null, answered_by: null, timed_out: true });
});

test('the end of the last wait is the latest one, whatever the order of the notes', () => {
  const steps = stepsOf();
  steps.noteEnd(at(5));
  steps.noteEnd(at(3));
  assert.deepEqual(steps.lastEnd(), at(5));
});
