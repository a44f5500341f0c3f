import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import {
  alterStored,
  assertEvidence,
  badListing,
  createCaseAgent,
  runCase,
  shopContent,
} from '../../../test/policies/cases.ts';
import { claim, good, quote, rejected, startModelCases } from '../../../test/policies/model-cases.ts';
import { startJob, untilFinal } from '../../../test/runs.ts';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { version } from '../../config/version.ts';

// Investigations with a language model, from the plan to the verdict.

const cases = stopAtEnd(await startModelCases());

test('plan, decisions and verdict of a model become findings with evidence that opens, and every prompt is kept', async () => {
  const { model, agent } = await cases.newCase('ProductPolicyEngine', { enable_planning: true });
  await cases.models.script(
    model,
    { json: { questions: ['Is the blade fixed?'] } },
    { json: good },
    { json: rejected },
  );
  const { job, result } = await cases.run(agent.id);
  assert.deepEqual([result.verdict, result.summary, result.unsupported], ['rejected', 'rejected|Weapons;', false]);
  assert.equal(result.decided_by, model);
  assert.deepEqual(pluck(result.investigation_findings, 'hit'), [true, false, false]);
  await assertEvidence(cases.org, job, result.investigation_findings, result.summary_evidences);
  const asked = job.steps.filter((step: any) => step.kind === 'model');
  assert.deepEqual(pluck(asked, 'name', 'model'), [
    ['plan', model],
    ['decide 1', model],
    ['verdict', model],
  ]);
  for (const step of job.steps.filter((one: any) => /^(prompt of|answer of|evidence|record)/.test(one.name)))
    assert.match(step.artifact_key, /^agent-job-/);
  const prompt = await cases.read(job.id, 'prompt_decide_1');
  const [, call] = await cases.models.calls(model);
  assert.ok(
    call!.body.messages.some((message: any) =>
      JSON.stringify(message).includes(JSON.stringify(prompt.prompt[0]).slice(1, 400)),
    ),
  );
  const record = await cases.read(job.id, 'record');
  assert.deepEqual(record.service, { name: 'errand', version });
  assert.deepEqual(record.engine, { id: 'ProductPolicyEngine', method: 5 });
  // The server names the model that answered in its own way.
  assert.deepEqual(record.model, { asked: model, answered_by: ['fake'] });
  assert.equal(record.policy.version_id, agent.policyVersionId);
  const { artifacts } = (await cases.org.request('GET', `/v1/agents/jobs/${job.id}/artifacts/`)).body;
  const hashes = new Map<string, string>(artifacts.map((one: any) => [one.artifact_key, one.sha256]));
  const named = [...record.evidence, ...record.questions.flatMap((one: any) => [one.prompt, one.answer])];
  assert.equal(named.length, 1 + 2 * 3);
  for (const one of named) assert.equal(hashes.get(one.artifact_key), one.sha256, one.artifact_key);
  assert.equal(hashes.size, named.length + 1, 'the record names all that is kept, but itself');
  const { size, created_at, ...first } = artifacts[0];
  assert.ok(size > 0 && Date.parse(created_at) > 0);
  assert.deepEqual(first, {
    artifact_key: record.evidence[0].artifact_key,
    sha256: record.evidence[0].sha256,
    source: 'input product_listing',
    step: 'evidence 1',
  });
});

test('images are shown to a model that reads them, and can be cited without words', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const model = 'gpt-4.1-2025-04-14';
  const agent = await createCaseAgent(cases.org, 'ProductPolicyEngine', { model, enable_planning: false });
  const findings = [{ ...claim('R1', true, ''), evidence: quote('', '$REF_2$') }, ...good.findings.slice(1)];
  await cases.models.script(model, { json: { findings } }, { json: rejected });
  const form = new FormData();
  form.set('product_listing', badListing);
  form.set('product_images', new File([png], 'knife.png', { type: 'image/png' }));
  const { output } = await runCase(cases.org, agent.id, form);
  const result = output.compliance_result;
  assert.equal(result.unsupported, false);
  const image = result.summary_evidences.find((one: any) => one.reference === '$REF_2$');
  assert.deepEqual([image.evidence_type, image.evidence_name], ['screenshot', 'knife.png']);
  const [call] = await cases.models.calls(model);
  assert.match(JSON.stringify(call!.body.messages), /data:image\/png;base64/);
});

test('with memory the model is told what reviewers said about the agent; without it is not', async () => {
  for (const enable_memory of [true, false]) {
    const { model, agent } = await cases.newCase('ProductPolicyEngine', { enable_memory });
    await cases.models.script(model, { json: good }, { json: rejected }, { json: good }, { json: rejected });
    const { job } = await cases.run(agent.id);
    await cases.org.request('POST', `/v1/agents/jobs/${job.id}/feedback/`, {
      matches_ground_truth: false,
      corrected_verdict: 'manual_review',
      human_feedback: 'Kitchen knives go to a person.',
    });
    await runCase(cases.org, agent.id, { product_listing: `${badListing}\nAnother one.` });
    const told = (await cases.models.calls(model)).map((call) => JSON.stringify(call.body.messages));
    const lesson = /rejected should have been manual_review. Kitchen knives go to a person./;
    assert.deepEqual(
      told.map((text) => lesson.test(text)),
      [false, false, enable_memory, enable_memory],
    );
  }
});

