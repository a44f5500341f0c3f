import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promote, removeStorage } from './faults.ts';
import {
  askBesideBigJob,
  crowdConnections,
  endStepsWhileReadOnly,
  loseStandbyThenPrimary,
  silencePrimary,
  turnTwice,
} from './scenarios.ts';
import { startRun } from './suite.ts';

// One round of each course of events that needs a standby or a lock, and then nobody asks for anything any more. The
// mutations of mutations.test.ts fail in the same courses; `npm run chaos` makes many of them.

const TEST_MS_MAX = 1_200_000;

test('read-only, crowded, without its standby, promoted, and then idle: nothing is lost, paid twice or left behind', {
  timeout: TEST_MS_MAX,
}, async (t) => {
  const run = await startRun({
    roles: ['api', 'all', 'worker'],
    seed: 21,
    clients: 2,
    pauseMs: 250,
    standby: true,
    readiness: true,
  });
  t.after(run.stop);
  await endStepsWhileReadOnly(run, 6_000);
  await crowdConnections(run, run.cluster.running('all')[0]!, 20_000);
  await loseStandbyThenPrimary(run, 2_000);
  await delay(1_000);
  const promoted = promote(run.cluster, { how: 'crash', recoveringMs: 3_000 });
  await delay(500);
  const stopped = run.load.stop();
  await promoted;
  await stopped;
  const report = await run.judge({ healMs: 120_000 });
  assert.deepEqual(report.violations, [], report.violations.slice(0, 5).join('\n'));
  assert.equal(report.calls, report.billed + report.repeatedSteps);
  assert.equal(report.lost, 0);
  assert.ok(report.webhooks > 0 && report.batches > 0, 'the load had neither webhooks nor batches');
});

test('an address that turns to the standby and back twice, and a primary that goes silent: nobody pays twice or waits long', {
  timeout: TEST_MS_MAX,
}, async (t) => {
  const run = await startRun({
    roles: ['api', 'worker', 'worker'],
    seed: 22,
    clients: 2,
    pauseMs: 250,
    standby: true,
    readiness: true,
  });
  t.after(run.stop);
  await turnTwice(run);
  await silencePrimary(run);
  const report = await run.judge({ healMs: 120_000 });
  assert.deepEqual(report.violations, [], report.violations.slice(0, 5).join('\n'));
  assert.equal(report.calls, report.billed, 'a call was made again');
  assert.equal(report.lost, 0);
  t.diagnostic(`${report.jobs} jobs, healed in ${report.healMs} ms`);
});

test('a job of 25 MB beside SQL over all jobs, and a storage folder that is gone for a while: told, and not made anew', {
  timeout: TEST_MS_MAX,
}, async (t) => {
  const run = await startRun({ roles: ['api', 'worker'], seed: 23, clients: 1, pauseMs: 500, readiness: true });
  t.after(run.stop);
  await askBesideBigJob(run);
  await removeStorage(run.cluster, 32_000);
  const report = await run.judge({ healMs: 120_000 });
  assert.deepEqual(report.violations, [], report.violations.slice(0, 5).join('\n'));
});
