import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startHarness, stopAtEnd } from '../harness.ts';
import { createAgent } from '../runs.ts';
import { createCaseAgent, runCase } from './cases.ts';
import { addVersion, contentWith } from './fixtures.ts';

// A decided case of one organization, and everything another one can try to get at it.

const site = stopAtEnd(
  createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('We sell weapons and ammunition to collectors.');
  }).listen(0, '127.0.0.1'),
);
await new Promise((resolve) => site.once('listening', resolve));
const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
const harness = stopAtEnd(await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const org = await harness.org();
const other = await harness.org({ name: 'Other' });

test('policies, versions, artifacts, references and reviews of a case are closed to other organizations', async () => {
  const agent = await createCaseAgent(org, 'MerchantRiskEngine', { model: 'baseline', baseline_verdicts: true });
  const second = await addVersion(org, agent.policyId, { content: contentWith('Rule') });
  const { job, output } = await runCase(org, agent.id, { merchant_url: url });
  const [evidence] = output.underwriting_result.summary_evidences;
  const artifact = `artifacts/result/?artifact_key=${encodeURIComponent(evidence.evidence_data)}`;
  const reference = new URL(output.references[0]).pathname;
  const own = [`/v1/agents/jobs/${job.id}/${artifact}`, reference, `/v1/policies/${agent.policyId}/`];
  for (const path of own) assert.equal((await org.request('GET', path)).status, 200, path);

  const policy = `/v1/policies/${agent.policyId}`;
  const attempts: [string, string, number, unknown?][] = [
    ['GET', `${policy}/`, 404],
    ['PATCH', `${policy}/`, 404, { name: 'Taken' }],
    ['DELETE', `${policy}/`, 404],
    ['GET', `${policy}/versions/`, 404],
    ['POST', `${policy}/versions/`, 404, { content: {} }],
    ['GET', `${policy}/versions/${second.id}/`, 404],
    ['GET', `/v1/policies/versions/${second.id}/`, 404],
    ['GET', `/v1/policies/versions/${agent.policyId}/`, 404],
    ['GET', `${policy}/versions/${agent.policyVersionId}/diff/${second.id}/`, 404],
    ['PATCH', `${policy}/set-current-version/${agent.policyVersionId}/`, 404],
    ['GET', `/v1/agents/jobs/${job.id}/${artifact}`, 403],
    ['GET', reference, 403],
    ['GET', `/v1/agents/jobs/${job.id}/artifacts/`, 403],
    ['GET', `/v1/agents/jobs/${job.id}/feedback/`, 403],
    ['POST', `/v1/agents/jobs/${job.id}/feedback/`, 403, { matches_ground_truth: true }],
    ['GET', `/v1/agents/${agent.id}/feedback/export/`, 403],
  ];
  for (const [method, path, status, body] of attempts) {
    const answer = await other.request(method, path, body);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [status, ['detail', 'code']], `${method} ${path}`);
    assert.doesNotMatch(answer.text, /weapon|collector|Shop/i);
  }
  // The key of an artifact opens nothing under a job of one's own.
  const mine = await createAgent(other, 'TemplateEngine');
  const run = await other.request('POST', `/v1/agents/run/${mine.id}/async/`, { text: 'mine' });
  assert.equal((await other.request('GET', `/v1/agents/jobs/${run.body}/${artifact}`)).status, 404);
  const named = reference.replace(job.id, run.body);
  assert.equal((await other.request('GET', named)).status, 404);
  assert.deepEqual((await other.request('GET', '/v1/policies/')).body.count, 0);
  assert.equal((await org.request('GET', `${policy}/`)).body.current_version_id, second.id);
});
