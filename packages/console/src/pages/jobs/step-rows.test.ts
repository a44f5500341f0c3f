import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobStep } from '@errand/sdk';
import { filterSteps, layOutSteps, otherCost, sumSteps } from './step-rows.ts';

const start = Date.UTC(2026, 0, 5);
const step = (second: number, ms: number, more: Partial<JobStep> = {}): JobStep =>
  ({
    key: 'a',
    name: 'rule 3/fetch',
    kind: 'fetch',
    status: 'succeeded',
    started_at: new Date(start + second * 1_000).toISOString(),
    duration_ms: ms,
    cost: 0,
    ...more,
  }) as JobStep;

test('a bar never leaves the chart and is never too thin to be seen; outside the shown time there is none', () => {
  const rows = layOutSteps(
    [step(0, 5_000), step(5, 60_000), step(9.999, 0), step(-5, 1_000), step(20, 1_000)],
    start,
    start + 10_000,
  );
  assert.deepEqual(
    rows.slice(0, 2).map(({ left, width }) => [left, width]),
    [
      [0, 0.5],
      [0.5, 0.5],
    ],
  );
  for (const { left, width } of rows) assert.ok(left >= 0 && left <= 1 && width >= 0 && width <= 1);
  assert.deepEqual(
    rows.map(({ width }) => width > 0),
    [true, true, true, false, false],
  );
  assert.equal(layOutSteps([step(0, 1)], start, start)[0]!.width, 1);
});

test('costs add up to eight decimals, without the dust of binary fractions', () => {
  const sums = sumSteps([step(0, 1, { cost: 0.1, input_tokens: 5 }), step(0, 2, { cost: 0.2, output_tokens: 7 })]);
  assert.deepEqual(sums, { cost: 0.3, inputTokens: 5, outputTokens: 7, workedMs: 3 });
  assert.equal(otherCost(0.35, sums), 0.05);
  assert.equal(otherCost(0, sums), 0, 'a job that still runs has no cost yet');
});

test('steps are found by name, kind, model and error, in any case', () => {
  const steps = [
    step(0, 1, { model: 'Baseline' }),
    step(0, 1, { name: 'ask', kind: 'model', status: 'failed', error: 'Refused.' }),
  ];
  const found = (text: string, errorsOnly = false) => filterSteps(steps, { text, errorsOnly }).map(({ name }) => name);
  assert.deepEqual(found(' BASELINE '), ['rule 3/fetch']);
  assert.deepEqual(found('refused'), ['ask']);
  assert.deepEqual(found(''), ['rule 3/fetch', 'ask']);
  assert.deepEqual(found('', true), ['ask']);
});
