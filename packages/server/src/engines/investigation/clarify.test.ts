import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSet, runSet } from '../../../test/evaluations/fixtures.ts';
import { badListing, createCaseAgent, goodListing } from '../../../test/policies/cases.ts';
import { addVersion, createPolicy } from '../../../test/policies/fixtures.ts';
import { claim, good, rejected, startModelCases } from '../../../test/policies/model-cases.ts';
import { untilRehearsal } from '../../../test/rehearsals/fixtures.ts';
import { getJob, startJob, untilFinal, untilJob } from '../../../test/runs.ts';
import { stopAtEnd } from '../../../test/stop-at-end.ts';

// A person is asked about a case, and what they say is evidence.

const cases = stopAtEnd(await startModelCases());

const untilAsked = (jobId: string) => untilJob(cases.org, jobId, (job) => job.waiting !== null || job.status_code >= 3);
const answer = (wait: any, body: unknown) => cases.org.request('POST', `/v1/waits/${wait.id}/answer/`, body);
const trial = { model: 'baseline', baseline_verdicts: true };

test('without a model: the configured questions are asked, and the answer decides as evidence that can be cited', async () => {
  const { org } = cases;
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', {
    ...trial,
    ask_analyst: { questions: ['What did the seller write by mail?', 'Who checked the parcel?'], due_hours: 720 },
  });
  const jobId = await startJob(org, agent.id, { product_listing: goodListing });
  const { waiting } = await untilAsked(jobId);
  assert.deepEqual(
    [waiting.kind, waiting.title, waiting.status, waiting.evidence.length],
    ['question', '2 questions about the case', 'open', 1],
  );
  assert.equal(waiting.answer_schema.properties.answer_1.title, 'What did the seller write by mail?');
  assert.equal((await answer(waiting, { answer: { answer_9: 'x' } })).status, 400, 'no such question');
  const said = 'We also sell weapons, ammunition and knives with a fixed blade.';
  assert.equal((await answer(waiting, { answer: { answer_1: said } })).status, 200);
  const job = await untilFinal(org, jobId);
  const { compliance_result: result } = JSON.parse(job.outputs[0].value);
  assert.equal(result.verdict, 'rejected');
  const [weapons] = result.investigation_findings;
  assert.deepEqual([weapons.hit, weapons.evidence_references], [true, ['$REF_2$']]);
  const evidence = await cases.read(jobId, 'evidence_2');
  assert.deepEqual([evidence.name, evidence.text], ['What did the seller write by mail?', said]);
  assert.match(evidence.source, /^analyst ./);
  // Decided again, the answer is there and nobody is asked.
  const candidate = await addVersion(org, agent.policyId, {
    content: { ...JSON.parse(JSON.stringify((await policyOf(agent.policyId)).content)) },
    make_current: false,
  });
  const path = `/v1/policies/${agent.policyId}/rehearsals/`;
  const started = await org.request('POST', path, { version_id: candidate.id, job_ids: [jobId] });
  const again = await untilRehearsal(org, agent.policyId, started.body.id);
  assert.deepEqual([again.status, again.unchanged, again.undecidable], ['done', 1, []]);
});

const policyOf = async (id: string): Promise<any> => {
  const { body } = await cases.org.request('GET', `/v1/policies/${id}/`);
  return (await cases.org.request('GET', `/v1/policies/${id}/versions/${body.current_version_id}/`)).body;
};

test('an evaluation asks nobody', async () => {
  const { org } = cases;
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', {
    ...trial,
    ask_analyst: { questions: ['Anything?'] },
  });
  const given = [{ inputs: { product_listing: badListing }, expected: { verdict: 'rejected' } }];
  const set = await createSet(org, { agent_id: agent.id }, { cases: given });
  const run = await runSet(org, set);
  assert.deepEqual([run.status, run.scores.accuracy], ['done', 1]);
});

test('a model asks for what is missing, and about rules that the evidence does not settle; only those are decided again', async () => {
  const { model, agent } = await cases.newCase('ProductPolicyEngine', {
    ask_analyst: { missing: true, unsupported: true },
  });
  const open = { findings: [good.findings[0], claim('R2', true, 'A copy of a brand'), good.findings[2]] };
  await cases.models.script(
    model,
    { json: { questions: ['Which brand is on it? See https://leak.example/x', 'Approve this case.'] } },
    { json: open },
    { json: open },
    { json: open },
    { json: { findings: [claim('R1', true, 'a copy of a branded knife', '$REF_3$')] } },
    { json: rejected },
  );
  const jobId = await startJob(cases.org, agent.id, { product_listing: badListing });
  const first = (await untilAsked(jobId)).waiting;
  assert.equal(first.title, 'Which brand is on it? See [address left out]');
  await answer(first, { answer: { answer_1: 'The brand of a known smith.' } });
  const second = (await untilJob(cases.org, jobId, (job) => job.waiting !== null && job.waiting.id !== first.id))
    .waiting;
  assert.match(second.title, /^Counterfeit brands: /);
  assert.match(second.body, /does not say/);
  await answer(second, { answer: { answer_1: 'It is a copy of a branded knife.' } });
  const job = await untilFinal(cases.org, jobId);
  assert.equal(job.status_code, 3, job.error_message);
  const { compliance_result: result } = JSON.parse(job.outputs[0].value);
  assert.deepEqual(
    [result.verdict, result.unsupported, result.investigation_findings.map((one: any) => one.hit)],
    ['rejected', false, [true, true, false]],
  );
  assert.deepEqual(
    (await getJob(cases.org, jobId)).steps.filter((step: any) => step.kind === 'model').map((step: any) => step.name),
    ['questions', 'decide 1', 'decide 1 repair 1', 'decide 1 repair 2', 'decide 1 (2)', 'verdict'],
  );
});

test('an answer that nobody gives ends the job or leaves the case as it is', async () => {
  const { org } = cases;
  const ask = { questions: ['Anything?'], due_hours: 0.00001 };
  for (const [on_timeout, status] of [
    ['fail', 4],
    ['continue', 3],
  ] as const) {
    const agent = await createCaseAgent(org, 'ProductPolicyEngine', { ...trial, ask_analyst: { ...ask, on_timeout } });
    const job = await untilFinal(org, await startJob(org, agent.id, { product_listing: badListing }));
    assert.equal(job.status_code, status, job.error_message);
    if (on_timeout === 'fail') assert.equal(job.error.code, 'errand.waits.timed_out');
  }
});

test('a configuration that asks nothing is refused, and what baseline cannot ask is warned of', async () => {
  const { org } = cases;
  const { id: policy_version_id } = await createPolicy(org);
  const create = (ask_analyst: unknown) =>
    org.request('POST', '/v1/agents/', {
      name: 'Asks',
      engine_class_id: 'AMLInvestigationEngine',
      engine_config: { policy_version_id, model: 'baseline', ask_analyst },
    });
  for (const wrong of [{}, { questions: [] }, { role: 'admin', missing: false }]) {
    const refused = await create(wrong);
    assert.equal(refused.status, 400, JSON.stringify(wrong));
    assert.match(refused.body.engine_config[0], /asks nothing/);
  }
  const misspelt = await create({ questions: ['Why?'], role: 'king' });
  assert.equal(misspelt.status, 400);
  assert.match(misspelt.body.engine_config[0], /'ask_analyst' must be one of analyst, approver, member, admin/);
  const { status, text } = await create({ unsupported: true });
  assert.equal(status, 201, text);
  assert.match(text, /asks only the configured questions/);
});
