import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createGateEngine } from '../../../test/engines.ts';
import { pluck, startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createPolicy, createPolicyEngine } from '../../../test/policies/fixtures.ts';
import { createAgent, getJob, startJob, untilFinal } from '../../../test/runs.ts';

const gate = createGateEngine();

const harness = stopAtEnd(await startHarness({ engines: [createPolicyEngine(), gate.engine] }));
const org = await harness.org();
const { id } = await createPolicy(org);
const agent = await createAgent(org, 'PolicyEngine', { config: { policy_version_id: id } });

const pathOf = (jobId: string) => `/v1/agents/jobs/${jobId}/feedback/`;
let count = 0;
async function newJob(): Promise<string> {
  count += 1;
  const id = await startJob(org, agent.id, { text: `case ${count}` });
  await untilFinal(org, id);
  return id;
}

describe('a review of a job without a verdict', () => {
  const extracted = async () => {
    const plain = await createAgent(org, 'MultimodalExtractionEngine', {
      inputs: [{ key: 'text' }],
      config: {
        model: 'baseline',
        text: '${text}',
        output_schema: { type: 'object', properties: { total: { type: ['number', 'null'] } } },
      },
    });
    const id = await startJob(org, plain.id, { text: 'Total: 12.50' });
    await untilFinal(org, id);
    return id;
  };

  test('corrects single values, and bulk results give them back in their places', async () => {
    const id = await extracted();
    const corrected = { matches_ground_truth: false, corrected_outputs: { '/total': 13 } };
    const answer = await org.expect(200, 'POST', pathOf(id), corrected);
    assert.deepEqual([answer.corrected_verdict, answer.corrected_outputs], [null, { '/total': 13 }]);
    const [bulk] = (await org.request('POST', '/v1/agents/jobs/results/', { job_ids: [id] })).body;
    assert.deepEqual(JSON.parse(bulk.corrected_outputs[0].value), { total: 13 });
    assert.deepEqual(JSON.parse(bulk.result[0].value), { total: 12.5 });
  });

  test('may be words alone; nothing said, and pointers that lead nowhere, are refused', async () => {
    const id = await extracted();
    const give = (body: Record<string, unknown>) =>
      org.request('POST', pathOf(id), { matches_ground_truth: false, ...body });
    assert.equal((await give({ human_feedback: 'The total is gross.' })).status, 200);
    for (const body of [
      {},
      { corrected_outputs: {} },
      { corrected_outputs: { '/a/b': 1 } },
      { corrected_outputs: { total: 1 } },
    ]) {
      const refused = await give(body);
      assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['corrected_outputs']], JSON.stringify(body));
    }
  });
});

