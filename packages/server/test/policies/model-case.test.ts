import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Harness, startHarness, type TestOrg } from '../harness.ts';
import { type ModelServer, startModelServer } from '../model-server/start.ts';
import { startJob, untilFinal } from '../runs.ts';
import { assertEvidence, badListing, createCaseAgent, runCase, shopContent } from './cases.ts';

// Investigations with a language model: what it says is held against the evidence before it counts.

let harness: Harness;
let org: TestOrg;
let models: ModelServer;
let site: Server;
let host: string;
const visited: string[] = [];

before(async () => {
  models = await startModelServer();
  site = createServer((request, response) => {
    visited.push(request.url!);
    if (request.url === '/away') return void response.writeHead(302, { location: `${models.url}/stolen` }).end();
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<html><head><title>Registry</title></head><body><p>Blade Ltd was dissolved in 2024.</p></body></html>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  harness = await startHarness({ env: { ...models.env, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } });
  org = await harness.org();
});
after(async () => {
  await harness.stop();
  await models.stop();
  site.close();
});

let count = 0;
/** An agent with a model of its own, so that each test writes its own script. */
async function newCase(engine = 'ProductPolicyEngine', config: Record<string, unknown> = {}, content?: unknown) {
  count += 1;
  const model = `model-${count}`;
  const agent = await createCaseAgent(org, engine, { model, enable_planning: false, ...config }, content);
  return { model, agent };
}

const quote = (text: string, reference = '$REF_1$') => [{ reference, quote: text }];
const claim = (rule: string, hit: boolean, text: string) => ({
  rule,
  hit,
  reasoning: `About ${rule}.`,
  evidence: quote(text),
});
const good = {
  findings: [
    claim('R1', true, 'knife with a fixed blade of 18 cm'),
    claim('R2', false, 'Sharp weapons for hunters.'),
    claim('R3', false, 'Tactical knife with a fixed'),
  ],
};
const rejected = { verdict: 'rejected', reasoning: 'R1 is hit.', rests_on: ['R1'] };
const run = (agentId: string) => runCase(org, agentId, { product_listing: badListing });
const resultOf = (output: any) => output.compliance_result;

test('plan, decisions and verdict of a model become findings with evidence that opens, and every prompt is kept', async () => {
  const { model, agent } = await newCase('ProductPolicyEngine', { enable_planning: true });
  await models.script(model, { json: { questions: ['Is the blade fixed?'] } }, { json: good }, { json: rejected });
  const { job, output } = await run(agent.id);
  const result = resultOf(output);
  assert.deepEqual([result.verdict, result.summary, result.unsupported], ['rejected', 'rejected|Weapons;', false]);
  assert.equal(result.decided_by, model);
  assert.deepEqual(
    result.investigation_findings.map((finding: any) => finding.hit),
    [true, false, false],
  );
  await assertEvidence(org, job, result.investigation_findings, result.summary_evidences);
  const asked = job.steps.filter((step: any) => step.kind === 'model');
  assert.deepEqual(
    asked.map((step: any) => [step.name, step.model]),
    [
      ['plan', model],
      ['decide 1', model],
      ['verdict', model],
    ],
  );
  for (const step of job.steps.filter((one: any) => /^(prompt of|evidence|record)/.test(one.name)))
    assert.match(step.artifact_key, /^agent-job-/);
  const read = async (name: string) =>
    (
      await org.request(
        'GET',
        `/v1/agents/jobs/${job.id}/artifacts/result/?artifact_key=agent-job-${job.id}/${name}.json`,
      )
    ).body.result;
  const prompt = await read('prompt_decide_1');
  const [, call] = await models.calls(model);
  assert.ok(
    call!.body.messages.some((message: any) =>
      JSON.stringify(message).includes(JSON.stringify(prompt.prompt[0]).slice(1, 400)),
    ),
  );
  const record = await read('record');
  assert.deepEqual([record.model, record.policy.version_id], [model, agent.policyVersionId]);
  const rows = await harness.database.system.query<{ key: string; sha256: string; step_key: string; source: string }>(
    `select key, sha256, step_key, source from job_artifacts where job_id = $1 and key like '%evidence_1.json'`,
    [job.id],
  );
  assert.deepEqual(rows[0], {
    key: record.evidence[0].artifact_key,
    sha256: record.evidence[0].sha256,
    step_key: 'evidence 1',
    source: 'input product_listing',
  });
});

describe('a claim that does not hold', () => {
  const broken: Record<string, unknown> = {
    'evidence that does not exist': {
      ...claim('R1', true, 'fixed blade of 18 cm'),
      evidence: quote('fixed blade of 18 cm', '$REF_9$'),
    },
    'words that stand nowhere': claim('R1', true, 'fully automatic rifle'),
    'no evidence at all': { ...claim('R1', true, ''), evidence: [] },
    'a quotation of one word': claim('R1', true, 'knife'),
    'no reasoning': { ...claim('R1', true, 'fixed blade of 18 cm'), reasoning: ' ' },
    'another rule': claim('R77', true, 'fixed blade of 18 cm'),
  };
  for (const [what, first] of Object.entries(broken)) {
    test(`${what}: is mended when the model can, and only that rule is asked again`, async () => {
      const { model, agent } = await newCase();
      const others = good.findings.slice(1);
      await models.script(
        model,
        { json: { findings: [first, ...others] } },
        { json: { findings: [good.findings[0]] } },
        { json: rejected },
      );
      const { output } = await run(agent.id);
      assert.deepEqual([resultOf(output).verdict, resultOf(output).unsupported], ['rejected', false]);
      const [, repair] = await models.calls(model);
      assert.match(JSON.stringify(repair!.body.messages), /do not hold:\\nR1: /);
      assert.doesNotMatch(JSON.stringify(repair!.body.messages), /Rules:.*R2 /);
    });

    test(`${what}: is marked when the model cannot, and nothing rests on it`, async () => {
      const { model, agent } = await newCase();
      const answer = { json: { findings: [first, ...good.findings.slice(1)] } };
      await models.script(model, answer, answer, answer, { json: { ...rejected, verdict: 'approved' } });
      const { job, output } = await run(agent.id);
      const result = resultOf(output);
      const [finding] = result.investigation_findings;
      assert.deepEqual([finding.unsupported, finding.hit, finding.evidence_references], [true, false, []]);
      assert.match(finding.reasoning, /^Unsupported: /);
      assert.equal(result.unsupported, true);
      assert.equal(result.verdict, 'manual_review', 'the model is not even asked for a verdict');
      assert.equal((await models.calls(model)).length, 3);
      assert.deepEqual(job.ui_fields, { verdict: 'manual_review', unsupported: true });
    });
  }
});

test('rules that a model leaves out are asked for again, and marked when it goes on', async () => {
  const { model, agent } = await newCase();
  await models.script(model, { json: { findings: [] } });
  const { output } = await run(agent.id);
  assert.deepEqual(
    resultOf(output).investigation_findings.map((finding: any) => [finding.rule_title, finding.unsupported]),
    [
      ['Weapons', true],
      ['Counterfeit brands', true],
      ['Return policy', true],
    ],
  );
});

test('a classification that the policy does not have is asked for again, and never given', async () => {
  const { model, agent } = await newCase();
  await models.script(model, { json: good }, { json: { ...rejected, verdict: 'totally fine' } }, { json: rejected });
  assert.equal(resultOf((await run(agent.id)).output).verdict, 'rejected');
  const other = await newCase();
  await models.script(other.model, { json: good }, { json: { ...rejected, verdict: 'totally fine' } });
  const result = resultOf((await run(other.agent.id)).output);
  assert.deepEqual([result.verdict, result.unsupported], ['manual_review', true]);
});

test('pages of the hosts that the agent names become evidence; no other host is asked, not even by a redirect', async () => {
  const { model, agent } = await newCase('ProductPolicyEngine', { context_sources: [`http://${host}`] });
  const tools = (...urls: string[]) => ({ tools: urls.map((url) => ({ name: 'fetch_page', input: { url } })) });
  const findings = [
    { ...claim('R1', true, ''), evidence: quote('Blade Ltd was dissolved', '$REF_2$') },
    ...good.findings.slice(1),
  ];
  await models.script(
    model,
    tools(`http://${host}/company`, `${models.url}/stolen?data=1`, 'http://169.254.169.254/', `http://${host}/away`),
    { text: 'done' },
    { json: { findings } },
    { json: rejected },
  );
  const { job, output } = await run(agent.id);
  await assertEvidence(org, job, resultOf(output).investigation_findings, resultOf(output).summary_evidences);
  assert.equal(resultOf(output).unsupported, false);
  assert.deepEqual(visited, ['/company', '/away']);
  const [saved] = output.references;
  const page = await org.request('GET', new URL(saved).pathname, undefined, { range: 'bytes=0-5' });
  assert.deepEqual([page.status, page.text], [206, '<html>']);
  assert.deepEqual(await models.calls('stolen'), []);
  const [, second] = await models.calls(model);
  const told = second!.body.messages
    .filter((message: any) => message.role === 'tool')
    .map((message: any) => message.content);
  assert.match(told[0], /dissolved in 2024/);
  for (const refused of told.slice(1)) assert.match(refused, /none of the hosts/);
});

test('images are shown to a model that reads them, and can be cited without words', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const model = 'gpt-4.1-2025-04-14';
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', { model, enable_planning: false });
  const findings = [{ ...claim('R1', true, ''), evidence: quote('', '$REF_2$') }, ...good.findings.slice(1)];
  await models.script(model, { json: { findings } }, { json: rejected });
  const form = new FormData();
  form.set('product_listing', badListing);
  form.set('product_images', new File([png], 'knife.png', { type: 'image/png' }));
  const { output } = await runCase(org, agent.id, form);
  assert.equal(resultOf(output).unsupported, false);
  const image = resultOf(output).summary_evidences.find((one: any) => one.reference === '$REF_2$');
  assert.deepEqual([image.evidence_type, image.evidence_name], ['screenshot', 'knife.png']);
  const [call] = await models.calls(model);
  assert.match(JSON.stringify(call!.body.messages), /data:image\/png;base64/);
});

test('sources that make no sense are refused when the agent is made', async () => {
  const answer = await org.request('POST', '/v1/agents/', {
    name: 'A',
    engine_class_id: 'MerchantRiskEngine',
    engine_config: { context_sources: ['everything'] },
  });
  assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['engine_config']]);
});

