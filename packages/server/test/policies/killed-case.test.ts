import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { pluck, startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { getJob, startJob, untilFinal } from '../runs.ts';
import { killProcess, startWorkerProcess, type WorkerProcess } from '../worker-process.ts';
import { assertEvidence, badListing, createCaseAgent } from './cases.ts';

const visited: string[] = [];
let workers: WorkerProcess[] = [];

const models = stopAtEnd(await startModelServer());
const site = stopAtEnd(
  createServer((request, response) => {
    visited.push(request.url!);
    response
      .writeHead(200, { 'content-type': 'text/plain' })
      .end(`The page ${request.url} of the register: a knife with a fixed blade of 18 cm is a weapon.`);
  }).listen(0, '127.0.0.1'),
);
await once(site, 'listening');
const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
// It accepts jobs and runs none.
const harness = stopAtEnd(await startHarness({ env: { ...models.env, ERRAND_ROLE: 'api' } }));
const org = await harness.org();

async function startWorker(): Promise<WorkerProcess> {
  const env = { ...models.env, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' };
  const worker = await startWorkerProcess(harness, new URL('./worker-child.ts', import.meta.url), env);
  workers.push(worker);
  return worker;
}

async function kill(worker: WorkerProcess): Promise<void> {
  await killProcess(worker);
  workers = workers.filter((one) => one !== worker);
  // Its lease would last some seconds more.
  await harness.database.system.run(`update workers set last_seen = now() - interval '1 hour'`);
}

test('an investigation whose worker is killed goes on where it stopped: no question is asked and paid for twice', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', { model: 'mortal', enable_planning: true });
  const evidence = (quote: string) => [{ reference: '$REF_1$', quote }];
  const findings = [
    { rule: 'R1', hit: true, reasoning: 'A fixed blade.', evidence: evidence('knife with a fixed blade of 18 cm') },
    { rule: 'R2', hit: false, reasoning: 'No brand.', evidence: evidence('Sharp weapons for hunters.') },
    { rule: 'R3', hit: false, reasoning: 'Nothing on returns.', evidence: evidence('Sharp weapons for hunters.') },
  ];
  await models.script(
    'mortal',
    { json: { questions: ['Is it a weapon?'] } },
    { json: { findings } },
    // The worker dies while it waits for this one.
    { fault: 'hang' },
    { json: { verdict: 'rejected', reasoning: 'R1.', rests_on: ['R1'] } },
  );
  const first = await startWorker();
  const id = await startJob(org, agent.id, { product_listing: badListing });
  await until(async () => (await models.calls('mortal')).length === 3, 'the question for the verdict', 60_000);
  await kill(first);
  const before = (await getJob(org, id)).steps;
  await startWorker();
  const job = await untilFinal(org, id, 60_000);
  assert.equal(job.status_code, 3, job.error_message);
  assert.equal(job.attempt, 2);
  const asked = (await models.calls('mortal')).map((call) =>
    Object.keys(call.body.response_format.json_schema.schema.properties).join(),
  );
  assert.deepEqual(asked, [
    'questions',
    'findings,out_of_scope',
    'verdict,reasoning,rests_on',
    'verdict,reasoning,rests_on',
  ]);
  const paid = job.steps.filter((step: any) => step.kind === 'model');
  assert.deepEqual(pluck(paid, 'name'), ['plan', 'decide 1', 'verdict']);
  const kept = new Map(job.steps.map((step: any) => [step.key, step.started_at]));
  for (const step of before) assert.equal(kept.get(step.key), step.started_at, `${step.key} was not done again`);
  const { compliance_result: result } = JSON.parse(job.outputs[0].value);
  assert.deepEqual([result.verdict, result.unsupported], ['rejected', false]);
  await assertEvidence(org, job, result.investigation_findings, result.summary_evidences);
});

test("a tool's result before a kill is its result after it: no page is fetched twice or mixed up", async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', {
    model: 'mortal-tools',
    enable_planning: false,
    context_sources: [siteUrl],
  });
  const visit = (path: string) => ({ tools: [{ name: 'fetch_page', input: { url: siteUrl + path } }] });
  const finding = (rule: string, reference: string, quote: string) => ({
    rule,
    hit: rule === 'R1',
    reasoning: 'Read there.',
    evidence: [{ reference, quote }],
  });
  const findings = [
    finding('R1', '$REF_2$', 'The page /first of the register: a knife with a fixed blade of 18 cm is a weapon.'),
    finding('R2', '$REF_3$', 'The page /second of the register: a knife with a fixed blade of 18 cm is a weapon.'),
    finding('R3', '$REF_3$', 'The page /second of the register: a knife with a fixed blade of 18 cm is a weapon.'),
  ];
  await models.script(
    'mortal-tools',
    visit('/first'),
    { fault: 'hang' },
    visit('/second'),
    { text: 'done' },
    { json: { findings } },
    { json: { verdict: 'rejected', reasoning: 'R1.', rests_on: ['R1'] } },
  );
  const [worker] = workers;
  const id = await startJob(org, agent.id, { product_listing: badListing });
  await until(async () => (await models.calls('mortal-tools')).length === 2, 'the second turn', 60_000);
  await kill(worker!);
  await startWorker();
  const job = await untilFinal(org, id, 60_000);
  assert.equal(job.status_code, 3, job.error_message);
  assert.deepEqual(visited, ['/first', '/second']);
  const { compliance_result: result } = JSON.parse(job.outputs[0].value);
  assert.deepEqual([result.verdict, result.unsupported], ['rejected', false]);
  await assertEvidence(org, job, result.investigation_findings, result.summary_evidences);
});

test('a case that waits for an analyst outlives the kill of its worker: it goes on with the answer and asks nothing again', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', {
    model: 'mortal-asking',
    enable_planning: false,
    ask_analyst: { missing: true },
  });
  const finding = (rule: string, hit: boolean, reference: string, quote: string) => ({
    rule,
    hit,
    reasoning: 'Read there.',
    evidence: [{ reference, quote }],
  });
  await models.script(
    'mortal-asking',
    { json: { questions: ['Which blade does it have?'] } },
    {
      json: {
        findings: [
          finding('R1', true, '$REF_2$', 'a fixed blade of 18 cm'),
          finding('R2', false, '$REF_1$', 'Sharp weapons for hunters.'),
          finding('R3', false, '$REF_1$', 'Sharp weapons for hunters.'),
        ],
      },
    },
    { json: { verdict: 'rejected', reasoning: 'R1.', rests_on: ['R1'] } },
  );
  const [worker] = workers;
  const id = await startJob(org, agent.id, { product_listing: badListing });
  const { waiting } = await until(
    async () => {
      const job = await getJob(org, id);
      return job.waiting !== null && job;
    },
    'the question to the analyst',
    60_000,
  );
  await kill(worker!);
  // Nobody runs jobs, and the answer is taken all the same.
  await org.expect(200, 'POST', `/v1/waits/${waiting.id}/answer/`, {
    answer: { answer_1: 'It has a fixed blade of 18 cm.' },
  });
  await startWorker();
  const job = await untilFinal(org, id, 60_000);
  assert.equal(job.status_code, 3, job.error_message);
  const { compliance_result: result } = JSON.parse(job.outputs[0].value);
  assert.deepEqual([result.verdict, result.unsupported], ['rejected', false]);
  assert.equal((await models.calls('mortal-asking')).length, 3, 'each question to the model once');
  await assertEvidence(org, job, result.investigation_findings, result.summary_evidences);
});
