import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineFailure } from '#engines/engine/engine.ts';
import { WaitPending, type WaitRequest } from '#engines/engine/wait.ts';
import { createRedactor } from '#secrets/redact.ts';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import type { WaitRow } from '../record/wait-store.ts';
import { openWait } from './open-wait.ts';
import type { NewStep } from './record-step.ts';
import { createWaitSteps } from './wait-step.ts';

const job = { jobId: 'job', claim: 1, orgId: 'org', agentId: 'a', origin: 'api' } as ClaimedJob;
const at = (second: number): Date => new Date(Date.UTC(2026, 0, 2, 3, 4, second));
const answered = (over: Partial<WaitRow> = {}): WaitRow =>
  ({
    id: 'w',
    kind: 'approval',
    title: 'Pay?',
    event: null,
    onTimeout: 'fail',
    status: 'answered',
    answer: 'yes',
    comment: null,
    answeredBy: { userId: 1, keyId: null, name: 'ada@example.com' },
    createdAt: at(0),
    answeredAt: at(9),
    ...over,
  }) as WaitRow;

function world({ row = answered(), owned = true, origin = 'api', earlier = undefined as unknown, kept = true } = {}) {
  const db = scriptedDb({
    'for key share': owned ? [{}] : [],
    'insert into job_waits': 1,
    'w.key = $2': [row],
  });
  const recorded: Omit<NewStep, 'seq'>[] = [];
  const redactor = createRedactor();
  redactor.add('hunter22', '[secret]');
  const steps = createWaitSteps({
    database: scriptedDatabase(db),
    job: { ...job, origin },
    control: { signal: new AbortController().signal, assertOwned: async () => undefined, redactor },
    nextKey: (name) => `${name} 1`,
    recall: () => earlier,
    async record(step) {
      recorded.push(step);
      return kept;
    },
  });
  return { db, steps, recorded };
}
const ask: WaitRequest = { kind: 'approval', title: 'Pay hunter22?' };
const failsWith = (code: string) => (error: EngineFailure) => error.code === code;

test('an open wait ends the attempt and records no step', async () => {
  const { steps, recorded } = world({ row: answered({ status: 'open', answeredAt: null }) });
  await assert.rejects(steps.wait(ask), WaitPending);
  assert.deepEqual([steps.pending(), recorded], [['w'], []]);
});

test('an answer is a step that took as long as the wait, and is free', async () => {
  const { steps, recorded } = world();
  assert.deepEqual(await steps.wait(ask), {
    answer: 'yes',
    comment: null,
    answered_by: 'ada@example.com',
    timed_out: false,
  });
  assert.deepEqual([recorded[0]!.durationMs, recorded[0]!.cost, recorded[0]!.error], [9_000, 0, null]);
  assert.deepEqual(steps.lastEnd(), at(9));
});

test('an answer of an earlier attempt is not asked for again', async () => {
  const { db, steps } = world({ earlier: { answer: 'no' } });
  assert.deepEqual(await steps.wait(ask), { answer: 'no' });
  assert.equal(db.sent.length, 0);
});

test('secrets are not asked of people', async () => {
  const { db, steps } = world();
  await steps.wait(ask);
  assert.match(String(db.sentTo('insert into job_waits')[0]!.values[3]), /Pay \[secret\]\?/);
});

test('a wait that timed out or was withdrawn fails the job, and the failure is recorded', async () => {
  const late = world({ row: answered({ status: 'timed_out', answer: null }) });
  await assert.rejects(late.steps.wait(ask), failsWith('errand.waits.timed_out'));
  assert.match(late.recorded[0]!.error!, /Pay\?/);
  assert.equal(late.recorded[0]!.result, null);
  const withdrawn = world({ row: answered({ status: 'cancelled' }) });
  await assert.rejects(withdrawn.steps.wait(ask), failsWith('errand.waits.withdrawn'));
});

test('a wait that may go on without an answer says that nobody gave one', async () => {
  const row = answered({ status: 'timed_out', onTimeout: 'continue', answer: null, answeredBy: null });
  const { timed_out: late, answer } = await world({ row }).steps.wait({ ...ask, on_timeout: 'continue' });
  assert.deepEqual([late, answer], [true, null]);
});

test('trials ask nobody: they go on as if the time was over', async () => {
  const { db, steps } = world({ origin: 'evaluation' });
  await assert.rejects(steps.wait(ask), failsWith('errand.waits.timed_out'));
  const given = { ...ask, options: ['yes', 'no'], on_timeout: 'no' };
  assert.deepEqual(await steps.wait(given), { answer: 'no', comment: null, answered_by: null, timed_out: true });
  assert.equal(db.sent.length, 0);
});

test('an attempt that lost its job neither opens a wait nor takes its answer', async () => {
  const lost = world({ owned: false });
  await assert.rejects(lost.steps.wait(ask));
  assert.equal(lost.db.sentTo('insert into job_waits').length, 0);
  await assert.rejects(world({ kept: false }).steps.wait(ask));
});

test('the end of the last wait is the latest, in whatever order they are noted', () => {
  const { steps } = world();
  steps.noteEnd(at(5));
  steps.noteEnd(at(3));
  assert.deepEqual(steps.lastEnd(), at(5));
});

test('only the attempt that creates a wait looks for an event that came earlier', async () => {
  const waiting = { key: 'k', kind: 'event', event: 'paid' } as never;
  const first = scriptedDb({ 'for key share': [{}], 'insert into job_waits': 1 });
  await openWait(first, job, waiting);
  assert.equal(first.sentTo('update job_events').length, 1);
  const again = scriptedDb({ 'for key share': [{}], 'insert into job_waits': 0 });
  await openWait(again, job, waiting);
  assert.equal(again.sentTo('update job_events').length, 0);
});
