import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import type { ClaimedJob } from './claim.ts';
import type { Lease } from './lease.ts';
import { resumeAfterOutages } from './resume.ts';
import { createRuns, type RunControl } from './runs.ts';
import { createSlots } from './slots.ts';

const jobOf = (claim: number, over: Partial<ClaimedJob> = {}): ClaimedJob =>
  ({ jobId: `j${claim}`, claim, workerId: 'w', orgId: 'org', runAt: new Date(), suspectMs: 0, ...over }) as ClaimedJob;

/** Runs that end when the test says so. `owned`: the claims that the database still has for this process. */
function world({ owned = [] as number[], holds = true } = {}) {
  const db = scriptedDb({ 'join job_queue q': () => owned.map((claim) => ({ claim })) });
  const controls = new Map<number, RunControl>();
  const ends = new Map<number, { resolve(): void; reject(error: Error): void }>();
  const slots = createSlots(4);
  let freed = 0;
  const runs = createRuns({
    database: scriptedDatabase(db),
    log: createLog('silent'),
    metrics: { running: { set: () => undefined }, startSeconds: { observe: () => undefined } } as unknown as Metrics,
    lease: { holds: () => holds } as unknown as Lease,
    slots,
    onFree: () => {
      freed += 1;
    },
    onEnd: () => undefined,
    run(job, control) {
      controls.set(job.claim, control);
      return new Promise((resolve, reject) => ends.set(job.claim, { resolve, reject }));
    },
  });
  return { db, runs, slots, controls, ends, freed: () => freed };
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

test('jobs that others own now are told to stop, and the rest go on', async () => {
  const { runs, controls } = world({ owned: [2] });
  for (const claim of [1, 2]) void runs.start(jobOf(claim));
  await runs.abortLost();
  assert.equal(controls.get(1)!.signal.reason, 'lost');
  assert.equal(controls.get(2)!.signal.aborted, false);
  runs.abortCancelled(['j2', 'elsewhere']);
  assert.equal(controls.get(2)!.signal.aborted, true);
});

test('a step is refused when the attempt no longer owns its job', async () => {
  const held = world();
  void held.runs.start(jobOf(1));
  await held.controls.get(1)!.assertOwned();
  assert.equal(held.db.sent.length, 0);
  const kept = world({ holds: false, owned: [1] });
  void kept.runs.start(jobOf(1));
  await kept.controls.get(1)!.assertOwned();
  const lost = world({ holds: false });
  void lost.runs.start(jobOf(1));
  await assert.rejects(lost.controls.get(1)!.assertOwned());
});

test('after closing, nothing starts, and whoever still runs has to ask the database', async () => {
  const { runs, controls } = world();
  void runs.start(jobOf(1));
  runs.close();
  await runs.start(jobOf(2));
  assert.deepEqual(runs.claims(), [1]);
  await assert.rejects(controls.get(1)!.assertOwned());
});

test('a job is a suspect for as long as its claim says', () => {
  const { runs } = world();
  void runs.start(jobOf(1));
  assert.equal(runs.hasSuspect(), false);
  void runs.start(jobOf(2, { suspectMs: 60_000 }));
  assert.equal(runs.hasSuspect(), true);
});

test('after an outage the deadlines of running jobs move by its length, once', async () => {
  const db = scriptedDb();
  let outMs = 5_000;
  let change: (view: { writable: boolean }) => void = () => undefined;
  const state = {
    outMs: () => outMs,
    onChange(listener: typeof change): void {
      change = listener;
    },
  };
  let back = 0;
  resumeAfterOutages({
    database: { queue: db, state } as never,
    log: createLog('silent'),
    runs: { fences: () => [{ jobId: 'j1', claim: 1 }] } as never,
    onBack: () => {
      back += 1;
    },
  });
  change({ writable: false });
  assert.deepEqual([db.sent.length, back], [0, 0]);
  outMs = 12_000;
  change({ writable: true });
  outMs = 13_000;
  change({ writable: true });
  await Promise.resolve();
  assert.deepEqual(
    db.sent.map(({ values }) => values[2]),
    [7, 1],
  );
  assert.equal(back, 2);
});
