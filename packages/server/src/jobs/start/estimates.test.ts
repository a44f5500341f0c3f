import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '#platform/db.ts';
import { createEstimates } from './estimates.ts';

function create(rows: { cost: number | null; jobs: number }) {
  let asked = 0;
  const db = {
    async query() {
      asked += 1;
      return [rows];
    },
  } as unknown as Db;
  return { ...createEstimates(db), asked: () => asked };
}

test('known facts of an agent are not read again', async () => {
  const estimates = create({ cost: 0.3, jobs: 20 });
  assert.equal(await estimates.averageCost('a', 'org'), 0.3);
  assert.equal(estimates.averageCost('a', 'org'), 0.3, 'at once');
  await estimates.averageCost('b', 'org');
  assert.equal(estimates.asked(), 2);
});

test('the first jobs of an agent in a limited organization are looked at each time', async () => {
  const estimates = create({ cost: null, jobs: 3 });
  assert.equal(await estimates.averageCost('a', 'org'), 0);
  estimates.noteAccount('org', true);
  await estimates.averageCost('a', 'org');
  assert.equal(estimates.asked(), 2);
  estimates.noteAccount('org', false);
  await estimates.averageCost('a', 'org');
  assert.equal(estimates.asked(), 2);
});
