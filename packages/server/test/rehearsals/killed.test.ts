import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { badListing, createCaseAgent } from '../policies/cases.ts';
import { addVersion } from '../policies/fixtures.ts';
import { startJob, untilFinal } from '../runs.ts';
import { killProcess, startWorkerProcess, type WorkerProcess } from '../worker-process.ts';
import {
  lenientContent,
  lenientFindings,
  lenientVerdict,
  shopFindings,
  shopVerdict,
  untilRehearsal,
} from './fixtures.ts';

const models = stopAtEnd(await startModelServer());
// More deaths than a job may see by default before it is put aside.
const env = { ...models.env, ERRAND_JOB_CRASHES_MAX: '10' };
// It accepts jobs and runs none.
const harness = stopAtEnd(await startHarness({ env: { ...env, ERRAND_ROLE: 'api' } }));
const org = await harness.org();

const startWorker = () => startWorkerProcess(harness, new URL('../policies/worker-child.ts', import.meta.url), env);

async function kill(worker: WorkerProcess): Promise<void> {
  await killProcess(worker);
  // Its lease would last some seconds more.
  await harness.database.system.run(`update workers set last_seen = now() - interval '1 hour'`);
}

test('a rehearsal whose worker is killed in each phase decides every case once and asks nothing twice', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', { model: 'mortal', enable_planning: false });
  let worker = await startWorker();
  await models.script('mortal', shopFindings, shopVerdict);
  const id = await startJob(org, agent.id, { product_listing: badListing });
  assert.equal((await untilFinal(org, id, 60_000)).status_code, 3);
  const candidate = await addVersion(org, agent.policyId, { content: lenientContent(), make_current: false });
  const before = (await models.calls('mortal')).length;
  const asked = async (): Promise<number> => (await models.calls('mortal')).length - before;
  // Nobody runs anything: killed before the first case begins.
  await kill(worker);
  await models.script('mortal', { fault: 'hang' }, lenientFindings, { fault: 'hang' }, lenientVerdict);
  const path = `/v1/policies/${agent.policyId}/rehearsals/`;
  const { body: started } = await org.request('POST', path, { version_id: candidate.id, job_ids: [id] });
  assert.equal(started.status, 'running');
  worker = await startWorker();
  await until(async () => (await asked()) === 1, 'the question for the findings', 60_000);
  await kill(worker);
  worker = await startWorker();
  await until(async () => (await asked()) === 3, 'the question for the verdict', 60_000);
  await kill(worker);
  await startWorker();
  const done = await untilRehearsal(org, agent.policyId, started.id, 120_000);
  assert.deepEqual([done.status, done.done, done.flips.length, done.undecidable], ['done', 1, 1, []]);
  assert.equal(await asked(), 4, 'the two that hung were asked again, the answered ones were not');
});
