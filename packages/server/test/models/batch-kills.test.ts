import assert from 'node:assert/strict';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { makeFolder, startHarness, stopAtEnd, type TestOrg, until } from '../harness.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { killProcess, startWorkerProcess, type WorkerProcess } from '../worker-process.ts';
import { startBatchProviders } from './batch-providers.ts';
import { createAskEngine } from './fixtures.ts';

// The lane for calls that can wait, with workers that are killed in it: nothing is uploaded or paid twice.

const WORKER = new URL('./worker-child.ts', import.meta.url);
const providers = stopAtEnd(await startBatchProviders());
const env = {
  ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
  ERRAND_BATCH_POLL_SECONDS: '1',
  TOOL_FILE: join(await makeFolder(), 'tools'),
};
const harness = stopAtEnd(await startHarness({ env: { ...env, ERRAND_ROLE: 'api' }, engines: [createAskEngine()] }));
const shapes = [
  ['openai', '/openai/v1', 'gpt-4.1-2025-04-14'],
  ['anthropic', '/anthropic/v1', 'claude-sonnet-4-6'],
  ['google', '/google/v1beta', 'gemini-3-flash-preview'],
] as const;
let words = 0;
let worker: WorkerProcess;

async function agentFor(type: string, path: string, model: string): Promise<{ org: TestOrg; id: string }> {
  const org = await harness.org();
  await org.expect(201, 'POST', '/v1/connections/', {
    name: `My ${type}`,
    connector_type: type,
    config: { base_url: providers.url + path },
    auth_config: { api_key: 'sk-test' },
  });
  return { org, id: (await createAgent(org, 'AskEngine', { config: { model } })).id };
}

/** A worker in place of the killed one. The lease of the dead one is over at once. */
async function replaceWorker(): Promise<void> {
  await killProcess(worker);
  await harness.database.system.run(`update model_batches set due_at = null where status = 'open'`);
  worker = await startWorkerProcess(harness, WORKER, env);
}

beforeEach(async () => {
  for (const faults of Object.values(providers.faults))
    Object.assign(faults, { loseUploads: 0, hang: false, failing: [], deaf: false, onUpload: undefined });
  if (worker === undefined) worker = await startWorkerProcess(harness, WORKER, env);
});

for (const [type, path, model] of shapes)
  describe(type, () => {
    async function judge(org: TestOrg, jobId: string, word: string, uploads: number): Promise<void> {
      const job = await untilFinal(org, jobId, 60_000);
      assert.equal(job.status_code, 3, job.error_message);
      assert.equal(JSON.parse(job.outputs[0].value)[0], `echo ${word}`);
      assert.equal(providers.batches[type].length, uploads, 'uploads');
      assert.ok(!providers.normal.includes(word), 'it was asked in the normal lane, too');
      assert.equal(job.models.length, 1);
      const [step] = job.models;
      assert.deepEqual([step.lane, job.cost], ['batch', step.cost]);
      const left = await harness.database.system.query('select from model_batch_calls where job_id = $1', [jobId]);
      assert.equal(left.length, 0, 'what was asked and answered is kept once');
    }

    test('killed after the provider took the upload and before that was recorded', async () => {
      const { org, id } = await agentFor(type, path, model);
      const word = `word-${++words}`;
      const before = providers.batches[type].length;
      const taken = Promise.withResolvers<void>();
      providers.faults[type].onUpload = async () => {
        providers.faults[type].onUpload = undefined;
        taken.resolve();
        await killProcess(worker);
      };
      const jobId = await startJob(org, id, { text: word, lane: 'batch' });
      await taken.promise;
      await replaceWorker();
      await judge(org, jobId, word, before + 1);
    });

    test('killed while the batch runs, and its answers collected by the next worker', async () => {
      const { org, id } = await agentFor(type, path, model);
      const word = `word-${++words}`;
      const before = providers.batches[type].length;
      providers.faults[type].hang = true;
      const jobId = await startJob(org, id, { text: word, lane: 'batch' });
      await until(async () => {
        const rows = await harness.database.system.query(
          `select from model_batches where org_id = $1 and provider_batch_id is not null`,
          [org.orgId],
        );
        return rows.length > 0;
      }, 'the upload to be recorded');
      await killProcess(worker);
      providers.faults[type].hang = false;
      await replaceWorker();
      await judge(org, jobId, word, before + 1);
    });

    test('killed when the answer is stored, and before the job has read it', async () => {
      const { org, id } = await agentFor(type, path, model);
      const word = `word-${++words}`;
      const before = providers.batches[type].length;
      const { system } = harness.database;
      providers.faults[type].hang = true;
      const jobId = await startJob(org, id, { text: word, lane: 'batch' });
      await until(async () => providers.batches[type].length > before, 'the upload');
      await killProcess(worker);
      await system.run(
        `update model_batch_calls set status = 'answered', answer = $2::jsonb, body = null where job_id = $1`,
        [jobId, JSON.stringify(providers.answerOf(type, providers.batches[type].at(-1)!))],
      );
      providers.faults[type].hang = false;
      await replaceWorker();
      await judge(org, jobId, word, before + 1);
    });
  });
