import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertApiKey } from '#orgs/api-keys.ts';
import { request, startHarness } from '../harness.ts';
import { badListing, createCaseAgent, goodListing, runCase, shopContent } from '../policies/cases.ts';
import { addVersion } from '../policies/fixtures.ts';
import { stopAtEnd } from '../stop-at-end.ts';
import { createSet, runSet } from './fixtures.ts';

// A case is a copy of a job's answer. When reviewers come to disagree about the job later, nobody knows the answer.

const harness = stopAtEnd(await startHarness());
const org = await harness.org();

async function person(name: string) {
  const email = `${name}@example.com`;
  const { user_id: userId } = await org.expect(201, 'POST', `/v1/organizations/${org.orgId}/members/`, {
    email,
    role: 'member',
  });
  const given = { orgId: org.orgId, userId, role: 'member' as const, name, personal: true };
  const { apiKey } = await insertApiKey(harness.database.system, given);
  return async (path: string, body: unknown) => {
    const answer = await request(harness.baseUrl, apiKey, 'POST', path, body);
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
}

test('a case that reviewers come to disagree about is left out of runs, and gates stay closed until they agree', async () => {
  const [ann, ben, cem] = [await person('ann'), await person('ben'), await person('cem')];
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', { model: 'baseline', baseline_verdicts: true });
  const ids: string[] = [];
  for (const product_listing of [badListing, goodListing]) {
    const { job } = await runCase(org, agent.id, { product_listing });
    await ann(`/v1/agents/jobs/${job.id}/feedback/`, { matches_ground_truth: true });
    ids.push(job.id);
  }
  const setId = await createSet(org, { policy_id: agent.policyId }, { job_ids: ids });
  await org.expect(200, 'PUT', `/v1/policies/${agent.policyId}/gate/`, { evaluation_set_id: setId, min_accuracy: 0.1 });
  const { id: versionId } = await addVersion(org, agent.policyId, { content: shopContent, make_current: false });
  const check = async () => {
    const path = `/v1/policies/${agent.policyId}/gate/?version_id=${versionId}`;
    return (await org.expect(200, 'GET', path)).check;
  };
  const run = async () => runSet(org, setId, { policy_version_id: versionId });
  const isOutdated = async (id: string) => (await org.expect(200, 'GET', `/v1/evaluation-runs/${id}/`)).outdated;

  const first = await run();
  assert.deepEqual([first.total, first.warnings, (await check()).open], [2, [], true]);

  const other = { matches_ground_truth: false, corrected_verdict: 'approved', human_feedback: 'A toy.' };
  await ben(`/v1/agents/jobs/${ids[0]}/feedback/`, other);
  const held = await check();
  assert.deepEqual([await isOutdated(first.id), held.open], [true, false]);
  assert.match(held.reason, /what reviewers say of them/);

  const second = await run();
  assert.equal(second.total, 1);
  assert.match(second.warnings.join(' '), /Reviewers disagree about one case of this set\. This run does not have it/);
  const without = await check();
  assert.deepEqual([await isOutdated(second.id), without.open], [false, false]);
  assert.match(without.reason, /Reviewers disagree about one case of the evaluation set/);

  const [task] = (await org.expect(200, 'GET', `/v1/reviews/?job_id=${ids[0]}`)).results;
  await cem(`/v1/reviews/${task.id}/settle/`, { agrees: false, corrected_verdict: 'approved', comment: 'A toy.' });
  assert.deepEqual([await isOutdated(second.id), (await check()).open], [true, false]);
  const third = await run();
  assert.equal(third.total, 2);
  assert.match(third.warnings.join(' '), /changed the right answer of one case since the case was taken/);
  assert.equal((await check()).open, true);
});
