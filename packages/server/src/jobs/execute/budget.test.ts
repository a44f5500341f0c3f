import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineFailure } from '#engines/engine/engine.ts';
import type { Db } from '#platform/db.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { createBudget } from './budget.ts';

/** An account with `free` credits that no job holds, and `hold` credits that the job holds. */
function createAccount(free: number, hold: number) {
  const asked: number[] = [];
  let [held, left] = [hold, free];
  const db = {
    async run(_sql: string, values: unknown[]) {
      const needed = Number(values.at(-1));
      asked.push(needed);
      if (needed - held > left) return 0;
      left -= needed - held;
      held = needed;
      return 1;
    },
    query: async () => [{ available: left > 0 }],
  } as unknown as Db;
  return { db, asked };
}
const jobWith = (over: Partial<ClaimedJob>) =>
  ({ jobId: 'j', maxCost: null, hold: 0, limited: false, batchCapped: false, ...over }) as ClaimedJob;
const inOrder = <T>(work: () => Promise<T>): Promise<T> => work();

test('recorded steps are added up; tokens stay unknown until a step has them', () => {
  const budget = createBudget({} as Db, jobWith({}), inOrder);
  budget.keep({ cost: 0.1 });
  assert.deepEqual(budget.totals(), { inputTokens: null, outputTokens: null, cost: 0.1, ownCost: 0 });
  budget.keep({ cost: 0.2, inputTokens: 5, outputTokens: null });
  budget.keep({ cost: 0, inputTokens: 1, outputTokens: 2 });
  budget.count({ cost: 9 });
  assert.deepEqual(budget.totals(), { inputTokens: 6, outputTokens: 2, cost: 0.3, ownCost: 0 });
  budget.keep({ cost: 0.4, isOwn: true });
  assert.deepEqual(budget.totals(), { inputTokens: 6, outputTokens: 2, cost: 0.7, ownCost: 0.4 });
});

test('a job stops before the step after its cost limit', async () => {
  const budget = createBudget({} as Db, jobWith({ maxCost: 0.3 }), inOrder);
  await budget.check();
  budget.count({ cost: 0.29 });
  await budget.check();
  budget.count({ cost: 0.01 });
  await assert.rejects(budget.check(), EngineFailure);
});

test('a limited organization holds what a job needs beyond its hold, and the job stops when there is no more', async () => {
  const { db, asked } = createAccount(1, 0.5);
  const budget = createBudget(db, jobWith({ limited: true, hold: 0.5 }), inOrder);
  await budget.check();
  budget.count({ cost: 0.4 });
  assert.equal(await budget.holdMore(), true);
  assert.deepEqual(asked, [], 'its hold is enough');
  budget.count({ cost: 0.4 });
  assert.equal(await budget.holdMore(), true);
  assert.equal(await budget.holdMore(), true);
  assert.deepEqual(asked, [0.8], 'once for one amount');
  budget.count({ cost: 0.9 });
  assert.equal(await budget.holdMore(), false);
  await assert.rejects(budget.check(), EngineFailure);
});

test('a call that needs more than is left is not admitted, and calls at the same time count for each other', async () => {
  const budget = createBudget({} as Db, jobWith({ maxCost: 1 }), inOrder);
  const release = await budget.admit({ cost: 5, isOwn: false });
  await assert.rejects(budget.admit({ cost: 0.1, isOwn: false }), /cost limit of 1 USD/);
  assert.equal(budget.left(), 0);
  release();
  budget.count({ cost: 0.6 });
  await assert.rejects(budget.admit({ cost: 0.41, isOwn: true }), EngineFailure);
  const end = await budget.admit({ cost: 0.2, isOwn: false });
  await assert.rejects(budget.admit({ cost: 0.21, isOwn: false }), EngineFailure);
  end();
  await budget.admit({ cost: 0.4, isOwn: false });
});

test('calls that ask at the same moment do not share the room of one', async () => {
  const { db } = createAccount(10, 10);
  const budget = createBudget(db, jobWith({ maxCost: 1, limited: true, hold: 0.1 }), inOrder);
  budget.count({ cost: 0.2 });
  const asked = await Promise.allSettled([1, 2, 3].map(() => budget.admit({ cost: 0.5, isOwn: false })));
  assert.deepEqual(asked.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected']);
});

test('credits are held for a call before it is made, unless the organization pays it with its own key', async () => {
  const { db, asked } = createAccount(0.5, 0.5);
  const budget = createBudget(db, jobWith({ limited: true, hold: 0.5 }), inOrder);
  budget.count({ cost: 0.4 });
  (await budget.admit({ cost: 0.1, isOwn: false }))();
  assert.deepEqual(asked, [], 'its hold is enough');
  (await budget.admit({ cost: 0.5, isOwn: false }))();
  assert.deepEqual(asked, [0.9]);
  await assert.rejects(budget.admit({ cost: 0.7, isOwn: false }), /credits of the organization are used up/);
  await budget.admit({ cost: 0.7, isOwn: true });
});
