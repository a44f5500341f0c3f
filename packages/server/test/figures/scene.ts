import { randomUUID } from 'node:crypto';
import { createBudgetWatch } from '#budgets/watch.ts';
import { billLateStep } from '#jobs/execute/bill-late.ts';
import { rollUp } from '#jobs/figures/roll-up.ts';
import { sumUp } from '#jobs/figures/sums.ts';
import { RECOUNT } from '#jobs/figures/verify.ts';
import type { ClaimedJob } from '#jobs/queue/claim.ts';
import type { Harness, TestOrg } from '../harness.ts';
import { createAgent, createVersion } from '../runs.ts';
import { fillJobs } from './fill.ts';

// An organization with agents, versions, keys, budgets and jobs; its figures as the roll-up has made them, with some jobs
// that it has not reached, steps that were billed after the end, and jobs whose data is deleted.

export type Scene = { org: TestOrg; days: number };

export async function makeScene(
  harness: Harness,
  size: { agents: number; jobs: number; days: number },
  given?: TestOrg,
): Promise<Scene> {
  const { system } = harness.database;
  const org = given ?? (await harness.org());
  const agents = [];
  for (let made = 0; made < size.agents; made += 1) {
    const { id, versionId } = await createAgent(org, 'EchoEngine');
    await org.request('PATCH', `/v1/agents/${id}/`, { name: `Agent ${made}` });
    agents.push({ id, versionIds: [versionId, await createVersion(org, id, { name: 'second' })] });
  }
  const keyIds: string[] = [];
  for (const name of ['nightly', 'portal', 'desk']) {
    const key = await org.request('POST', `/v1/organizations/${org.orgId}/api-keys/`, { name, role: 'member' });
    keyIds.push(key.body.id);
  }
  for (const period of ['day', 'month'])
    for (const subject of [
      { scope: 'organization' },
      { scope: 'agent', agent_id: agents[0]!.id },
      { scope: 'key', key_id: keyIds[0] },
    ])
      await org.request('POST', '/v1/budgets/', { ...subject, period, amount: 1e6 });
  const fill = { orgId: org.orgId, agents, keyIds, days: size.days };
  const late = Math.ceil(size.jobs / 50);
  await fillJobs(system, { ...fill, jobs: size.jobs - late, open: 40 });
  await system.run('analyze jobs, job_results, job_steps');
  for (const statement of RECOUNT) await system.run(statement);
  await rollUpAll(harness);
  await billLate(harness, org, 40);
  await fillJobs(system, { ...fill, jobs: late, serial: 10_000_000, endNow: true });
  await billLate(harness, org, 80);
  return { org, days: size.days };
}

/** Everything counted, and summed up by hours and days. */
export async function rollUpAll({ database: { system } }: Harness): Promise<void> {
  while (await rollUp(system));
  while (await sumUp(system, { atOnce: true }));
}

/** Calls that came back after their job was cancelled. */
async function billLate({ database: { system } }: Harness, org: TestOrg, count: number): Promise<void> {
  const cancelled = await system.query<{ id: string }>(
    'select job_id as id from job_results where org_id = $1::uuid and status = 5 order by job_id desc limit $2::int',
    [org.orgId, count],
  );
  for (const [place, { id }] of cancelled.entries()) {
    const step = { key: `late ${randomUUID()}`, seq: 100 + place, kind: 'model', name: 'Ask', cost: 0.25, error: null };
    const usage = { model: `model-${place % 7}`, inputTokens: 11, outputTokens: 5 };
    await billLateStep(system, { jobId: id, workerId: randomUUID(), attempt: 1 } as ClaimedJob, {
      ...step,
      usage,
      startedAt: Date.now(),
      durationMs: 10,
      result: null,
    });
  }
}

/** Also after this every figure is what it was, of whole hours: what parts of hours had cost by model goes with the steps. */
export async function deleteSomeData({ database: { system } }: Harness, org: TestOrg, count: number): Promise<void> {
  const jobs = await system.query<{ id: string }>(
    `select taken.job_id as id from unnest(array[interval '2 hours', interval '23 days']) age,
       lateral (select job_id from job_results where org_id = $1::uuid and status = 3 and job_id < errand_first_id(now() - age)
         order by job_id desc limit $2::int) taken`,
    [org.orgId, count],
  );
  for (const { id } of jobs) {
    const answer = await org.request('POST', `/v1/agents/jobs/${id}/delete-data/`);
    if (answer.status !== 200) throw new Error(answer.text);
  }
}

/** As the watch does every ten seconds. */
export const lookAtBudgets = ({ database, log }: Harness): Promise<void> =>
  createBudgetWatch({ database, log, runs: false, onAlerts: () => undefined }).look();
