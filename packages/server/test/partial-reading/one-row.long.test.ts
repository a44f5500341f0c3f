import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startModelCases } from '../policies/model-cases.ts';
import { stopAtEnd } from '../stop-at-end.ts';
import { findFault, readers, runCaseOf, runRemarksOf } from './prove.ts';

// The full size: node packages/server/test/partial-reading/run.ts

const ROWS = 5_000;
const SEEDS = [1, 2, 3];

const cases = stopAtEnd(await startModelCases());

for (const reader of readers) {
  test(`one row of ${ROWS} that matters is never let through without a word by a model that queries: ${reader}`, async () => {
    for (const seed of SEEDS) {
      const ended = await runCaseOf(cases, { reader, seed, rows: ROWS, isClean: false });
      assert.equal(findFault(ended), undefined, JSON.stringify(ended));
    }
  });

  test(`a case without such a row is let through only where it was read, by a model that queries: ${reader}`, async () => {
    const ended = await runCaseOf(cases, { reader, seed: 9, rows: ROWS, isClean: true });
    assert.equal(findFault(ended), undefined, JSON.stringify(ended));
  });

  test(`a remark beside ${ROWS} rows is never let through without a word by a model that queries: ${reader}`, async () => {
    const { verdict, told } = await runRemarksOf(cases, { reader, seed: 5, rows: ROWS });
    if (reader === 'well' || reader === 'built-in') assert.equal(verdict, 'file_sar');
    else assert.deepEqual([verdict, told.length > 0], ['manual_review', true]);
  });
}
