import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEngines } from '../engines.ts';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { createCaseAgent, goodListing } from '../policies/cases.ts';
import { createAgent } from '../runs.ts';
import { killProcess, startWorkerProcess } from '../worker-process.ts';

// Workers that are killed at every step of a playbook: each step has one job, the case has it once, and one decision.

const harness = stopAtEnd(await startHarness({ env: { ERRAND_ROLE: 'api' }, engines: testEngines }));
const org = await harness.org();
const { system } = harness.database;
const startWorker = () => startWorkerProcess(harness, new URL('./worker-child.ts', import.meta.url));

const STEPS = 4;

test('a worker that is killed at each step loses nothing and starts nothing twice', async (t) => {
  const judge = await createCaseAgent(org, 'ProductPolicyEngine', { baseline_verdicts: true });
  const sleeper = await createAgent(org, 'SleepEngine', { config: { ms: 300 } });
  const steps = Array.from({ length: STEPS - 1 }, (_, index) => ({
    name: `step${index}`,
    agent_id: sleeper.id,
    inputs: {},
  }));
  const last = {
    name: 'judge',
    agent_id: judge.id,
    inputs: { product_listing: '${alert.data.listing}' },
    then: 'close',
  };
  const { id: playbookId } = await org.expect(201, 'POST', '/v1/playbooks/', {
    name: 'Killed',
    content: {
      steps: [...steps, last],
      auto_close: { outcomes: ['approved'], policy_id: judge.policyId, sample_rate: 1 },
    },
  });
  const queue = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Killed', playbook_id: playbookId });
  const { case_id: caseId } = await org.expect(201, 'POST', '/v1/case-alerts/', {
    queue: queue.id,
    external_id: 'one',
    subject: { kind: 'merchant', name: 'Roe Ltd', identifiers: { account: '1' } },
    rule: 'listing',
    detected_at: new Date().toISOString(),
    data: { listing: goodListing },
  });
  // What a run shows of itself changes in each of these moments; whoever works on it is killed right then.
  const look = async (): Promise<string> => {
    const [row] = await system.query<{ at: string }>(
      `select concat_ws(' ', r.state, r.step, (select string_agg(s.state, ',' order by s.step) from playbook_steps s
         where s.run_id = r.id)) as at
       from playbook_runs r`,
    );
    return row!.at;
  };
  const seen: string[] = [];
  let kills = 0;
  for (let at = await look(); !at.startsWith('done'); at = await look()) {
    const worker = await startWorker();
    await until(async () => (await look()) !== at, `a change after ${at}`, 120_000);
    seen.push(await look());
    await killProcess(worker);
    kills += 1;
  }
  t.diagnostic(`${kills} kills, at: ${seen.join(' | ')}`);
  assert.ok(kills >= STEPS, `${kills} kills`);
  const jobs = await system.query<{ id: string }>('select id from jobs');
  assert.equal(jobs.length, STEPS, 'one job for each step');
  const found = await org.expect(200, 'GET', `/v1/cases/${caseId}/`);
  assert.deepEqual(
    found.jobs.map(({ step }: any) => step),
    ['step0', 'step1', 'step2', 'judge'],
  );
  assert.deepEqual([found.state, found.outcome], ['closed', 'approved']);
  const [counts] = await system.query<Record<string, number>>(
    `select (select count(*) from case_decisions)::int as decisions, (select count(*) from case_checks)::int as checks,
       (select count(*) from case_events where kind = 'job_started')::int as started,
       (select count(*) from playbook_runs)::int as runs`,
  );
  assert.deepEqual(counts, { decisions: 1, checks: 1, started: STEPS, runs: 1 });
});