describe('a review', () => {
  test('agrees or corrects; a later one replaces an earlier one; both path forms are the same', async () => {
    const id = await newJob();
    assert.equal((await org.request('GET', pathOf(id))).status, 404);
    const approved = await org.expect(200, 'POST', pathOf(id), { matches_ground_truth: true, human_feedback: null });
    const { reviewed_at, reviewed_by, ...rest } = approved;
    assert.deepEqual(rest, {
      job_id: id,
      review_status: 'approved',
      review_comment: '',
      corrected_verdict: null,
      corrected_outputs: null,
    });
    assert.ok(Date.parse(reviewed_at) > 0);
    assert.match(reviewed_by, /@/);
    const v2 = `/v2/agents/${agent.id}/jobs/${id}/feedback/`;
    const corrected = await org.request('POST', v2, {
      matches_ground_truth: false,
      corrected_verdict: 'rejected',
      human_feedback: 'A knife.',
    });
    assert.deepEqual(
      [corrected.body.review_status, corrected.body.corrected_verdict, corrected.body.review_comment],
      ['rejected', 'rejected', 'A knife.'],
    );
    assert.deepEqual((await org.request('GET', pathOf(id))).body, corrected.body);
    assert.deepEqual((await org.request('GET', v2)).body, corrected.body);
  });

  test('of many at once: each is answered with its own, and the one that stays is the last of the audit log', async () => {
    const id = await newJob();
    const said = Array.from({ length: 8 }, (_, index) => `opinion ${index}`);
    const answers = await Promise.all(
      said.map((human_feedback, index) =>
        org.request('POST', pathOf(id), {
          matches_ground_truth: index % 2 === 0,
          human_feedback,
          corrected_verdict: index % 2 === 0 ? null : 'rejected',
        }),
      ),
    );
    assert.deepEqual(
      answers.map(({ body }) => [body.review_comment, body.review_status]),
      said.map((comment, index) => [comment, index % 2 === 0 ? 'approved' : 'rejected']),
    );
    const audits = await harness.database.system.query<{ detail: { status: string } }>(
      `select detail from audit_log where target_id = $1 and action = 'job.reviewed' order by id`,
      [id],
    );
    assert.equal(audits.length, said.length);
    const { body } = await org.request('GET', pathOf(id));
    assert.equal(body.review_status, audits.at(-1)!.detail.status);
    assert.ok(said.includes(body.review_comment));
  });

  test('of a policy without classifications takes the two that every policy has', async () => {
    const { id: policyId } = await createPolicy(org, {});
    const plain = await createAgent(org, 'PolicyEngine', { config: { policy_version_id: policyId } });
    const id = await startJob(org, plain.id, { text: 'plain' });
    await untilFinal(org, id);
    const correct = (corrected_verdict: string) =>
      org.request('POST', pathOf(id), { matches_ground_truth: false, corrected_verdict });
    assert.equal((await correct('whatever')).status, 400);
    assert.equal((await correct('rejected')).status, 200);
  });

  test('can be sent as a form', async () => {
    const id = await newJob();
    const fields = { matches_ground_truth: 'False', corrected_verdict: 'rejected', human_feedback: 'Ünïcode' };
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const body of [new URLSearchParams(fields), form]) {
      const answer = await org.request('POST', pathOf(id), body);
      assert.deepEqual([answer.status, answer.body.review_comment], [200, 'Ünïcode'], answer.text);
    }
  });

  test('that makes no sense is a field map: nothing said, no correction, a verdict that the policy does not have', async () => {
    const id = await newJob();
    for (const [body, field] of [
      [{}, 'matches_ground_truth'],
      [{ matches_ground_truth: 'perhaps' }, 'matches_ground_truth'],
      [{ matches_ground_truth: false }, 'corrected_verdict'],
      [{ matches_ground_truth: false, corrected_verdict: ' ' }, 'corrected_verdict'],
      [{ matches_ground_truth: false, corrected_verdict: 'invented' }, 'corrected_verdict'],
      [{ matches_ground_truth: true, human_feedback: 7 }, 'human_feedback'],
      [{ matches_ground_truth: true, human_feedback: 'x'.repeat(20_001) }, 'human_feedback'],
    ] as const) {
      const answer = await org.request('POST', pathOf(id), body);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [field]], JSON.stringify(body));
    }
    assert.equal((await org.request('GET', pathOf(id))).status, 404);
  });

  test('of a job that is not final is a 400 {error}; under the wrong agent a 404', async () => {
    const other = await createAgent(org, 'GateEngine');
    const id = await startJob(org, other.id);
    const early = await org.request('POST', pathOf(id), { matches_ground_truth: true });
    assert.deepEqual([early.status, Object.keys(early.body)], [400, ['error', 'code']]);
    gate.open();
    await untilFinal(org, id);
    const wrong = await org.request('GET', `/v2/agents/${agent.id}/jobs/${id}/feedback/`);
    assert.deepEqual([wrong.status, Object.keys(wrong.body)], [404, ['detail', 'code']]);
  });
});

