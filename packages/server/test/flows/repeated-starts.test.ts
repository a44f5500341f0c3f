import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '@errand/contract/operation.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import { testEngines } from '../engines.ts';
import { createSet, runSet } from '../evaluations/fixtures.ts';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { badListing, createCaseAgent, runCase } from '../policies/cases.ts';
import { addVersion } from '../policies/fixtures.ts';
import { lenientContent, lenientFindings, shopFindings, shopVerdict, untilRehearsal } from '../rehearsals/fixtures.ts';
import { createAgent } from '../runs.ts';
import { upload } from '../workspace/workspace.ts';

// Operations that start something without answering 201: a repeated request with the same Idempotency-Key gets the same
// answer, and nothing starts again.

const models = stopAtEnd(await startModelServer());
const harness = stopAtEnd(await startHarness({ env: models.env, engines: testEngines }));
const org = await harness.org();

type Start = { path: string; body: object };

const starts: Record<string, () => Promise<Start>> = {
  'POST /v1/database/query/async/': async () => ({ path: '/v1/database/query/async/', body: { query: 'select 1' } }),
  'POST /v1/database/query/': async () => ({ path: '/v1/database/query/', body: { query: 'select random() as r' } }),
  'POST /v1/models/try/': async () => ({ path: '/v1/models/try/', body: { model: 'baseline' } }),

  async 'POST /v1/agents/batches/:batch_id/retry-failed/'() {
    const agent = await createAgent(org, 'FailEngine');
    const made = await org.expect(201, 'POST', `/v1/agents/run/${agent.id}/batches/`, {
      inputs: [{ text: 'a' }, { text: 'b' }],
    });
    await org.expect(200, 'POST', `/v1/agents/batches/${made.id}/cancel/`);
    const path = `/v1/agents/batches/${made.id}/`;
    await until(async () => (await org.expect(200, 'GET', path)).finished_at !== null, 'the end of the batch');
    return { path: `${path}retry-failed/`, body: {} };
  },

  async 'POST /v1/skills/:skill_set_id/generate-version/'() {
    await upload(org, 'orders', 'id,total\n1,12.5\n2,99\n');
    const set = await org.expect(201, 'POST', '/v1/skills/', { name: 'Repeated' });
    return {
      path: `/v1/skills/${set.id}/generate-version/`,
      body: { use_case: 'Decide refunds.', table_names: ['orders'] },
    };
  },

  async 'POST /v1/knowledge-base/:knowledge_base_id/regenerate/'() {
    const { id } = await org.expect(201, 'POST', '/v1/knowledge-base/', { company: 'Acme', brief: 'Pays sellers.' });
    const draft = async () => (await org.expect(200, 'GET', `/v1/knowledge-base/${id}/draft/`)).status;
    await until(async () => (await draft()) !== 'generating', 'the draft');
    return { path: `/v1/knowledge-base/${id}/regenerate/`, body: { feedback: 'More cash.' } };
  },

  async 'POST /v1/evaluation-runs/:run_id/resume/'() {
    const agent = await createAgent(org, 'CostEngine', { config: { cost: 1 } });
    const texts = ['a', 'b', 'c'];
    const cases = { cases: texts.map((text) => ({ inputs: { text }, expected: { answer: text } })) };
    const run = await runSet(org, await createSet(org, { agent_id: agent.id }, cases), { max_cost: 1 });
    assert.equal(run.status, 'cancelled');
    return { path: `/v1/evaluation-runs/${run.id}/resume/`, body: { max_cost: 100 } };
  },

  async 'POST /v1/policies/:policy_id/rehearsals/:rehearsal_id/resume/'() {
    const agent = await createCaseAgent(org, 'ProductPolicyEngine', { model: 'resumed', enable_planning: false });
    await models.script('resumed', shopFindings, shopVerdict);
    const { job } = await runCase(org, agent.id, { product_listing: badListing });
    const { id: version_id } = await addVersion(org, agent.policyId, {
      content: lenientContent(),
      make_current: false,
    });
    const before = (await models.calls('resumed')).length;
    await models.script('resumed', lenientFindings, { fault: 'hang' }, { fault: 'hang' });
    const path = `/v1/policies/${agent.policyId}/rehearsals/`;
    const { id } = await org.expect(201, 'POST', path, { version_id, job_ids: [job.id] });
    await until(async () => (await models.calls('resumed')).length === before + 2, 'the question', 60_000);
    await org.expect(200, 'POST', `${path}${id}/cancel/`);
    await untilRehearsal(org, agent.policyId, id);
    return { path: `${path}${id}/resume/`, body: {} };
  },
};

const starting = Object.values(operations)
  .flatMap((group) => Object.values(group) as Operation[])
  .filter(({ creates }) => creates)
  .map(({ method, path }) => `${method} ${path}`);

test('every operation that starts something is tried here', () => {
  assert.deepEqual(starting.toSorted(), Object.keys(starts).toSorted());
});

/** What the organization has started: jobs and queries. */
async function countStarted(): Promise<number> {
  const [row] = await harness.database.system.query<{ started: number }>(
    `select (select count(*) from jobs where org_id = $1) + (select count(*) from worksheet_queries where org_id = $1) as started`,
    [org.orgId],
  );
  return Number(row!.started);
}

for (const [operation, prepare] of Object.entries(starts)) {
  test(`${operation}: a repeated request gets the same answer and starts nothing`, async () => {
    const { path, body } = await prepare();
    const send = () => org.request('POST', path, body, { 'idempotency-key': `k ${path}` });
    const before = await countStarted();
    const first = await send();
    assert.ok(first.status < 300, first.text);
    const after = await countStarted();
    assert.ok(after > before, 'it starts something');
    const again = await send();
    assert.deepEqual([again.status, again.body], [first.status, first.body]);
    assert.equal(await countStarted(), after);
  });
}

test('copies of one SQL text at the same moment run it once, and all get its rows', async () => {
  const before = await countStarted();
  const body = { query: 'select random() as r from range(3)' };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      org.request('POST', '/v1/database/query/', body, { 'idempotency-key': 'copies of SQL' }),
    ),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]), answers[0]!.text);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal((await countStarted()) - before, 1);
});