test('evidence that somebody changes in storage is not shown, and no verdict is given on it', async () => {
  const { model, agent } = await cases.newCase();
  await cases.models.script(model, { json: good, delayMs: 2_000 }, { json: rejected });
  const id = await startJob(cases.org, agent.id, { product_listing: `${badListing}\nUnique.` });
  // As soon as the evidence is there, before the verdict.
  let key = '';
  while (key === '') {
    const rows = await cases.harness.database.system.query<{ storage_key: string }>(
      `select storage_key from job_artifacts where job_id = $1 and key like '%evidence_1.json'`,
      [id],
    );
    key = rows[0]?.storage_key ?? '';
  }
  await alterStored(cases.harness, key, JSON.stringify({ text: 'A harmless blanket.' }));
  const job = await untilFinal(cases.org, id, 60_000);
  assert.equal(job.status_code, 4);
  assert.match(job.error_message, /missing or damaged/);
  const artifact = `agent-job-${id}/evidence_1.json`;
  const shown = await cases.org.request('GET', `/v1/agents/jobs/${id}/artifacts/result/?artifact_key=${artifact}`);
  assert.deepEqual([shown.status, Object.keys(shown.body)], [500, ['error', 'code']]);
});

describe('alerts', () => {
  const alert = { customer: 'C-17', note: 'Nine cash deposits just below the limit within one week.' };
  const content = {
    ...shopContent,
    guidelines: {
      categories: [
        {
          title: 'Structuring',
          rules: [{ title: 'Cash deposits', description: 'Cash deposits below the limit.', flag: 'RED_FLAG' }],
        },
      ],
    },
    dispositions: { classifications: [{ name: 'close' }, { name: 'file_sar' }] },
    optional: { sar_narrative_template: { template: 'Subject shows: {{#each hits}}{{rule_title}}{{/each}}.' } },
  };
  const decided = {
    findings: [claim('R1', true, 'Nine cash deposits just below the limit')],
    out_of_scope: [
      { flag: 'Other', reasoning: 'x', evidence: quote('"customer": "C-17"') },
      { flag: 'Invented', reasoning: 'x', evidence: quote('nowhere to be found') },
    ],
  };

  test('of money laundering: findings by category, what is out of scope with evidence only, and the narrative', async () => {
    const { model, agent } = await cases.newCase('AMLInvestigationEngine', {}, content);
    await cases.models.script(
      model,
      { json: decided },
      { json: { verdict: 'file_sar', reasoning: 'Structuring.', rests_on: ['R1'] } },
    );
    const { job, output } = await runCase(cases.org, agent.id, {
      alert_data: alert,
      transaction_data: [{ amount: 9_800 }],
    });
    const { aml_analysis: analysis } = output;
    assert.deepEqual(Object.keys(output), ['policy_applied', 'aml_analysis']);
    assert.equal(analysis.verdict, 'file_sar');
    assert.equal(analysis.category_analysis.length, 1);
    const [category] = analysis.category_analysis;
    assert.deepEqual([category.category, category.conclusion], ['Structuring', '1 of 1 rule met: Cash deposits.']);
    assert.deepEqual(pluck(analysis.out_of_scope_flags, 'flag'), ['Other']);
    assert.equal(analysis.sar_narrative, 'Subject shows: Cash deposits.');
    await assertEvidence(cases.org, job, category.findings, analysis.summary_evidences);
  });

  test('of fraud: the kinds that the case shows, unknown where nothing is quoted', async () => {
    const { model, agent } = await cases.newCase('FraudInvestigationEngine', {}, content);
    await cases.models.script(
      model,
      { json: decided },
      { json: { verdict: 'file_sar', reasoning: 'x', rests_on: ['R1'] } },
      {
        json: {
          scenario: { value: 'money_mule', evidence: quote('just below the limit within') },
          actor: { value: 'insider', evidence: quote('an employee did it all') },
          vector: { value: 'phishing', evidence: [] },
          payment_rail: { value: 'cash', evidence: quote('Nine cash deposits') },
        },
      },
    );
    const { output } = await runCase(cases.org, agent.id, { alert_data: alert });
    const { scenario, actor, vector, payment_rail } = output.fraud_analysis;
    assert.deepEqual(
      { scenario, actor, vector, payment_rail },
      { scenario: 'money_mule', actor: 'unknown', vector: 'unknown', payment_rail: 'cash' },
    );
  });

  test('work with the baseline too', async () => {
    for (const [engine, member] of [
      ['AMLInvestigationEngine', 'aml_analysis'],
      ['FraudInvestigationEngine', 'fraud_analysis'],
    ] as const) {
      const { agent } = await cases.newCase(engine, { model: 'baseline', baseline_verdicts: true }, content);
      const { job, output } = await runCase(cases.org, agent.id, { alert_data: JSON.stringify(alert) });
      const analysis = output[member];
      assert.equal(analysis.verdict, 'file_sar');
      await assertEvidence(cases.org, job, analysis.category_analysis[0].findings, analysis.summary_evidences);
      if (member === 'fraud_analysis') assert.equal(analysis.payment_rail, 'cash');
    }
  });
});

test('a case ends at its limits of time and cost, and says so', async () => {
  const model = 'gpt-5.4-mini-2026-03-17';
  const agent = await createCaseAgent(cases.org, 'ProductPolicyEngine', { model, enable_planning: false });
  const start = (limit: Record<string, number>) =>
    startJob(cases.org, agent.id, { product_listing: badListing, ...limit });
  await cases.models.script(model, { json: good, inputTokens: 10_000_000 }, { json: rejected });
  const dear = await untilFinal(cases.org, await start({ max_cost: 0.5 }));
  assert.deepEqual([dear.status_code, /cost/i.test(dear.error_message)], [4, true], dear.error_message);
  assert.equal((await cases.models.calls(model)).length, 1, 'what is beyond the limit is not asked for');
  await cases.models.script(model, { fault: 'hang' });
  const slow = await untilFinal(cases.org, await start({ timeout_seconds: 1 }));
  assert.deepEqual(
    [slow.status_code, /did not finish within its 1 seconds/.test(slow.error_message)],
    [4, true],
    slow.error_message,
  );
});
