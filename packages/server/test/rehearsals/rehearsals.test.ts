import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { badListing, createCaseAgent, goodListing, runCase, shopContent } from '../policies/cases.ts';
import { addVersion } from '../policies/fixtures.ts';
import {
  lenientContent,
  lenientFindings,
  lenientVerdict,
  shopFindings,
  shopVerdict,
  untilRehearsal,
} from './fixtures.ts';

const models = stopAtEnd(await startModelServer());
const harness = stopAtEnd(await startHarness({ env: models.env }));
const org = await harness.org();

const trial = { model: 'baseline', baseline_verdicts: true };

test('past cases are decided again: flips come with their rules, what cannot be decided is named', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', trial);
  const other = await createCaseAgent(org, 'ProductPolicyEngine', trial);
  const ids: string[] = [];
  for (const product_listing of [badListing, goodListing, `${badListing}\nTo delete.`, `${badListing}\nTo hold.`])
    ids.push((await runCase(org, agent.id, { product_listing })).job.id);
  const [bad, good, deleted, held] = ids as [string, string, string, string];
  const foreign = (await runCase(org, other.id, { product_listing: badListing })).job.id;
  await org.request('POST', `/v1/agents/jobs/${deleted}/delete-data/`);
  assert.ok((await org.request('POST', `/v1/agents/jobs/${held}/hold/`, { reason: 'court' })).status < 300);
  const candidate = await addVersion(org, agent.policyId, { content: lenientContent(), make_current: false });
  const path = `/v1/policies/${agent.policyId}/rehearsals/`;
  const started = await org.expect(201, 'POST', path, { version_id: candidate.id, job_ids: [...ids, foreign] });
  const done = await untilRehearsal(org, agent.policyId, started.id);
  assert.deepEqual([done.status, done.total, done.done, done.unchanged, done.cost], ['done', 5, 5, 1, 0]);
  const [rule] = shopContent.guidelines.categories[0]!.rules;
  assert.equal(done.flips.length, 1);
  const [flip] = done.flips;
  assert.deepEqual([flip.job_id, flip.before, flip.after], [bad, 'rejected', 'approved']);
  assert.deepEqual(
    flip.rules.map((one: any) => [one.title, one.before, one.after]),
    [
      [`Prohibited goods / ${rule!.title}`, true, null],
      ['Prohibited goods / Counterfeit brands', false, null],
    ],
  );
  assert.deepEqual(done.undecidable, [
    { job_id: deleted, reason: 'Its data was deleted.' },
    { job_id: held, reason: 'The job is under a legal hold.' },
    { job_id: foreign, reason: 'The job was not decided by this policy.' },
  ]);
  assert.deepEqual(done.by_verdict, { before: { rejected: 1, approved: 1 }, after: { approved: 2 } });
  const lines = await org.request('GET', `${path}${done.id}/flips/`);
  assert.deepEqual(
    lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    done.flips,
  );
  const filtered = await org.request('POST', path, { version_id: candidate.id, filter: { verdict: 'approved' } });
  const byFilter = await untilRehearsal(org, agent.policyId, filtered.body.id);
  assert.deepEqual([byFilter.total, byFilter.unchanged, byFilter.flips], [1, 1, []], `only ${good}`);
  const promoted = `/v1/policies/${agent.policyId}/set-current-version/${candidate.id}/`;
  const { body: early } = await org.request('POST', path, { version_id: agent.policyVersionId, job_ids: [bad] });
  const stranger = await createCaseAgent(org, 'ProductPolicyEngine', trial);
  const { body: elsewhere } = await org.request('POST', `/v1/policies/${stranger.policyId}/rehearsals/`, {
    version_id: stranger.policyVersionId,
  });
  for (const [rehearsal_id, said] of [
    [early.id, /is a rehearsal of version/],
    [elsewhere.id, /no rehearsal with this id/],
    [agent.id, /no rehearsal with this id/],
  ] as const) {
    const refused = await org.expect(400, 'PATCH', promoted, { rehearsal_id });
    assert.match(refused.rehearsal_id[0], said);
  }
  assert.equal((await org.request('PATCH', promoted, { reason: 'Seen.', rehearsal_id: done.id })).status, 200);
  const { results } = (await org.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=${agent.policyId}`))
    .body;
  assert.equal(results[0].detail.rehearsal_id, done.id);
});

test('a cancelled rehearsal is resumed without asking a model twice', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', { model: 'rehearsed', enable_planning: false });
  await models.script('rehearsed', shopFindings, shopVerdict);
  const { job } = await runCase(org, agent.id, { product_listing: badListing });
  const candidate = await addVersion(org, agent.policyId, { content: lenientContent(), make_current: false });
  const before = (await models.calls('rehearsed')).length;
  await models.script('rehearsed', lenientFindings, { fault: 'hang' }, lenientVerdict);
  const path = `/v1/policies/${agent.policyId}/rehearsals/`;
  const { body: started } = await org.request('POST', path, { version_id: candidate.id, job_ids: [job.id] });
  const asked = async (): Promise<number> => (await models.calls('rehearsed')).length - before;
  await until(async () => (await asked()) === 2, 'the question for the verdict', 60_000);
  assert.equal((await org.request('POST', `${path}${started.id}/cancel/`)).status, 200);
  const cancelled = await untilRehearsal(org, agent.policyId, started.id);
  assert.deepEqual(
    [cancelled.status, cancelled.done, cancelled.reason],
    ['cancelled', 0, 'The rehearsal was cancelled.'],
  );
  const promotion = `/v1/policies/${agent.policyId}/set-current-version/${candidate.id}/`;
  const refused = await org.request('PATCH', promotion, { rehearsal_id: started.id });
  assert.deepEqual(
    [refused.status, refused.body.rehearsal_id],
    [400, ['The rehearsal is cancelled. Resume it and wait until it is done, or start another one.']],
  );
  assert.equal((await org.request('POST', `${path}${started.id}/resume/`, {})).status, 200);
  const done = await untilRehearsal(org, agent.policyId, started.id);
  assert.deepEqual([done.status, done.flips[0]?.after, done.undecidable], ['done', 'approved', []]);
  assert.equal(await asked(), 3, 'findings once, and the verdict again after the hang');
});

test('bad requests are refused, other organizations see nothing', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', trial);
  const path = `/v1/policies/${agent.policyId}/rehearsals/`;
  const version_id = agent.policyVersionId;
  for (const body of [
    {},
    { version_id: agent.id },
    { version_id, job_ids: [agent.id] },
    { version_id, job_ids: [agent.id], filter: {} },
    { version_id, filter: { limit: 10_001 } },
    { version_id, filter: { agent_id: version_id } },
  ])
    assert.equal((await org.request('POST', path, body)).status, 400, JSON.stringify(body));
  const { body: empty } = await org.request('POST', path, { version_id });
  assert.deepEqual([empty.status, empty.total], ['done', 0]);
  assert.equal((await org.request('POST', `${path}${empty.id}/resume/`, {})).status, 409);
  const other = await harness.org();
  assert.equal((await other.request('GET', `${path}${empty.id}/`)).status, 404);
  assert.equal((await other.request('POST', path, { version_id })).status, 404);
});
