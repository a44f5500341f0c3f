import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck, startHarness, stopAtEnd } from '../harness.ts';
import { assertEvidence, badListing, createCaseAgent, goodListing, runCase, runToEnd, shopContent } from './cases.ts';

// The whole way without a key: rules matched by words, evidence that opens, a verdict of the policy, labelled as such.

/** Lets the built-in model decide. */
const trial = { baseline_verdicts: true };

const harness = stopAtEnd(await startHarness());
const org = await harness.org();

test('a listing is decided rule by rule, with evidence that opens, and says that no model judged it', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', trial);
  const { job, output } = await runCase(org, agent.id, { product_listing: badListing });
  assert.deepEqual(output.policy_applied, {
    name: 'Shop',
    version: 'version 1',
    version_id: agent.policyVersionId,
  });
  const {
    verdict,
    summary,
    investigation_findings: findings,
    summary_evidences,
    decided_by,
  } = output.compliance_result;
  assert.deepEqual([verdict, summary], ['rejected', 'rejected|Weapons;']);
  assert.match(decided_by, /^baseline/);
  assert.deepEqual(
    findings.map((finding: any) => [finding.rule_title, finding.hit]),
    [
      ['Weapons', true],
      ['Counterfeit brands', false],
      ['Return policy', false],
    ],
  );
  for (const finding of findings) assert.match(finding.reasoning, /not judged by a model/);
  await assertEvidence(org, job, findings, summary_evidences);
  assert.deepEqual(job.ui_fields, { verdict: 'rejected', unsupported: false });
  assert.equal(job.cost, 0);
});

test('a harmless listing is approved, whichever name the input has', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', { model: 'baseline', ...trial });
  const one = await runCase(org, agent.id, { product_listing: goodListing });
  const other = await runCase(org, agent.id, { product_listings: goodListing });
  for (const { output } of [one, other]) {
    assert.equal(output.compliance_result.verdict, 'approved');
    assert.deepEqual(pluck(output.compliance_result.investigation_findings, 'hit'), [false, false, true]);
  }
});

test('the same meaning in other words is found, too', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', { model: 'baseline', ...trial });
  const listing = 'Semi-automatic rifle with scope and two magazines.\nShips today.';
  const { job, output } = await runCase(org, agent.id, { product_listing: listing });
  const { verdict, investigation_findings: findings, summary_evidences } = output.compliance_result;
  assert.equal(verdict, 'rejected');
  assert.match(findings[0].reasoning, /^Matched by meaning, not judged by a model/);
  await assertEvidence(org, job, findings, summary_evidences);
});

test('promoting another version of the policy changes the next verdict and no earlier one', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', trial);
  const first = await runCase(org, agent.id, { product_listing: badListing });
  const version = await org.request('POST', `/v1/policies/${agent.policyId}/versions/`, {
    version_name: 'knives are fine',
    content: { dispositions: { classifications: [{ name: 'accepted' }, { name: 'refused' }] } },
  });
  const second = await runCase(org, agent.id, { product_listing: badListing });
  assert.deepEqual(second.output.policy_applied, {
    name: 'Shop',
    version: 'knives are fine',
    version_id: version.body.id,
  });
  assert.equal(second.output.compliance_result.verdict, 'accepted');
  const again = (await org.request('GET', `/v1/agents/jobs/${first.job.id}/`)).body;
  assert.equal(JSON.parse(again.outputs[0].value).compliance_result.verdict, 'rejected');
});

test('the verdict is left to a person unless the agent asks for it, whatever matched', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', {});
  for (const [product_listing, hits] of [
    [badListing, [true, false, false]],
    [goodListing, [false, false, true]],
    ['Replica of a famous watch, same as original.', undefined],
  ] as const) {
    const { job, output } = await runCase(org, agent.id, { product_listing });
    const { verdict, reasoning, investigation_findings: findings, evidence_considered } = output.compliance_result;
    assert.deepEqual([verdict, job.ui_fields.verdict], ['manual_review', 'manual_review']);
    assert.match(reasoning, /a person must decide/);
    if (hits) assert.deepEqual(pluck(findings, 'hit'), hits);
    assert.equal(evidence_considered.length, 1);
  }
});

test('the class marked for a person is used; without one the job fails and says what to add', async () => {
  const classes = (...classifications: unknown[]) => ({ ...shopContent, dispositions: { classifications } });
  const marked = await createCaseAgent(
    org,
    'ProductPolicyEngine',
    {},
    classes({ name: 'approved' }, { name: 'rejected' }, { name: 'four_eyes', person: true }),
  );
  const { output } = await runCase(org, marked.id, { product_listing: badListing });
  assert.equal(output.compliance_result.verdict, 'four_eyes');
  const none = await createCaseAgent(
    org,
    'ProductPolicyEngine',
    {},
    classes({ name: 'approved' }, { name: 'rejected' }),
  );
  const job = await runToEnd(org, none.id, { product_listing: badListing });
  assert.equal(job.status_code, 4);
  assert.match(job.error_message, /"person": true/);
});

test('a job without anything to look at fails and says so', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', trial);
  const answer = await org.request('POST', `/v1/agents/run/${agent.id}/`, { product_listing: ' ' });
  assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['error', 'code', 'failure_code']]);
  assert.match(answer.body.error, /product_listing/);
});
