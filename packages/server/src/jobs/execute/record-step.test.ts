import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type NewStep, STEP, stepValues } from './record-step.ts';

const step: NewStep = {
  key: 'model 1',
  seq: 1,
  kind: 'model',
  name: 'model',
  usage: { model: 'small-1', inputTokens: 10 },
  cost: 0.5,
  startedAt: 1_000,
  durationMs: 20,
  error: null,
  result: '{"text":"hi"}',
};

test('a step with an error is a failed one', () => {
  const statusOf = (given: NewStep) => JSON.parse(stepValues(given)[0]).status;
  assert.equal(statusOf(step), 'succeeded');
  assert.equal(statusOf({ ...step, error: 'busy' }), 'failed');
});

test('everything that a step gives is read by the statement, under the same name', () => {
  const given = JSON.parse(stepValues({ ...step, error: 'e', request: {}, reusedFrom: 'j' })[0]);
  const [, columns] = /as given \(([^)]*)\)/s.exec(STEP('$1'))!;
  const names = new Set(columns!.split(',').map((column) => column.trim().split(/\s/)[0]!));
  for (const name of Object.keys(given)) assert.ok(names.has(name), name);
});
