import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { FeedbackBody, FeedbackExportQuery } from './reviews.ts';

test('feedback says whether the output is right; words and a verdict are optional', () => {
  assert.ok(Check(FeedbackBody, { matches_ground_truth: true }));
  assert.ok(Check(FeedbackBody, { matches_ground_truth: false, human_feedback: null, corrected_verdict: 'rejected' }));
  for (const body of [
    {},
    { matches_ground_truth: 'yes' },
    { matches_ground_truth: true, human_feedback: 'x'.repeat(20_001) },
  ])
    assert.ok(!Check(FeedbackBody, body));
});

test('only cases that were reviewed are exported', () => {
  assert.ok(Check(FeedbackExportQuery, { review_status: 'approved' }));
  assert.ok(!Check(FeedbackExportQuery, { review_status: 'pending' }));
});
