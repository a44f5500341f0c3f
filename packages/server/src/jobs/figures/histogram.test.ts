import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addHistograms, bucketMs, percentile } from './histogram.ts';

const bucketOf = (ms: number): number => Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(1.05));
const histogramOf = (times: number[]) => addHistograms(times.map((ms) => new Map([[bucketOf(ms), 1]])));

test('a percentile of merged histograms is within 2.5 % of the true one', () => {
  // For very different agents, the average of their percentiles would be far off.
  const quick = Array.from({ length: 900 }, (_, index) => 20 + index);
  const slow = Array.from({ length: 100 }, (_, index) => 60_000 + 500 * index);
  const all = [...quick, ...slow].sort((a, b) => a - b);
  const merged = addHistograms([histogramOf(quick), histogramOf(slow)]);
  for (const share of [0.1, 0.5, 0.9, 0.95, 0.99, 1]) {
    const exact = all[Math.ceil(share * all.length) - 1]!;
    const read = percentile(merged, share)!;
    assert.ok(Math.abs(read - exact) <= exact * 0.03, `${share}: ${read} instead of ${exact}`);
  }
});

test('nothing has no percentile, and no time is zero', () => {
  assert.equal(percentile(new Map(), 0.5), null);
  assert.equal(percentile(new Map([[0, 3]]), 0.95), 0);
  assert.equal(bucketMs(0), 0);
});
