import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFlips, ruleWords, undecidableOf } from './flip-words.ts';

test('a rule says how it came out before and after, or that only one version has it', () => {
  assert.equal(ruleWords({ before: true, after: false }), 'met → not met');
  assert.equal(ruleWords({ before: null, after: true }), 'new rule, met');
  assert.equal(ruleWords({ before: false, after: null }), 'removed, was not met');
  assert.equal(ruleWords({ before: true, after: true }), 'met');
});

test('flips are counted by the way they went, the most frequent first', () => {
  const flip = (before: string | null, after: string) => ({ before, after });
  assert.deepEqual(countFlips([flip('a', 'b'), flip(null, 'a'), flip('a', 'b')]), [
    ['a → b', 2],
    ['(none) → a', 1],
  ]);
  assert.equal(undecidableOf({ done: 10, flip_count: 3, unchanged: 5 }), 2);
});
