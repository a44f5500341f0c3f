import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { ClaimedJob } from './claim.ts';
import { createRuns, type RunControl } from './runs.ts';
import { createSlots } from './slots.ts';

const jobOf = (claim: number, over: Partial<ClaimedJob> = {}): ClaimedJob =>
  ({ jobId: `j${claim}`, claim, workerId: 'w', orgId: 'org', runAt: new Date(), suspectMs: 0, ...over }) as ClaimedJob;

/** Runs that end when the test says so. */
function world() {
  const controls = new Map<number, RunControl>();
  const ends = new Map<number, { resolve(): void; reject(error: Error): void }>();
  const slots = createSlots(4);
  const runs = createRuns({
    database: {} as never,
    log: createLog('silent'),
    metrics: { running: { set: () => undefined }, startSeconds: { observe: () => undefined } } as unknown as Metrics,
    lease: {} as never,
    slots,
    onFree: () => undefined,
    onEnd: () => undefined,
    run(job, control) {
      controls.set(job.claim, control);
      return new Promise((resolve, reject) => ends.set(job.claim, { resolve, reject }));
    },
  });
  return { runs, slots, controls, ends };
}

test('a job holds its slot until its engine is done, and its claim until its end is stored', async () => {
  const { runs, slots, controls, ends } = world();
  const ended = runs.start(jobOf(1));
  assert.deepEqual([runs.claims(), slots.taken], [[1], 1]);
  controls.get(1)!.freeSlot();
  assert.deepEqual([runs.claims(), slots.taken], [[1], 0]);
  ends.get(1)!.resolve();
  await ended;
  assert.deepEqual([runs.claims(), slots.taken], [[], 0]);
});

test('a claim whose end could not be stored stays claimed until its attempt is counted', async () => {
  const { runs, ends } = world();
  const ended = runs.start(jobOf(1));
  ends.get(1)!.reject(new Error('no database'));
  await ended;
  assert.deepEqual([runs.size, runs.claims(), runs.fences()], [0, [1], []]);
  assert.deepEqual(runs.failed(), [{ jobId: 'j1', claim: 1 }]);
  runs.forgetFailed(runs.failed());
  assert.deepEqual(runs.claims(), []);
});

test('cancelled jobs are told to stop, and the rest continue', () => {
  const { runs, controls } = world();
  for (const claim of [1, 2]) void runs.start(jobOf(claim));
  runs.abortCancelled(['j1', 'elsewhere']);
  assert.equal(controls.get(1)!.signal.reason, 'lost');
  assert.equal(controls.get(2)!.signal.aborted, false);
});

test('after closing, nothing starts', async () => {
  const { runs } = world();
  void runs.start(jobOf(1));
  runs.close();
  await runs.start(jobOf(2));
  assert.deepEqual(runs.claims(), [1]);
});

test('a job is a suspect for as long as its claim says', () => {
  const { runs } = world();
  void runs.start(jobOf(1));
  assert.equal(runs.hasSuspect(), false);
  void runs.start(jobOf(2, { suspectMs: 60_000 }));
  assert.equal(runs.hasSuspect(), true);
});
