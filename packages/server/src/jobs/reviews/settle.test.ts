import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { insertApiKey } from '#orgs/api-keys.ts';
import { testEngines } from '../../../test/engines.ts';
import { type Answer, request, startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createPolicy, createPolicyEngine } from '../../../test/policies/fixtures.ts';
import { createAgent, getJob, startJob, untilFinal } from '../../../test/runs.ts';
import { listLessons } from './reviews.ts';

const harness = stopAtEnd(await startHarness({ engines: [createPolicyEngine(), ...testEngines] }));
const org = await harness.org();
const { id: policyId } = await createPolicy(org);
const agent = await createAgent(org, 'PolicyEngine', { config: { policy_version_id: policyId } });
const [ann, ben, cem] = [await person('ann'), await person('ben'), await person('cem')];

type Person = { email: string; userId: number; request(method: string, path: string, body?: unknown): Promise<Answer> };

async function person(name: string): Promise<Person> {
  const email = `${name}@example.com`;
  const { user_id: userId } = await org.expect(201, 'POST', `/v1/organizations/${org.orgId}/members/`, {
    email,
    role: 'member',
  });
  const given = { orgId: org.orgId, userId, role: 'member' as const, name, personal: true };
  const { apiKey } = await insertApiKey(harness.database.system, given);
  return { email, userId, request: (method, path, body) => request(harness.baseUrl, apiKey, method, path, body) };
}

const right = { matches_ground_truth: true };
const wrong = { matches_ground_truth: false, corrected_verdict: 'rejected', human_feedback: 'A knife.' };

/** A job that Ann holds for wrong and Ben for right, with both tasks. */
async function disputed() {
  const jobId = await startJob(org, agent.id, { text: `fine ${Math.random()}` });
  await untilFinal(org, jobId);
  const path = `/v1/agents/jobs/${jobId}/feedback/`;
  await ann.request('POST', path, wrong);
  const second = await ben.request('POST', path, right);
  assert.deepEqual([second.status, second.body.review_status], [200, 'pending'], second.text);
  const { results } = (await org.request('GET', `/v1/reviews/?job_id=${jobId}`)).body;
  return { jobId, path, tasks: results as any[], id: results[0].id as string };
}

const settle = (who: Person, id: string, body: object) => who.request('POST', `/v1/reviews/${id}/settle/`, body);
const stateOf = async (jobId: string) => (await getJob(org, jobId)).review_state;
const correction = { agrees: false, corrected_verdict: 'rejected', comment: 'It is a knife.' };

