import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rollUp } from '#jobs/figures/roll-up.ts';
import { RECOUNT } from '#jobs/figures/verify.ts';
import { testEngines } from '../engines.ts';
import { startHarness, stopAtEnd } from '../harness.ts';
import { compareFigures } from './compare.ts';
import { deleteSomeData, lookAtBudgets, makeScene, rollUpAll } from './scene.ts';
import { loadTruth } from './truth.ts';

// The small form of `npm run figures`.

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const scene = await makeScene(harness, { agents: 6, jobs: 5_000, days: 35 });
const truth = await loadTruth(harness.database.system, scene.org.orgId);

async function compare({ brief = false } = {}): Promise<string[]> {
  await lookAtBudgets(harness);
  const { figures, differences } = await compareFigures(scene.org, truth, { days: scene.days, brief });
  assert.ok(figures > 1_000, `only ${figures} figures were compared`);
  return differences;
}

test('every figure is that of a plain count: with jobs that the roll-up has not reached, late bills, and deleted data', async () => {
  assert.deepEqual(await compare(), []);
  await rollUpAll(harness);
  await deleteSomeData(harness, scene.org, 3);
  assert.deepEqual(await compare({ brief: true }), []);
});

test('a wrong figure is noticed, whichever it is, and right again after a recount', async () => {
  const { system } = harness.database;
  for (const [from, change, noticed] of [
    ['key_figures', 'cost = cost + 1', /cost by key/],
    ['model_figures', 'jobs = jobs + 1', /cost by model/],
    [`figure_sums where slice = 'hour' and`, 'jobs = jobs + 1', /^list .* jobs:/m],
    [`figure_sums where slice = 'agent hour' and`, 'jobs = jobs + 1', /^activity/m],
    [`figure_sums where slice = 'day' and`, 'cost = cost + 1', /^list of all cost/m],
    [`figure_sums where slice = 'version day' and status = 3 and`, 'jobs = jobs + 1', /^usage .* succeeded/m],
    ['job_figures', 'jobs = jobs + 1', /activity|usage|list/],
    ['job_figures', 'cost = cost + 1', /cost by agent|budget/],
  ] as const) {
    const [table, where] = [/^\w+/.exec(from)![0], from.includes(' ') ? from.slice(from.indexOf(' ')) : ' where'];
    // In the hours that every comparison looks at.
    const which = `${where} org_id = '${scene.org.orgId}' and starts_at > now() - interval '20 days' and starts_at < now() - interval '3 hours'`;
    await system.run(`update ${table} set ${change} where ctid = (select ctid from ${table}${which} limit 1)`);
    assert.match((await compare({ brief: true })).join('\n'), noticed, `${from}: ${change}`);
  }
  for (const statement of RECOUNT) await system.run(statement);
  while (await rollUp(system));
  assert.deepEqual(await compare({ brief: true }), [], 'before anything is summed up');
  await rollUpAll(harness);
  assert.deepEqual(await compare({ brief: true }), []);
});
