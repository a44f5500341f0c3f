import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClaimMarks } from './claim-marks.ts';

test('the mark is the highest number known, unless something is in progress that may get a lower one', () => {
  const marks = createClaimMarks();
  assert.equal(marks.mark(), 0);
  marks.learn(10);
  assert.equal(marks.mark(), 10);
  const end = marks.begin();
  marks.learn(20);
  const endLater = marks.begin();
  marks.learn(30);
  assert.equal(marks.mark(), 10);
  end();
  assert.equal(marks.mark(), 20);
  endLater();
  assert.equal(marks.mark(), 30);
});

test('known values never fall, unless they are forgotten with their server', () => {
  const marks = createClaimMarks();
  marks.learn(10);
  marks.learn(5);
  assert.equal(marks.mark(), 10);
  marks.forget();
  assert.equal(marks.mark(), 0);
  marks.learn(5);
  assert.equal(marks.mark(), 5);
});