describe('two reviews that differ', () => {
  test('make both tasks and the job disputed, and neither is the truth anywhere', async () => {
    const { jobId, path, tasks } = await disputed();
    assert.deepEqual(
      tasks.map(({ state, decision }) => [state, decision.agrees]),
      [
        ['disputed', true],
        ['disputed', false],
      ],
    );
    assert.equal(await stateOf(jobId), 'disputed');
    const found = async (query: string) =>
      (await org.request('GET', `/v1/agents/${agent.id}/jobs/?${query}`)).body.results.map(({ id }: any) => id);
    assert.ok((await found('review_state=disputed')).includes(jobId));
    assert.ok((await found('review_status=pending')).includes(jobId));
    assert.ok((await found('q=review:disputed')).includes(jobId));
    for (const query of ['review_state=agreed', 'review_state=disagreed', 'review_state=unreviewed'])
      assert.ok(!(await found(query)).includes(jobId), query);
    const given = await org.request('GET', path);
    assert.deepEqual([given.body.review_status, given.body.corrected_verdict], ['pending', null]);
    const set = await org.expect(201, 'POST', '/v1/evaluation-sets/', { name: `set of ${jobId}`, agent_id: agent.id });
    const refused = await org.request('POST', `/v1/evaluation-sets/${set.id}/cases/`, { job_ids: [jobId] });
    assert.equal(refused.status, 400);
    assert.match(refused.body.job_ids[0], /Two reviewers disagree/);
    assert.deepEqual(await listLessons(harness.database.tenant(org.orgId), org.orgId, agent.id, 20), []);
    const stats = (await org.request('GET', `/v1/reviews/stats/?agent_id=${agent.id}`)).body;
    assert.deepEqual([stats.disputed, stats.agreement, stats.by_field], [1, null, {}]);
    const late = await cem.request('POST', path, right);
    assert.deepEqual([late.status, late.body.review_id], [409, tasks[0].id], 'one more opinion settles nothing');
  });

  test('are settled by a third person, whose answer counts, and by no key of the organization', async () => {
    const { jobId, path, id } = await disputed();
    const byKey = await org.request('POST', `/v1/reviews/${id}/settle/`, correction);
    assert.deepEqual([byKey.status, await stateOf(jobId)], [403, 'disputed'], byKey.text);
    const settled = await settle(cem, id, correction);
    assert.deepEqual(
      [settled.status, settled.body.state, settled.body.settlement.by, settled.body.settlement.settled],
      [200, 'done', cem.email, true],
      settled.text,
    );
    assert.equal(await stateOf(jobId), 'disagreed');
    assert.equal((await org.request('GET', path)).body.corrected_verdict, 'rejected');
    assert.equal((await settle(cem, id, correction)).status, 409);
    assert.equal((await ben.request('POST', path, right)).status, 409, 'what was settled is contested, not overruled');
    const audit = await org.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=${id}`);
    assert.ok(audit.body.results.some(({ action }: any) => action === 'review.settled'));
  });

  test('are settled by the two together: one proposes, the other confirms the same', async () => {
    const { jobId, id } = await disputed();
    assert.equal((await settle(ann, id, correction)).status, 403, 'one of the two alone');
    assert.equal((await ann.request('GET', `/v1/reviews/${id}/`)).body.settle_with, ben.userId);
    assert.equal((await cem.request('GET', `/v1/reviews/${id}/`)).body.settle_with, null);
    const stranger = await settle(ann, id, { ...correction, agreed_with: cem.userId });
    assert.deepEqual([stranger.status, Object.keys(stranger.body)], [400, ['agreed_with']]);
    const proposed = await settle(ann, id, { ...correction, agreed_with: ben.userId });
    assert.deepEqual([proposed.body.state, proposed.body.settlement.settled], ['disputed', false], proposed.text);
    const other = await settle(ben, id, { agrees: true, agreed_with: ann.userId });
    assert.deepEqual([other.body.state, other.body.settlement.by], ['disputed', ben.email], 'another answer');
    await settle(ann, id, { ...correction, agreed_with: ben.userId });
    assert.equal(await stateOf(jobId), 'disputed');
    const confirmed = await settle(ben, id, { ...correction, comment: 'Yes.', agreed_with: ann.userId });
    assert.deepEqual([confirmed.body.state, confirmed.body.settlement.settled], ['done', true], confirmed.text);
    assert.equal(await stateOf(jobId), 'disagreed');
  });

  test('stay in the case file: who said what, that they differed, and who settled it', async () => {
    const { jobId, id } = await disputed();
    await settle(cem, id, correction);
    const text = (await org.request('GET', `/v1/agents/jobs/${jobId}/case-file/`)).text;
    for (const part of ['review disputed', 'review settled', cem.email]) assert.ok(text.includes(part), part);
  });
});

test('a review that nobody disputes cannot be settled, and one of another organization does not exist', async () => {
  const jobId = await startJob(org, agent.id, { text: 'plain' });
  await untilFinal(org, jobId);
  await ann.request('POST', `/v1/agents/jobs/${jobId}/feedback/`, right);
  await ben.request('POST', `/v1/agents/jobs/${jobId}/feedback/`, right);
  assert.equal(await stateOf(jobId), 'agreed', 'two equal opinions');
  const { results } = (await org.request('GET', `/v1/reviews/?job_id=${jobId}`)).body;
  assert.equal((await settle(cem, results[0].id, correction)).status, 409);
  const foreign = await harness.org();
  assert.equal((await foreign.request('POST', `/v1/reviews/${results[0].id}/settle/`, correction)).status, 404);
});
