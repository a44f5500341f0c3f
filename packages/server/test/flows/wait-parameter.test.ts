import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGateEngine, testEngines } from '../engines.ts';
import { createSet, startRun } from '../evaluations/fixtures.ts';
import { startHarness, stopAtEnd } from '../harness.ts';
import { createCaseAgent, goodListing, runCase } from '../policies/cases.ts';
import { createAgent, startJob, untilJob } from '../runs.ts';

const gate = createGateEngine();
const harness = stopAtEnd(await startHarness({ engines: [...testEngines, gate.engine] }));
const org = await harness.org();
const { id: agentId } = await createAgent(org, 'GateEngine', { settings: { disable_cache: true } });

test('reading a job with wait answers when the job ends, or with the current state when the time is up', async () => {
  const id = await startJob(org, agentId, { text: 'a' });
  await untilJob(org, id, ({ status_code: status }) => status === 1);
  const early = await org.expect(200, 'GET', `/v1/agents/jobs/${id}/?wait=1`);
  assert.equal(early.status_code, 1);
  const waiting = org.expect(200, 'GET', `/v1/agents/jobs/${id}/?wait=60`);
  gate.open();
  assert.equal((await waiting).status_code, 3);
});

test('reading a query or a bulk operation takes wait, too', async () => {
  const query = await org.expect(200, 'POST', '/v1/database/query/async/', { query: 'select 42' });
  const ended = await org.expect(200, 'GET', `/v1/database/query/${query.query_id ?? query.id}/?wait=60`);
  assert.notEqual(ended.finished_at, null);
  const plan = await org.expect(201, 'POST', '/v1/agents/bulk/', { kind: 'export', filter: { q: 'status:success' } });
  await org.expect(200, 'POST', `/v1/agents/bulk/${plan.id}/start/`);
  assert.equal((await org.expect(200, 'GET', `/v1/agents/bulk/${plan.id}/?wait=60`)).status, 'done');
});

test('reading an evaluation run or a rehearsal takes wait, too', async () => {
  const echo = await createAgent(org, 'EchoEngine');
  const setId = await createSet(
    org,
    { agent_id: echo.id },
    { cases: [{ inputs: { text: 'a' }, expected: { text: 'a' } }] },
  );
  const run = await startRun(org, setId);
  assert.notEqual((await org.expect(200, 'GET', `/v1/evaluation-runs/${run.id}/?wait=60`)).finished_at, null);
  const trial = { model: 'baseline', baseline_verdicts: true };
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', trial);
  const { job } = await runCase(org, agent.id, { product_listing: goodListing });
  const path = `/v1/policies/${agent.policyId}/rehearsals/`;
  const { id } = await org.expect(201, 'POST', path, { version_id: agent.policyVersionId, job_ids: [job.id] });
  const { status, done } = await org.expect(200, 'GET', `${path}${id}/?wait=60`);
  assert.deepEqual([status, done], ['done', 1]);
  for (const ended of [`/v1/evaluation-runs/${run.id}/`, `${path}${id}/`])
    assert.equal((await org.request('GET', `${ended}?wait=61`)).status, 400, ended);
});

test('waiting longer than a minute, or for something that never ends, is refused', async () => {
  const id = await startJob(org, agentId, { text: 'b' });
  for (const [method, path] of [
    ['GET', `/v1/agents/jobs/${id}/?wait=61`],
    ['GET', `/v1/agents/jobs/${id}/?wait=soon`],
    ['GET', `/v1/agents/${agentId}/?wait=5`],
    ['GET', '/v1/agents/?wait=5'],
    ['POST', '/v1/evaluation-sets/?wait=5'],
  ] as const)
    assert.equal((await org.request(method, path, method === 'POST' ? { name: 'x' } : undefined)).status, 400, path);
});
