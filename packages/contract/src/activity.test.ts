import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { ActivityQuery } from './activity.ts';

test('activity goes back at most a quarter of a year, in buckets of at least a minute', () => {
  for (const query of [{}, { hours: 1 }, { hours: 24 * 92, bucket_seconds: 60 }])
    assert.ok(Check(ActivityQuery, query));
  for (const query of [{ hours: 0 }, { hours: 24 * 92 + 1 }, { bucket_seconds: 59 }, { created_from: 'yesterday' }])
    assert.ok(!Check(ActivityQuery, query), JSON.stringify(query));
});
