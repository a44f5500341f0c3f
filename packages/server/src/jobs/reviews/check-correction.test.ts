import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCorrection } from './check-correction.ts';
import type { NewReview } from './reviews.ts';

test('an agreement corrects nothing, even with corrections in the body', async () => {
  const review: NewReview = {
    agrees: true,
    correctedVerdict: 'suspicious',
    correctedOutputs: { '/total': 2 },
    comment: '',
  };
  assert.deepEqual(await checkCorrection({} as never, 'org', 'job', review), {
    correctedVerdict: null,
    correctedOutputs: null,
  });
});
