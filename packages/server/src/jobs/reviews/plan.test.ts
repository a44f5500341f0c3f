import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForNothing, isWeaker, NO_PLAN, readPlan, refuseWeaker } from './plan.ts';

const plan = readPlan({
  sample_rate: 0.1,
  always_when: ['failed', 'failed', 'low_confidence'] as never,
  due_hours: 24,
});

test('members that a plan leaves out have their defaults, and reasons are listed once', () => {
  assert.deepEqual(plan.always_when, ['failed', 'low_confidence']);
  assert.deepEqual([plan.min_confidence, plan.second_review_rate], [null, 0]);
  assert.ok(asksForNothing(NO_PLAN) && !asksForNothing(plan));
});

test('fewer, later or less careful reviews are weaker, and only admins may ask for them', () => {
  const weaker = [
    { ...plan, sample_rate: 0 },
    { ...plan, always_when: [] },
    { ...plan, min_confidence: 0.5 },
    { ...plan, due_hours: null },
  ];
  for (const next of weaker) assert.ok(isWeaker(next, plan), JSON.stringify(next));
  for (const next of [plan, { ...plan, sample_rate: 1 }, { ...plan, due_hours: 1 }, { ...plan, min_confidence: 0.9 }])
    assert.ok(!isWeaker(next, plan), JSON.stringify(next));
  assert.ok(!isWeaker(NO_PLAN, NO_PLAN));
  assert.throws(() => refuseWeaker({ role: 'member' }, NO_PLAN, plan), /needs the role admin/);
  refuseWeaker({ role: 'admin' }, NO_PLAN, plan);
});
