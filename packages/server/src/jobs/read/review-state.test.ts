import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reviewStates } from '@errand/contract/reviews.ts';
import { reviewState, reviewStatusOf } from './review-state.ts';

test('state and status are two words for one thing', () => {
  assert.deepEqual((['approved', 'rejected', 'disputed', undefined] as const).map(reviewState), [
    'agreed',
    'disagreed',
    'disputed',
    'unreviewed',
  ]);
  for (const state of reviewStates) assert.equal(reviewState(reviewStatusOf(state)), state);
});
