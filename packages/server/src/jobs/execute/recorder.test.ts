import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '#platform/db.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import type { Budget, InOrder } from './budget.ts';
import { createRecorder } from './recorder.ts';

const step = {
  key: 'ask',
  kind: 'model',
  name: 'ask',
  usage: { inputTokens: 7 },
  cost: 0.01,
  startedAt: 0,
  durationMs: 1,
  error: null,
  result: null,
};

/** A database that answers when the test says so. */
function make() {
  const asked: ((rows: unknown[]) => void)[] = [];
  const db = { query: () => new Promise((resolve) => asked.push(resolve)) } as unknown as Db;
  const kept: number[] = [];
  const budget = { keep: ({ cost }: { cost: number }) => kept.push(cost) } as unknown as Budget;
  let last: Promise<unknown> = Promise.resolve();
  const inOrder: InOrder = (work) => {
    const result = last.then(work);
    last = result;
    return result;
  };
  let seq = 0;
  const nextSeq = (): number => ++seq;
  return { asked, kept, ...createRecorder({ db, job: {} as ClaimedJob, budget, inOrder, nextSeq }) };
}

test('the end of a job waits for steps being recorded, and counts them once', async () => {
  const { record, seal, asked, kept } = make();
  const recorded = record(step);
  let sealed = false;
  const sealing = seal().then(() => {
    sealed = true;
  });
  await nextTurn();
  assert.deepEqual([sealed, kept], [false, []]);
  asked.shift()!([{ kept: true }]);
  assert.equal(await recorded, true);
  await sealing;
  assert.deepEqual([sealed, kept], [true, [0.01]]);
});

test('later usage waits for the end, and is billed late', async () => {
  const { record, seal, ended, asked, kept } = make();
  await seal();
  const late = record(step);
  await nextTurn();
  assert.equal(asked.length, 0, 'nothing is written before the end is stored');
  ended();
  await nextTurn();
  asked.shift()!([{ kept: false }]);
  await nextTurn();
  assert.equal(asked.length, 1, 'the bill');
  asked.shift()!([{ billed: true }]);
  assert.equal(await late, false);
  assert.deepEqual(kept, [], 'the stored end does not count it');
});