test('the list of jobs shows reviews and filters by verdict and review status', async () => {
  const own = await harness.org();
  const { id: policyId } = await createPolicy(own);
  const lister = await createAgent(own, 'PolicyEngine', { config: { policy_version_id: policyId } });
  const ids: Record<string, string> = {};
  for (const text of ['good', 'bad', 'waiting']) {
    ids[text] = await startJob(own, lister.id, { text });
    await untilFinal(own, ids[text]!);
  }
  await own.request('POST', pathOf(ids.good!), { matches_ground_truth: true });
  await own.request('POST', pathOf(ids.bad!), { matches_ground_truth: false, corrected_verdict: 'approved' });
  const list = async (query: string, path = `/v1/agents/${lister.id}/jobs/`) =>
    (await own.request('GET', `${path}?${query}`)).body.results.map((job: any) => job.id);
  for (const path of [`/v1/agents/${lister.id}/jobs/`, '/v1/agents/jobs/']) {
    assert.deepEqual(await list('review_status=pending', path), [ids.waiting]);
    assert.deepEqual(await list('review_status=approved', path), [ids.good]);
    assert.deepEqual(await list('review_status=rejected', path), [ids.bad]);
    assert.deepEqual(await list('review_state=agreed', path), [ids.good]);
    assert.deepEqual(await list('review_state=disagreed', path), [ids.bad]);
    const unreviewed = await list('review_state=unreviewed', path);
    assert.ok(unreviewed.includes(ids.waiting) && !unreviewed.includes(ids.good) && !unreviewed.includes(ids.bad));
    assert.deepEqual(await list('review_state=unreviewed&verdict=approved', path), [ids.waiting]);
    assert.deepEqual(await list('review_state=agreed&review_status=rejected', path), []);
    assert.deepEqual(await list('verdict=rejected', path), [ids.bad]);
    assert.deepEqual(await list('verdict=approved&review_status=pending', path), [ids.waiting]);
  }
  assert.equal((await own.request('GET', `/v1/agents/${lister.id}/jobs/?review_status=x`)).status, 400);
  const reviews = (await own.request('GET', `/v1/agents/${lister.id}/jobs/`)).body.results.map(
    (job: any) => job.feedback_review.review_status,
  );
  assert.deepEqual(reviews, ['pending', 'rejected', 'approved']);
  const job = (await own.request('GET', `/v1/agents/jobs/${ids.bad}/`)).body;
  assert.deepEqual([job.feedback_review.corrected_verdict, job.ui_fields], ['approved', { verdict: 'rejected' }]);
  const [bulk] = (await own.request('POST', '/v1/agents/jobs/results/', { job_ids: [ids.bad] })).body;
  assert.equal(JSON.parse(bulk.result[0].value).result.verdict, 'rejected');
  assert.equal(JSON.parse(bulk.corrected_outputs[0].value).result.verdict, 'approved');
});

test('a job without a verdict waits for no review', async () => {
  const other = await createAgent(org, 'GateEngine');
  gate.open();
  const id = await startJob(org, other.id);
  await untilFinal(org, id);
  assert.equal((await getJob(org, id)).feedback_review, null);
});

test('corrected cases are exported as JSON lines, without those whose data was deleted', async () => {
  const own = await harness.org();
  const { id: policyId, versionId } = await createPolicy(own);
  const exporter = await createAgent(own, 'PolicyEngine', { config: { policy_version_id: policyId } });
  const ids: string[] = [];
  for (let index = 0; index < 103; index += 1) ids.push(await startJob(own, exporter.id, { text: `case ${index}` }));
  for (const id of ids) {
    await untilFinal(own, id);
    await own.request('POST', pathOf(id), { matches_ground_truth: false, corrected_verdict: 'rejected' });
  }
  await own.request('POST', pathOf(ids[0]!), { matches_ground_truth: true, human_feedback: 'right' });
  await own.request('POST', `/v1/agents/jobs/${ids[1]}/delete-data/`);
  const answer = await own.request('GET', `/v1/agents/${exporter.id}/feedback/export/`);
  assert.match(answer.headers.get('content-type')!, /^application\/x-ndjson/);
  const cases = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(pluck(cases, 'job_id'), ids.slice(2));
  const { reviewed_at: _at, reviewed_by: _by, outputs, ...first } = cases[0];
  assert.deepEqual(first, {
    job_id: ids[2],
    agent_version_id: exporter.versionId,
    policy_version_id: versionId,
    inputs: [{ key: 'text', value: 'case 2' }],
    metadata: {},
    status: 3,
    verdict: 'approved',
    corrected_verdict: 'rejected',
    corrected_outputs: null,
    review_status: 'rejected',
    review_comment: '',
  });
  assert.equal(JSON.parse(outputs[0].value).result.verdict, 'approved');
  const approved = await own.request('GET', `/v1/agents/${exporter.id}/feedback/export/?review_status=approved`);
  assert.equal(JSON.parse(approved.text).review_comment, 'right');
});
