import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDuration } from './durations.ts';

test('durations in words become ISO 8601', () => {
  assert.equal(toDuration('2 hours 30 minutes'), 'PT2H30M');
  assert.equal(toDuration('1 year and 3 months'), 'P1Y3M');
  assert.equal(toDuration('90 min'), 'PT90M');
  assert.equal(toDuration('PT5M'), 'PT5M');
});

test('weeks become days, because ISO allows them only alone', () => {
  assert.equal(toDuration('2 weeks 1 day'), 'P15D');
});

test('text without a duration is none', () => {
  assert.equal(toDuration('as long as it takes'), undefined);
});