test('tables that the agent names are asked and become evidence; others are not there, and nothing is changed', async () => {
  for (const [name, rows] of [
    ['sellers', 'seller,warnings\nBlade Ltd,7 warnings for weapons\n'],
    ['secrets', 'word\nswordfish\n'],
  ] as const) {
    const form = new FormData();
    form.set('table_name', name);
    form.set('file', new File([rows], `${name}.csv`, { type: 'text/csv' }));
    const uploaded = await org.request('POST', '/v1/tables/upload/', form);
    assert.equal(uploaded.status, 201, uploaded.text);
  }
  const { model, agent } = await newCase('ProductPolicyEngine', { context_sources: ['table:sellers'] });
  const ask = (sql: string) => ({ name: 'query_tables', input: { sql } });
  const seen = [
    { ...claim('R1', true, ''), evidence: quote('7 warnings for weapons', '$REF_3$') },
    ...good.findings.slice(1),
  ];
  await models.script(
    model,
    {
      tools: [
        ask('show tables'),
        ask('select * from sellers'),
        ask('select * from secrets'),
        ask('drop table sellers'),
      ],
    },
    { text: 'done' },
    { json: { findings: seen } },
    { json: rejected },
  );
  const { job, output } = await run(agent.id);
  assert.deepEqual([resultOf(output).verdict, resultOf(output).unsupported], ['rejected', false]);
  await assertEvidence(org, job, resultOf(output).investigation_findings, resultOf(output).summary_evidences);
  const [, second] = await models.calls(model);
  const told = second!.body.messages
    .filter((message: any) => message.role === 'tool')
    .map((message: any) => message.content);
  assert.doesNotMatch(JSON.stringify(told), /swordfish/);
  assert.match(told[2], /secrets/);
  assert.match(told[3], /Only one SELECT/);
  assert.equal((await org.request('GET', '/v1/tables/')).body.total, 2);
});

