import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedDb } from '../../../test/scripted-db.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { awaitRoom, isBatchSpent } from './batch-budget.ts';
import { billLateStep } from './bill-late.ts';
import { insertStep, type NewStep, STEP, stepValues } from './record-step.ts';

const step: NewStep = {
  key: 'model 1',
  seq: 1,
  kind: 'model',
  name: 'model',
  usage: { model: 'small-1', inputTokens: 10 },
  cost: 0.5,
  startedAt: 1_000,
  durationMs: 20,
  error: null,
  result: '{"text":"hi"}',
};
const job = { jobId: 'job', claim: 7, workerId: 'w', attempt: 2, timeoutSeconds: 0, batchId: 'b' } as ClaimedJob;

test('a step with an error is a failed one', () => {
  const statusOf = (given: NewStep) => JSON.parse(stepValues(given)[0]).status;
  assert.equal(statusOf(step), 'succeeded');
  assert.equal(statusOf({ ...step, error: 'busy' }), 'failed');
});

test('everything that a step gives is read by the statement, under the same name', () => {
  const given = JSON.parse(stepValues({ ...step, error: 'e', request: {}, reusedFrom: 'j' })[0]);
  const [, columns] = /as given \(([^)]*)\)/s.exec(STEP('$1'))!;
  const names = new Set(columns!.split(',').map((column) => column.trim().split(/\s/)[0]!));
  for (const name of Object.keys(given)) assert.ok(names.has(name), name);
});

test('only a step that costs something is booked on the limit of its batch', async () => {
  const isBooked = async (capped: boolean, cost: number): Promise<boolean> => {
    const db = scriptedDb({ 'as kept': [{ kept: true }] });
    assert.equal(await insertStep(db, { ...job, batchCapped: capped }, { ...step, cost }), true);
    return db.sentTo('update batches').length > 0;
  };
  assert.deepEqual([await isBooked(true, 1), await isBooked(true, 0), await isBooked(false, 1)], [true, false, false]);
});

test('a late step is billed to the attempt that made it', async () => {
  const db = scriptedDb({ 'as billed': [{ billed: true }] });
  assert.equal(await billLateStep(db, job, step), true);
  assert.deepEqual(db.sent[0]!.values.slice(0, 3), ['job', 'w', 2]);
});

const room = (row: object | undefined) =>
  awaitRoom(scriptedDb({ 'from batches': row === undefined ? [] : [row] }), job, new AbortController().signal);

test('a row begins when it is the first, or when what is left is enough for it and those before it', async () => {
  assert.equal(await room(undefined), 'free');
  assert.equal(await room({ spent: false, ahead: 0, fits: null }), 'free');
  assert.equal(await room({ spent: false, ahead: 3, fits: true }), 'free');
});

test('a row of a spent batch does not wait, and one whose cost nobody knows yet gives its slot back', async () => {
  assert.equal(await room({ spent: true, ahead: 3, fits: false }), 'spent');
  assert.equal(await room({ spent: false, ahead: 1, fits: null }), 'wait');
});

test('a batch without a limit is never spent', async () => {
  assert.equal(await isBatchSpent(scriptedDb({ 'from batches': [{ spent: null }] }), 'b'), false);
  assert.equal(await isBatchSpent(scriptedDb({ 'from batches': [{ spent: true }] }), 'b'), true);
});
