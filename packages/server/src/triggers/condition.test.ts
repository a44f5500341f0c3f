import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Condition, findConditionProblems, listFailed } from './condition.ts';

const event = { body: { total: 120, amount: '99.5', tags: ['new', 'vip'], 'a/b': 1, at: '2026-01-05', none: null } };
const holds = (path: string, op: Condition['op'], value?: unknown): boolean =>
  listFailed([{ path, op, ...(value !== undefined && { value }) }], event).length === 0;

test('each operator compares one value of the event', () => {
  assert.ok(holds('/body/total', 'equals', 120));
  assert.ok(!holds('/body/total', 'equals', '120'));
  assert.ok(holds('/body/total', 'not_equals', 1));
  assert.ok(holds('/body/missing', 'not_equals', 1));
  assert.ok(holds('/body/total', 'in', [1, 120]));
  assert.ok(holds('/body/tags', 'contains', 'vip'));
  assert.ok(holds('/body/at', 'contains', '2026'));
  assert.ok(!holds('/body/missing', 'contains', 'x'));
  assert.ok(holds('/body/total', 'gt', 100) && !holds('/body/total', 'gt', 120));
  assert.ok(holds('/body/amount', 'lt', 100), 'numbers may be written as text');
  assert.ok(holds('/body/at', 'gt', '2025-12-31'));
  assert.ok(!holds('/body/tags', 'gt', 1) && !holds('/body/missing', 'lt', 1));
  assert.ok(holds('/body/a~1b', 'equals', 1));
  assert.ok(holds('', 'equals', event));
});

test('exists asks whether there is a value, or with false whether there is none', () => {
  assert.ok(holds('/body/total', 'exists') && holds('/body/total', 'exists', true));
  assert.ok(!holds('/body/none', 'exists') && holds('/body/none', 'exists', false));
  assert.ok(holds('/body/tags/1', 'exists') && !holds('/body/tags/2', 'exists'));
});

test('all conditions must hold, and those that do not are reported with what was found', () => {
  const failed = listFailed(
    [
      { path: '/body/total', op: 'gt', value: 1 },
      { path: '/body/total', op: 'lt', value: 1 },
    ],
    event,
  );
  assert.deepEqual(failed, [{ path: '/body/total', op: 'lt', value: 1, found: 120 }]);
  assert.deepEqual(listFailed(null, event), []);
});

test('conditions that make no sense are reported', () => {
  const problems = findConditionProblems([
    { path: 'body/x', op: 'exists' },
    { path: '/a', op: 'in', value: 1 },
    { path: '/a', op: 'gt', value: null },
    { path: '/a', op: 'equals' },
    { path: '/a', op: 'exists' },
  ]);
  assert.equal(problems.length, 4);
  assert.match(problems[0]!, /Condition 1: path must be a JSON pointer/);
});