test('with memory the model is told what reviewers said about the agent; without it is not', async () => {
  for (const enable_memory of [true, false]) {
    const { model, agent } = await newCase('ProductPolicyEngine', { enable_memory });
    await models.script(model, { json: good }, { json: rejected }, { json: good }, { json: rejected });
    const { job } = await run(agent.id);
    await org.request('POST', `/v1/agents/jobs/${job.id}/feedback/`, {
      matches_ground_truth: false,
      corrected_verdict: 'manual_review',
      human_feedback: 'Kitchen knives go to a person.',
    });
    await runCase(org, agent.id, { product_listing: `${badListing}\nAnother one.` });
    const told = (await models.calls(model)).map((call) => JSON.stringify(call.body.messages));
    const lesson = /rejected should have been manual_review. Kitchen knives go to a person./;
    assert.deepEqual(
      told.map((text) => lesson.test(text)),
      [false, false, enable_memory, enable_memory],
    );
  }
});

test('evidence that somebody changes in storage is not shown, and no verdict is given on it', async () => {
  const { model, agent } = await newCase();
  await models.script(model, { json: good, delayMs: 2_000 }, { json: rejected });
  const id = await startJob(org, agent.id, { product_listing: `${badListing}\nUnique ${count}.` });
  // As soon as the evidence is there, before the verdict.
  let key = '';
  while (key === '') {
    const rows = await harness.database.system.query<{ storage_key: string }>(
      `select storage_key from job_artifacts where job_id = $1 and key like '%evidence_1.json'`,
      [id],
    );
    key = rows[0]?.storage_key ?? '';
  }
  const folder = join(harness.dataDir, 'storage');
  const name = key.split('/').at(-1)!;
  const path = (await readdir(folder, { recursive: true })).find((one) => one.endsWith(name));
  await writeFile(join(folder, path!), JSON.stringify({ text: 'A harmless blanket.' }));
  const job = await untilFinal(org, id, 60_000);
  assert.equal(job.status_code, 4);
  assert.match(job.error_message, /not what was written/);
  const artifact = `agent-job-${id}/evidence_1.json`;
  const shown = await org.request('GET', `/v1/agents/jobs/${id}/artifacts/result/?artifact_key=${artifact}`);
  assert.deepEqual([shown.status, Object.keys(shown.body)], [500, ['error']]);
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
    const { model, agent } = await newCase('AMLInvestigationEngine', {}, content);
    await models.script(
      model,
      { json: decided },
      { json: { verdict: 'file_sar', reasoning: 'Structuring.', rests_on: ['R1'] } },
    );
    const { job, output } = await runCase(org, agent.id, { alert_data: alert, transaction_data: [{ amount: 9_800 }] });
    const { aml_analysis: analysis } = output;
    assert.deepEqual(Object.keys(output), ['policy_applied', 'aml_analysis']);
    assert.equal(analysis.verdict, 'file_sar');
    assert.equal(analysis.category_analysis.length, 1);
    const [category] = analysis.category_analysis;
    assert.deepEqual([category.category, category.conclusion], ['Structuring', '1 of 1 rule hit: Cash deposits.']);
    assert.deepEqual(
      analysis.out_of_scope_flags.map((one: any) => one.flag),
      ['Other'],
    );
    assert.equal(analysis.sar_narrative, 'Subject shows: Cash deposits.');
    await assertEvidence(org, job, category.findings, analysis.summary_evidences);
  });

  test('of fraud: the kinds that the case shows, unknown where nothing is quoted', async () => {
    const { model, agent } = await newCase('FraudInvestigationEngine', {}, content);
    await models.script(
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
    const { output } = await runCase(org, agent.id, { alert_data: alert });
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
      const { agent } = await newCase(engine, { model: 'baseline' }, content);
      const { job, output } = await runCase(org, agent.id, { alert_data: JSON.stringify(alert) });
      const analysis = output[member];
      assert.equal(analysis.verdict, 'file_sar');
      await assertEvidence(org, job, analysis.category_analysis[0].findings, analysis.summary_evidences);
      if (member === 'fraud_analysis') assert.equal(analysis.payment_rail, 'cash');
    }
  });
});
