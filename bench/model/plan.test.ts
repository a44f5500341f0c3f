import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareFigures, judgeComparison } from './compare.ts';
import { type Costs, costAt, readCosts } from './costs.ts';
import { MEANS, planFleet } from './plan.ts';
import { planAll, printPlans } from './run.ts';

const point = (ratePerSecond: number, postgresUs: number) => ({
  ratePerSecond,
  apiUs: 200,
  workerUs: 500,
  postgresUs,
  commits: 5,
  walBytes: 4_000,
  writes: 5,
});

const costs: Costs = {
  ...readCosts(),
  points: [point(10, 2_000), point(1_000, 1_000)],
  idle: { postgresUsPerSecond: 5_000, programUsPerSecond: 10_000 },
  connections: { api: 15, worker: 10 },
  holdMs: 10,
  postgresBytes: 2_000,
};
const demand = { jobsPerDay: 1e7, engineSeconds: 10, peakFactor: 3, keepDays: 31 };

test('a cost is read between the two nearest rates, and the outermost hold beyond them', () => {
  assert.equal(costAt(costs, 'postgresUs', 1), 2_000);
  assert.equal(costAt(costs, 'postgresUs', 100), 1_500);
  assert.equal(costAt(costs, 'postgresUs', 50_000), 1_000);
});

test('a fleet has the slots that Little asks for, and its figures add up', () => {
  const plan = planFleet(demand, costs, MEANS, 2_000);
  const underWay = (1e7 / 86_400) * 3 * 10.01;
  assert.equal(plan.slots, Math.ceil(underWay / MEANS.usedMax));
  assert.equal(plan.workerProcesses, Math.ceil(plan.slots / MEANS.slotsPerWorker));
  assert.equal(plan.connections, plan.apiProcesses * 15 + plan.workerProcesses * 10);
  assert.equal(plan.postgresTb, (1e7 * 31 * 2_000) / 1e12);
  assert.ok(plan.limits[0]!.share >= plan.limits[1]!.share);
});

test('ten times the jobs need more of everything, and several primaries once one cannot carry them', () => {
  const small = planFleet(demand, costs, MEANS, 2_000);
  const large = planFleet({ ...demand, jobsPerDay: 1e9 }, costs, MEANS, 2_000);
  assert.equal(small.primaries, 1);
  assert.ok(large.primaries > 1);
  for (const figure of ['workerProcesses', 'connections', 'postgresCores', 'walMbPerSecond', 'memoryGb'] as const) {
    assert.ok(large[figure] > small[figure] * 10, figure);
  }
});

test('a planted wrong cost is noticed, with the figure by name and what to do', () => {
  const right = planFleet(demand, costs, MEANS, 2_000);
  const wrong = planFleet(
    demand,
    { ...costs, points: costs.points.map((one) => ({ ...one, postgresUs: one.postgresUs * 3 })) },
    MEANS,
    2_000,
  );
  const figures = (plan: typeof right) =>
    compareFigures([
      { figure: 'processor of PostgreSQL', unit: 'cores', model: plan.postgresCores, measured: right.postgresCores },
      { figure: 'wait, p50', unit: 'ms', model: plan.waitMs.p50, measured: right.waitMs.p50 },
    ]);
  assert.equal(judgeComparison(figures(right)), undefined);
  assert.match(judgeComparison(figures(wrong))!, /processor of PostgreSQL \(model 2\.\d+ ×.*model --measure/);
});

test('the stored costs answer for 1, 10 and 100 million jobs a day with engines of 1, 10 and 60 s', () => {
  const plans = planAll(readCosts(), 2_000);
  const lines: string[] = [];
  printPlans(plans, (line) => lines.push(line));
  assert.equal(lines.length, 2 + 9);
  for (const line of lines) assert.doesNotMatch(line, /NaN|Infinity|undefined/);
  for (const plan of plans) assert.ok(plan.waitMs.p50 <= plan.waitMs.p99);
});
