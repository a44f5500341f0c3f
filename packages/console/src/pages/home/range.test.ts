import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeInfo, ranges, readHomeSearch, toFilter, toFilterBefore } from './range.ts';

const [from, to] = ['2026-01-05T00:00:00.000Z', '2026-01-07T00:00:00.000Z'];

test('a time needs a beginning before its end; otherwise the range counts', () => {
  assert.deepEqual(readHomeSearch({ from, to, range: '7d' }), { from, to });
  assert.deepEqual(readHomeSearch({ from: to, to: from, range: '7d' }), { range: '7d' });
  assert.deepEqual(readHomeSearch({ from, range: 'forever' }), {});
});

test('the time before is as long and ends where the shown one begins', () => {
  assert.deepEqual(toFilter({ from, to }), { created_from: from, created_to: to });
  assert.deepEqual(toFilterBefore({ from, to }), { created_from: '2026-01-03T00:00:00.000Z', created_to: from });
  const before = toFilterBefore({ range: '1h' }) as { created_from: string; created_to: string };
  assert.equal(Date.parse(before.created_to) - Date.parse(before.created_from), 3_600_000);
  assert.ok(Date.parse(before.created_to) <= Date.now() - 3_600_000);
});

test('every range has whole buckets, few enough for a chart', () => {
  for (const range of ranges) {
    const { hours, bucketSeconds } = rangeInfo[range];
    const count = (hours * 3_600) / bucketSeconds;
    assert.ok(Number.isInteger(count) && count >= 12 && count <= 60, `${range}: ${count} buckets`);
    assert.deepEqual(toFilter({ range }), { hours, bucket_seconds: bucketSeconds });
  }
});
