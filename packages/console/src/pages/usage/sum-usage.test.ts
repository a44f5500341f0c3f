import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UsageRow } from '@errand/sdk';
import { sumUsage } from './sum-usage.ts';

const first = Date.UTC(2026, 0, 5);
const DAY = 86_400_000;
const row = (agent: string, day: number, cost: number, jobs = 1): UsageRow =>
  ({
    agent_id: agent,
    agent_name: agent.toUpperCase(),
    starts_at: new Date(first + day * DAY).toISOString(),
    jobs,
    succeeded: jobs,
    cached: 0,
    failed: 0,
    cancelled: 0,
    cost,
    input_tokens: 10,
    output_tokens: 1,
  }) as UsageRow;

test('agents are summed over days, the most expensive first, without dust of binary fractions', () => {
  const { agents, total, times } = sumUsage(
    [row('a', 0, 0.1), row('b', 0, 0.25), row('a', 2, 0.2)],
    first + 3_600_000,
    first + 2 * DAY,
  );
  assert.deepEqual(
    agents.map(({ agent_id, jobs }) => [agent_id, jobs]),
    [
      ['a', 2],
      ['b', 1],
    ],
  );
  assert.deepEqual(total, { jobs: 3, failed: 0, cached: 0, cost: 0.55, tokens: 33 });
  assert.deepEqual(
    times,
    [0, 1, 2].map((day) => (first + day * DAY) / 1_000),
  );
});

test('a chart has a value for every day, and days outside of it are left out', () => {
  const { costs, jobs } = sumUsage([row('a', 0, 1), row('a', 2, 3, 7), row('a', 9, 5)], first, first + 2 * DAY);
  assert.deepEqual(
    costs.map(({ values }) => values),
    [[1, 0, 3]],
  );
  assert.deepEqual(
    jobs.map(({ values }) => values),
    [[1, 0, 7]],
  );
});

test('beyond five agents the others are one series, and nothing is missing from the sum', () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((agent, index) => row(agent, 0, 7 - index));
  const { costs } = sumUsage(rows, first, first);
  assert.equal(costs.length, 6);
  assert.deepEqual(costs.at(-1)!.values, [3]);
  assert.equal(
    costs.reduce((sum, { values }) => sum + values[0]!, 0),
    28,
  );
});
