import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPeriods } from './read-periods.ts';

test('an empty or missing field is kept for ever', () => {
  const form = new FormData();
  form.set('jobs_days', ' 30 ');
  form.set('steps_days', '');
  assert.deepEqual(readPeriods(form), { jobs_days: 30, evidence_days: null, steps_days: null, audit_days: null });
});
