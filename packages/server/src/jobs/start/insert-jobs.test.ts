import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { pluck } from '../../../test/pluck.ts';
import { insertJobs, type NewJob, queueJobs } from './insert-jobs.ts';

const jobOf = (agentId: string, over: Partial<NewJob> = {}) =>
  ({
    id: newId(),
    orgId: 'org',
    agentId,
    seen: { currentVersionId: null, disableCache: false },
    inputsText: '[]',
    cacheKey: Buffer.from('ab', 'hex'),
    metadata: null,
    batchIndex: null,
    maxCost: null,
    ...over,
  }) as NewJob;

/** Answers the first statement with these ids, and the second with `judged` for each job. */
function createDb(queued: string[]) {
  const lists: [targets: Record<string, unknown>[], jobs: Record<string, unknown>[]][] = [];
  const db = {
    async query(_sql: string, [targets, jobs]: [string, string]) {
      lists.push([JSON.parse(targets), JSON.parse(jobs)]);
      if (lists.length === 1) return queued.map((id) => ({ id }));
      return lists[1]![1].toReversed().map(({ id }) => ({ id, outcome: 'no_credits', hold: 0, limited: true }));
    },
  } as unknown as Db;
  return { db, lists };
}

test('outcomes are in the order of the jobs, and only those that could not be queued are judged', async () => {
  const items = ['a', 'b', 'a', 'b'].map((agent) => jobOf(agent));
  const { db, lists } = createDb([items[3]!.id, items[0]!.id]);
  const outcomes = await insertJobs(db, items);
  assert.deepEqual(pluck(outcomes, 'outcome'), ['queued', 'no_credits', 'no_credits', 'queued']);
  assert.deepEqual(pluck(lists[1]![1], 'id'), [items[1]!.id, items[2]!.id]);
});

test('values that jobs share are sent once, and each job names the index', async () => {
  const items = [jobOf('a'), jobOf('b'), jobOf('a', { maxCost: 2, metadata: '{}' })];
  const { db, lists } = createDb(items.map(({ id }) => id));
  await queueJobs(db, items);
  const [targets, jobs] = lists[0]!;
  assert.deepEqual(pluck(targets, 'place', 'agent_id'), [
    [0, 'a'],
    [1, 'b'],
  ]);
  assert.deepEqual(
    jobs.map(({ place, max_cost, metadata, cache_key }) => [place, max_cost, metadata, cache_key]),
    [
      [0, undefined, undefined, '\\xab'],
      [1, undefined, undefined, '\\xab'],
      [0, 2, '{}', '\\xab'],
    ],
  );
});
