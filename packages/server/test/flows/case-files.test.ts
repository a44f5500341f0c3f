import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { readArchive } from '@errand/proofs/archive.ts';
import { isObjectSignedBy } from '@errand/proofs/signature.ts';
import { type CaseReport, verifyCase } from '@errand/proofs/verify-case.ts';
import { testEngines } from '../engines.ts';
import { startHarness, stopAtEnd, type TestOrg } from '../harness.ts';
import { alterStored, badListing, createCaseAgent, runCase, shopContent } from '../policies/cases.ts';
import { createAgent, startJob, untilFinal, uploadFile } from '../runs.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();

async function download(by: TestOrg, jobId: string): Promise<Buffer> {
  const answer = await fetch(`${harness.baseUrl}/v1/agents/jobs/${jobId}/case-file/`, {
    headers: { authorization: `Bearer ${by.apiKey}` },
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  assert.equal(answer.headers.get('content-type'), 'application/zip');
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(answer.headers.get('content-length'), String(bytes.length));
  return bytes;
}

async function trustedKeys(by: TestOrg) {
  const body = await by.expect(200, 'GET', `/v1/organizations/${by.orgId}/signing-key/`);
  return [body, ...body.previous];
}

const read = (bytes: Buffer, path: string) =>
  JSON.parse(
    readArchive(bytes)
      .files.find((file) => file.path === path)!
      .content.toString(),
  );

const assertGood = ({ ok, problems }: CaseReport): void => assert.deepEqual([ok, problems], [true, []]);

describe('the case file of a decision', () => {
  let jobId: string;
  let bytes: Buffer;
  before(async () => {
    const agent = await createCaseAgent(org, 'ProductPolicyEngine', { model: 'baseline', baseline_verdicts: true });
    jobId = (await runCase(org, agent.id, { product_listing: badListing })).job.id;
    await org.request('POST', `/v1/agents/jobs/${jobId}/feedback/`, { matches_ground_truth: true });
    bytes = await download(org, jobId);
  });

  test('has inputs, evidence, steps, policy, verdict and reviews, and is what the organization signed', async () => {
    const report = verifyCase(bytes, await trustedKeys(org));
    assertGood(report);
    const { manifest } = report;
    assert.deepEqual([manifest!.job_id, manifest!.organization_id, manifest!.verdict], [jobId, org.orgId, 'rejected']);
    assert.ok(manifest!.files.some(({ path, kind }) => kind === 'evidence' && path.startsWith('evidence/')));
    assert.ok(manifest!.events.some(({ kind }) => kind === 'accepted'));
    assert.ok(manifest!.events.some(({ kind }) => kind === 'review approved'));
    assert.equal((manifest!.reviewers as unknown[]).length, 1);
    assert.equal(read(bytes, 'inputs.json')[0].value, badListing);
    assert.ok(read(bytes, 'steps.json').length > 0);
    assert.equal(read(bytes, 'policy.json').versionId, (manifest!.policy as { version_id: string }).version_id);
    assert.equal(read(bytes, 'reviews.json').counts.status, 'approved');
    assert.ok(read(bytes, 'audit.json').some(({ action }: { action: string }) => action === 'job.reviewed'));
  });

  test('has the explanation: rules with their evidence, and what would have changed the verdict', async () => {
    const body = await org.expect(200, 'GET', `/v1/agents/jobs/${jobId}/explanation/`);
    assert.equal(body.verdict, 'rejected');
    const met = body.rules.filter(({ hit }: any) => hit);
    assert.ok(met.some(({ title, evidence }: any) => title === 'Weapons' && evidence[0].quote !== ''));
    const [change] = body.what_would_change_it;
    assert.deepEqual([change.verdict, change.change[0].from, change.change[0].to], ['approved', 'hit', 'not_hit']);
    assert.match(body.text, /The verdict is "rejected"[\s\S]*would have been "approved" if "Weapons" had not been met/);
    assert.deepEqual(read(bytes, 'explanation.json'), body);
    const given = body.what_would_change_it.find(({ change: [one] }: any) => 'input' in one);
    assert.equal(given.verdict, 'approved');
    assert.match(body.text, /would have been "approved" if "product_listing" had not said "/);
    // Made, the change gives the verdict.
    const listing = given.change.reduce((text: string, { from, to }: any) => text.replace(from, to), badListing);
    const { agent_id } = (await org.request('GET', `/v1/agents/jobs/${jobId}/`)).body;
    const again = await runCase(org, agent_id, { product_listing: listing });
    assert.equal(again.output.compliance_result.verdict, 'approved', listing);
  });

  test('contested, it waits for a person with the explanation attached, once', async () => {
    const contest = () => org.request('POST', `/v1/agents/jobs/${jobId}/contest/`, { reason: 'It is a butter knife.' });
    const task = await contest();
    assert.equal(task.status, 201, task.text);
    assert.deepEqual([task.body.reason, task.body.state, task.body.job_id], ['contested', 'open', jobId]);
    assert.equal(task.body.attachment.contested_because, 'It is a butter knife.');
    assert.equal(task.body.attachment.explanation.verdict, 'rejected');
    const again = await contest();
    assert.deepEqual([again.status, again.body.review_id], [409, task.body.id]);
    await org.expect(200, 'POST', `/v1/reviews/${task.body.id}/decide/`, {
      agrees: false,
      corrected_verdict: 'approved',
    });
    assert.equal((await contest()).status, 201, 'another one may follow');
  });

  test('the policy may explain in its own words; a template that does not work is refused', async () => {
    const content = {
      ...shopContent,
      explanation_template: {
        template: '{{verdict}} by {{policy.name}}{{#each changes}}; {{verdict}}: {{text}}{{/each}}',
      },
    };
    const agent = await createCaseAgent(
      org,
      'ProductPolicyEngine',
      { model: 'baseline', baseline_verdicts: true },
      content,
    );
    const { job } = await runCase(org, agent.id, { product_listing: badListing });
    const { body } = await org.request('GET', `/v1/agents/jobs/${job.id}/explanation/`);
    assert.equal(
      body.text,
      `rejected by Shop; approved: "Weapons" had not been met; approved: ${badListing
        .split('\n')
        .slice(0, 2)
        .reverse()
        .map((line) => `"product_listing" had not said "${line}"`)
        .join(', and ')}`,
    );
    const refused = await org.request('POST', '/v1/policies/', {
      name: 'broken',
      content: { ...shopContent, explanation_template: { template: '{{#each changes}}' } },
    });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /explanation_template\.template/);
  });

  test('is not that of another organization, which may not read it either', async () => {
    const other = await harness.org({ name: 'Other' });
    assert.match(verifyCase(bytes, await trustedKeys(other)).problems[0]!, /not one of the trusted keys/);
    assert.equal((await other.request('GET', `/v1/agents/jobs/${jobId}/case-file/`)).status, 403);
  });

  test('a new key signs what comes; what the old one signed stays good', async () => {
    const [before] = await trustedKeys(org);
    await org.expect(200, 'POST', `/v1/organizations/${org.orgId}/signing-key/rotate/`);
    const [current, previous] = await trustedKeys(org);
    assert.deepEqual([previous.key_id, current.key_id === before.key_id], [before.key_id, false]);
    assertGood(verifyCase(bytes, [current, previous]));
    const again = verifyCase(await download(org, jobId), [current]);
    assertGood(again);
    assert.equal(again.manifest!.key.key_id, current.key_id);
    const [kept] = await harness.database.system.query<{ sealed: string | null }>(
      'select sealed from signing_keys where id = $1',
      [before.key_id],
    );
    assert.equal(kept!.sealed, null, 'the private part is gone');
  });

  test('evidence that was altered in the storage is refused, and never signed', async () => {
    const [artifact] = await harness.database.system.query<{ storage_key: string }>(
      'select storage_key from job_artifacts where job_id = $1 limit 1',
      [jobId],
    );
    await alterStored(harness, artifact!.storage_key, '{"text":"nothing"}');
    const body = await org.expect(500, 'GET', `/v1/agents/jobs/${jobId}/case-file/`);
    assert.match(body.error, /differs from what was written/);
  });
});

test('the cases of a period are a signed list, which shows what is missing in an export', async () => {
  const home = `/v1/organizations/${org.orgId}/case-files/`;
  const [from, to] = ['2020-01-01T00:00:00Z', '2120-01-01T00:00:00Z'];
  const body = await org.expect(200, 'GET', `${home}?from=${from}&to=${to}`);
  const [key] = await trustedKeys(org);
  assert.ok(isObjectSignedBy(body, key.public_key));
  assert.ok(body.cases.some(({ verdict }: any) => verdict === 'rejected'));
  assert.ok(!isObjectSignedBy({ ...body, cases: body.cases.slice(1) }, key.public_key));
  assert.equal((await org.request('GET', `${home}?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z`)).status, 200);
  assert.equal((await org.request('GET', `${home}?from=${to}&to=${from}`)).status, 400);
  const other = await harness.org({ name: 'Other' });
  assert.equal((await other.request('GET', `${home}?from=${from}&to=${to}`)).status, 403);
});

test('uploaded files are inside, under plain names; a job that has not ended has no case file', async () => {
  const agent = await createAgent(org, 'StepsEngine', { inputs: [{ key: 'doc', data_type: 'application/pdf' }] });
  const fileId = await uploadFile(org, 'the content', '../ü evil name.txt');
  const jobId = await startJob(org, agent.id, { inputs: { doc: `file_${fileId}` } });
  await untilFinal(org, jobId);
  const bytes = await download(org, jobId);
  const { manifest } = verifyCase(bytes);
  const [input] = manifest!.files.filter(({ kind }) => kind === 'input');
  assert.match(input!.path, /^inputs\/0001-_evil_name\.txt$/);
  assert.equal(
    readArchive(bytes)
      .files.find(({ path }) => path === input!.path)!
      .content.toString(),
    'the content',
  );
  const waiting = await createAgent(org, 'WaitEngine');
  const open = await startJob(org, waiting.id, {});
  const refused = await org.request('GET', `/v1/agents/jobs/${open}/case-file/`);
  assert.deepEqual([refused.status, refused.body.code], [400, 'errand.jobs.not_final']);
});

test('deleted data leaves a case file that says so', async () => {
  const agent = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
  const jobId = await startJob(org, agent.id, { inputs: { text: 'forget me please' } });
  await untilFinal(org, jobId);
  await org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`);
  const bytes = await download(org, jobId);
  const report = verifyCase(bytes);
  assertGood(report);
  assert.ok(report.manifest!.data_deleted_at);
  assert.ok(!bytes.includes('forget me please'));
});

test('the explanation of a job whose verdict a reviewer replaced says so first, and the case file too', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', { model: 'baseline', baseline_verdicts: true });
  const { job } = await runCase(org, agent.id, { product_listing: badListing });
  const address = `/v1/agents/jobs/${job.id}/explanation/`;
  assert.equal((await org.expect(200, 'GET', address)).overridden, null);
  const review = { matches_ground_truth: false, corrected_verdict: 'approved', human_feedback: 'A toy.' };
  await org.request('POST', `/v1/agents/jobs/${job.id}/feedback/`, review);
  const told = await org.expect(200, 'GET', address);
  assert.deepEqual(
    [told.verdict, told.overridden.verdict, told.overridden.comment],
    ['rejected', 'approved', 'A toy.'],
  );
  assert.match(told.text, /^A reviewer has replaced this verdict with "approved"\. The reviewer wrote: "A toy\."/);
  assert.deepEqual(read(await download(org, job.id), 'explanation.json'), told);
});
