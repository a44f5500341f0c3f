import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bulkWords, outcomeWords, titleOf } from './bulk-words.ts';

test('every action has words, and its title counts the jobs', () => {
  for (const { offer, past, effect } of Object.values(bulkWords)) assert.ok(offer && past && effect.endsWith('.'));
  assert.equal(titleOf({ kind: 'retry', total: 1 }), 'Run again: 1 job');
  assert.equal(titleOf({ kind: 'delete_data', total: 5 }), 'Delete data: 5 jobs');
});

test('new jobs are told by their outcome', () => {
  const counts = [
    { value: 'succeeded', count: 9 },
    { value: 'failed', count: 2 },
  ];
  assert.equal(outcomeWords(counts), '9 succeeded, 2 failed');
  assert.equal(outcomeWords([]), 'not started yet');
});
