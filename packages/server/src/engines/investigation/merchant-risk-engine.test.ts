import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';
import { startModelServer } from '../../../test/model-server/start.ts';
import { assertEvidence, createCaseAgent, runCase } from '../../../test/policies/cases.ts';
import { createAgent, uploadFile } from '../../../test/runs.ts';

const models = stopAtEnd(await startModelServer());
const site = stopAtEnd(
  createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><head><title>Blade Shop</title></head><body>
    <article><h1>Blade Shop</h1><p>We sell tactical weapons and ammunition to collectors all over the world, every day.</p>
    <p>Contact us by e-mail. Terms and conditions, privacy and returns are below.</p>
    <p><a href="https://www.instagram.com/bladeshop">Follow us</a></p></article></body></html>`);
  }).listen(0, '127.0.0.1'),
);
await new Promise((resolve) => site.once('listening', resolve));
const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
const harness = stopAtEnd(
  await startHarness({
    env: { ...models.env, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8', ERRAND_CHROMIUM: '/nowhere/chromium' },
  }),
);
const org = await harness.org();

const sections = [
  'merchant_info',
  'business_details',
  'risk_assessments',
  'risk_metrics',
  'social_media_analysis',
  'domain_analysis',
  'business_litigation_analysis',
  'product_analysis',
  'product_categories',
];

test('without a policy: metrics counted from the site, a score made of them, and every section', async () => {
  const agent = await createAgent(org, 'MerchantRiskEngine', { config: { model: 'baseline' } });
  const { job, output } = await runCase(org, agent.id, { merchant_url: url, merchant_name: 'Blade Shop' });
  assert.deepEqual(Object.keys(output).slice(0, sections.length), sections);
  const scores = Object.fromEntries(output.risk_metrics.map((metric: any) => [metric.name, metric.score]));
  assert.deepEqual([scores.website, scores.encryption, scores.identity], [0, 80, 0]);
  assert.ok(scores.offer >= 40, JSON.stringify(output.risk_metrics));
  assert.ok(['LOW', 'MEDIUM', 'HIGH'].includes(output.risk_assessments.overall_risk_level));
  assert.equal(job.ui_fields.verdict, output.risk_assessments.overall_risk_level);
  assert.match(output.decided_by, /^baseline/);
  const weighed = await createAgent(org, 'MerchantRiskEngine', {
    config: {
      model: 'baseline',
      risk_assessment_config: { weights: { website: 0, transparency: 0, identity: 0, offer: 0 } },
    },
  });
  const other = await runCase(org, weighed.id, { merchant_url: url, merchant_name: 'Blade Shop' });
  assert.deepEqual(other.output.risk_assessments.overall_risk_score, 80);
  assert.equal(other.output.risk_assessments.overall_risk_level, 'HIGH');
});

test('a site that cannot be reached is a finding; nothing at all to look at is a failure', async () => {
  const agent = await createAgent(org, 'MerchantRiskEngine', { config: { model: 'baseline' } });
  const { output } = await runCase(org, agent.id, { merchant_url: 'http://10.0.0.1/' });
  assert.deepEqual([output.domain_analysis.reachable, output.risk_assessments.overall_risk_level], [false, 'HIGH']);
  const empty = await org.request('POST', `/v1/agents/run/${agent.id}/`, { merchant_name: 'Nobody' });
  assert.deepEqual([empty.status, Object.keys(empty.body)], [400, ['error', 'code', 'failure_code']]);
});

test('a model adds metrics with quotations; those that quote nothing are left out, and it cannot set the score', async () => {
  await models.script('merchant-model', {
    json: {
      description: 'A shop for blades.',
      category: 'retail',
      products: ['knives'],
      product_categories: ['outdoor'],
      overall_risk_score: 0,
      risks: [
        {
          name: 'weapons',
          score: 900,
          reasoning: 'x',
          evidence: [{ reference: '$REF_1$', quote: 'We sell tactical weapons' }],
        },
        { name: 'invented', score: 100, reasoning: 'x', evidence: [{ reference: '$REF_1$', quote: 'was sued twice' }] },
      ],
    },
  });
  const agent = await createAgent(org, 'MerchantRiskEngine', { config: { model: 'merchant-model' } });
  const { output } = await runCase(org, agent.id, { merchant_url: url });
  const names = output.risk_metrics.map((metric: any) => metric.name);
  assert.ok(names.includes('weapons') && !names.includes('invented'), names.join());
  assert.equal(output.risk_metrics.find((metric: any) => metric.name === 'weapons').score, 100);
  assert.ok(output.risk_assessments.overall_risk_score > 0);
  assert.deepEqual(output.product_categories, ['outdoor']);
});

test('with a policy: context, site and documents are evidence of an underwriting result', async () => {
  const agent = await createCaseAgent(org, 'MerchantRiskEngine', { model: 'baseline', baseline_verdicts: true });
  const file = await uploadFile(
    org,
    'The merchant sells replicas: copies of branded goods, counterfeit brands.',
    'offer.txt',
  );
  const { job, output } = await runCase(org, agent.id, {
    merchant_url: url,
    merchant_context: { country: 'NL', since: 2019 },
    documents: `file_${file}`,
  });
  assert.deepEqual(Object.keys(output), ['policy_applied', 'underwriting_result', 'references']);
  const { verdict, investigation_findings: findings, summary_evidences } = output.underwriting_result;
  assert.equal(verdict, 'rejected');
  assert.deepEqual(
    findings.map((finding: any) => [finding.rule_title, finding.hit]),
    [
      ['Weapons', true],
      ['Counterfeit brands', true],
      // "Returns are below" says nothing of 30 days.
      ['Return policy', false],
    ],
  );
  const sources = new Map(summary_evidences.map((one: any) => [one.reference, one.evidence_name]));
  assert.equal(sources.get(findings[0].evidence_references[0]), 'Blade Shop');
  const page = output.underwriting_result.summary_evidences.find((one: any) => one.evidence_name === 'Blade Shop');
  assert.match(page.evidence_description, /No screenshot was taken: ERRAND_CHROMIUM is \/nowhere/);
  assert.equal(sources.get(findings[1].evidence_references[0]), 'offer.txt');
  await assertEvidence(org, job, findings, summary_evidences);
});
