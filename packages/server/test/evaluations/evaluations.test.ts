import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { defineEngine } from '#engines/engine/engine.ts';
import { testEngines } from '../engines.ts';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { badListing, createCaseAgent, goodListing, runCase, shopContent } from '../policies/cases.ts';
import { addVersion } from '../policies/fixtures.ts';
import { lenientContent } from '../rehearsals/fixtures.ts';
import { createAgent, createVersion, getJob, startJob, untilFinal } from '../runs.ts';
import { createSet, post, runSet, startRun, untilRun } from './fixtures.ts';

/** Says `{answer}`: its configuration's table for the text, or the text itself. Each answer costs `cost`. */
const tableEngine = defineEngine<{ answers?: Record<string, string>; cost?: number }>({
  id: 'TableEngine',
  name: 'TableEngine',
  description: 'Looks answers up.',
  inputs: [{ key: 'text', data_type: 'text/plain', description: 'Anything.' }],
  configSchema: Type.Object({
    answers: Type.Optional(Type.Record(Type.String(), Type.String())),
    cost: Type.Optional(Type.Number()),
    output_schema: Type.Optional(Type.Unknown()),
  }),
  async run(context, { inputs, config }) {
    await context.step('look up', async (usage) => {
      usage.cost = config.cost ?? 0;
    });
    const text = inputs.text!;
    const value = JSON.stringify({ answer: config.answers?.[text] ?? text });
    return { outputs: [{ key: 'output', data_type: 'application/json', value }] };
  },
});

const numbers = (count: number) => ({
  cases: Array.from({ length: count }, (_, n) => ({ inputs: { text: `${n}` }, expected: { answer: `${n}` } })),
});

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, tableEngine] }));
const org = await harness.org();

test('a run answers and scores every case, and sends nothing to anybody', async () => {
  const agent = await createAgent(org, 'TableEngine', { config: { answers: { b: 'x' } } });
  const webhook = await post(org, '/webhooks/', { name: 'all', url: 'https://example.com/' });
  await org.request('POST', `/webhooks/${webhook.id}/agents/`, { agent_ids: [agent.id] });
  await post(org, '/v1/triggers/', {
    name: 't',
    kind: 'agent',
    agent_id: agent.id,
    source_agent_id: agent.id,
    mapping: { text: 'x' },
  });
  const setId = await createSet(org, { agent_id: agent.id }, { csv: 'text,expected.answer,weight\na,a,3\nb,b,1\n' });
  await post(org, `/v1/evaluation-sets/${setId}/cases/`, {
    json_lines: '{"inputs": {"text": "c"}, "expected": {"/answer": "c", "missing": null}}\n',
  });
  const run = await runSet(org, setId, { repeats: 2 });
  assert.deepEqual(
    [run.status, run.total, run.done, run.agent_version_id, run.outdated],
    ['done', 3, 3, agent.versionId, false],
  );
  assert.equal(run.scores.accuracy, 4 / 5);
  assert.deepEqual(run.scores.by_field.answer, { precision: 3 / 4, recall: 3 / 4 });
  assert.deepEqual(
    [run.scores.repeats.accuracies, run.scores.repeats.single.value, run.scores.repeats.unsteady],
    [[4 / 5, 4 / 5], 4 / 5, 0],
  );
  const results = (await org.request('GET', `/v1/evaluation-runs/${run.id}/results/`)).body;
  assert.deepEqual(
    results.results.map((one: any) => [one.got, one.correct]),
    [
      [{ answer: 'a' }, true],
      [{ answer: 'x' }, false],
      [{ '/answer': 'c' }, true],
    ],
  );
  const job = await getJob(org, results.results[0].job_id);
  assert.deepEqual([job.origin, job.batch_id, job.cache.hit], ['evaluation', run.batch_id, false]);
  const [told] = await harness.database.system.query<Record<string, number>>(
    `select (select count(*) from webhook_deliveries where webhook_id = $1) as hooks,
       (select count(*) from trigger_runs r join triggers t on t.id = r.trigger_id where t.agent_id = $2) as events,
       (select count(*) from job_cache c join jobs j on j.id = c.job_id where j.agent_id = $2) as cached`,
    [webhook.id, agent.id],
  );
  assert.deepEqual(told, { hooks: 0, events: 0, cached: 0 });
});

test('cases of corrected jobs keep inputs, evidence and the answer of the reviewers, and are decided on that', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', { model: 'baseline', baseline_verdicts: true });
  const jobs = [];
  for (const product_listing of [badListing, goodListing])
    jobs.push((await runCase(org, agent.id, { product_listing })).job);
  const [bad, good] = jobs;
  const cases = `/v1/evaluation-sets/${await createSet(org, { policy_id: agent.policyId })}/cases/`;
  const refused = await org.request('POST', cases, { job_ids: [bad.id] });
  assert.deepEqual([refused.status, refused.body], [400, { job_ids: [`${bad.id}: The job has no review.`] }]);
  const review = (id: string, body: unknown) => org.request('POST', `/v1/agents/jobs/${id}/feedback/`, body);
  await review(bad.id, { matches_ground_truth: false, corrected_verdict: 'approved', human_feedback: 'A toy.' });
  await review(good.id, { matches_ground_truth: true });
  assert.deepEqual(await post(org, cases, { job_ids: [bad.id, good.id] }), { added: 2, case_count: 2 });
  assert.equal((await org.request('POST', cases, { job_ids: [bad.id] })).status, 400, 'it is there already');
  const listed = (await org.request('GET', cases)).body.results;
  assert.deepEqual(
    listed.map((one: any) => [one.inputs, one.expected, one.frozen, one.job_id]),
    [
      [{ product_listing: badListing }, { verdict: 'approved' }, true, bad.id],
      [{ product_listing: goodListing }, { verdict: 'approved' }, true, good.id],
    ],
  );
  const setId = cases.split('/')[3]!;
  const before = await runSet(org, setId);
  assert.deepEqual(
    [before.policy_version_id, before.scores.accuracy, before.scores.confusion],
    [agent.policyVersionId, 0.5, { approved: { rejected: 1, approved: 1 } }],
  );
  const [{ job_id: jobId }] = (await org.request('GET', `/v1/evaluation-runs/${before.id}/results/`)).body.results;
  const again = await getJob(org, jobId);
  assert.deepEqual(JSON.parse(again.outputs[0].value).policy_applied.version_id, agent.policyVersionId);
  // A candidate that is not current: rules on weapons are gone.
  const content = structuredClone(shopContent);
  content.guidelines.categories.splice(0, 1);
  const candidate = await addVersion(org, agent.policyId, { content, make_current: false });
  const run = await runSet(org, setId, { policy_version_id: candidate.id });
  assert.deepEqual([run.policy_version_id, run.scores.accuracy, run.regressions], [candidate.id, 1, []]);
  assert.equal(run.baseline_run_id, before.id);
  const compared = (await org.request('GET', `/v1/evaluation-runs/${before.id}/compare/${run.id}/`)).body;
  assert.deepEqual([compared.better, compared.worse, compared.a.id, compared.b.id], [1, 0, before.id, run.id]);
  const { difference, conclusive } = compared;
  assert.deepEqual([difference.value, difference.low < 0, conclusive], [0.5, true, false], 'two cases tell nothing');
  const { low, high } = run.scores.accuracy_interval;
  assert.ok(low < 0.5 && high === 1, 'two of two may be luck');
  assert.deepEqual(compared.changed, [
    {
      case_id: listed[0].id,
      expected: { verdict: 'approved' },
      got_a: { verdict: 'rejected' },
      got_b: { verdict: 'approved' },
      correct_a: false,
      correct_b: true,
    },
  ]);
});

test('with a gate, a new version becomes current after a run that passes, or by an admin with a reason', async () => {
  const agent = await createAgent(org, 'TableEngine');
  const setId = await createSet(org, { agent_id: agent.id }, numbers(4));
  const gate = `/v1/agents/${agent.id}/gate/`;
  assert.equal((await org.request('GET', gate)).body.evaluation_set_id, null);
  const asked = { evaluation_set_id: setId, min_accuracy: 0.9, no_regressions: true };
  assert.equal((await org.request('PUT', gate, asked)).status, 200);
  assert.equal((await org.request('DELETE', `/v1/evaluation-sets/${setId}/`)).status, 409);
  const worse = await createVersion(org, agent.id, { config: { answers: { 3: 'x' } } });
  const better = await createVersion(org, agent.id, { config: {} });
  const current = async () => (await org.request('GET', `/v1/agents/${agent.id}/`)).body.current_version_id;
  assert.equal(await current(), agent.versionId, 'neither became current by itself');
  const promote = (id: string, body?: unknown, headers?: Record<string, string>) =>
    org.request('PATCH', `/v1/agents/${agent.id}/set-current-version/${id}/`, body, headers);
  const ask = async (id: string) => (await org.request('GET', `${gate}?version_id=${id}`)).body.check;
  const first = await promote(worse);
  assert.deepEqual([first.status, first.body.required], [409, { evaluation_set_id: setId, run_id: null }]);
  const held = { version_id: worse, open: false, reason: first.body.error, was_current: false, run_id: null };
  assert.deepEqual(await ask(worse), held, 'the gate says beforehand what a promotion is told');
  assert.equal((await ask(agent.versionId)).was_current, true);
  assert.equal((await org.request('GET', `${gate}?version_id=${setId}`)).status, 404);
  assert.equal((await org.request('GET', `${gate}?version_id=x`)).status, 400);
  await runSet(org, setId);
  const run = await runSet(org, setId, { agent_version_id: worse });
  assert.deepEqual([run.scores.accuracy, run.regressions.length], [0.75, 1]);
  const { case_id: _case, ...regression } = run.regressions[0];
  assert.deepEqual(regression, { expected: { answer: '3' }, got: { answer: 'x' }, got_before: { answer: '3' } });
  const second = await promote(worse);
  assert.deepEqual([second.status, second.body.required.run_id], [409, run.id]);
  assert.match(second.body.error, /accuracy.*75 %.*90 %/);
  const passing = await runSet(org, setId, { agent_version_id: better });
  const { open, run_id } = await ask(better);
  assert.deepEqual([open, run_id], [true, passing.id]);
  const member = { authorization: `Bearer ${await org.keyWithRole('member')}` };
  assert.equal((await promote(better, { reason: 'Measured.' }, member)).status, 200);
  assert.equal(await current(), better);
  assert.equal((await promote(worse, { override_reason: 'urgent' }, member)).status, 403);
  assert.equal((await promote(worse, { override_reason: 'urgent' })).status, 200);
  assert.equal((await promote(agent.versionId)).status, 200, 'it was current before');
  const { results } = (await org.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=${agent.id}`)).body;
  const details = results.filter((one: any) => one.action === 'agent.version_promoted').map((one: any) => one.detail);
  assert.deepEqual([details[2].reason, details[2].evaluation_run_id], ['Measured.', passing.id]);
  assert.equal(details[1].override_reason, 'urgent');
});

test('a gate against regressions compares with the current version and nothing else', async () => {
  const agent = await createAgent(org, 'TableEngine', { config: { answers: { 1: 'x' } } });
  const setId = await createSet(org, { agent_id: agent.id }, numbers(3));
  const asked = { evaluation_set_id: setId, no_regressions: true };
  assert.equal((await org.request('PUT', `/v1/agents/${agent.id}/gate/`, asked)).status, 200);
  const [right, other] = [
    await createVersion(org, agent.id, { config: {} }),
    await createVersion(org, agent.id, { config: { answers: { 2: 'x' } } }),
  ];
  const promote = (id: string) => org.request('PATCH', `/v1/agents/${agent.id}/set-current-version/${id}/`);
  await runSet(org, setId, { agent_version_id: right });
  assert.match((await promote(right)).body.error, /The current version has no run/);
  await runSet(org, setId, { agent_version_id: agent.versionId });
  await runSet(org, setId, { agent_version_id: other });
  assert.equal((await promote(right)).status, 200, 'its own run was before that of the current version');
  const refused = await promote(other);
  assert.equal(refused.status, 409, 'it was compared with a version that is not current any more');
  assert.match(refused.body.error, /fails 1 case that the current version passes/);
});

test('a member who has to pass a gate can change neither its cases nor the gate', async () => {
  const agent = await createAgent(org, 'TableEngine');
  const setId = await createSet(org, { agent_id: agent.id }, numbers(4));
  const set = `/v1/evaluation-sets/${setId}/`;
  const member = { authorization: `Bearer ${await org.keyWithRole('member')}` };
  const own = { cases: [{ inputs: { text: '9' }, expected: { answer: '9' } }] };
  assert.equal((await org.request('POST', `${set}cases/`, own, member)).status, 201, 'no gate uses it yet');
  const gate = { evaluation_set_id: setId, min_accuracy: 1, no_regressions: false };
  await org.expect(200, 'PUT', `/v1/agents/${agent.id}/gate/`, gate);
  const worse = await createVersion(org, agent.id, { config: { answers: { 3: 'x' } } });
  const { results: cases } = await org.expect(200, 'GET', `${set}cases/`);
  const failing = cases.find((one: any) => one.inputs.text === '3');
  const refused = [
    await org.request('DELETE', `${set}cases/${failing.id}/`, undefined, member),
    await org.request('POST', `${set}cases/`, own, member),
    await org.request('PATCH', set, { name: 'mine' }, member),
    await org.request('PUT', `/v1/agents/${agent.id}/gate/`, { ...gate, min_accuracy: 0 }, member),
    await org.request('DELETE', `/v1/agents/${agent.id}/gate/`, undefined, member),
  ];
  for (const answer of refused) assert.equal(answer.status, 403, answer.text);
  assert.deepEqual((await org.expect(200, 'GET', `${set}cases/`)).results, cases);
  await runSet(org, setId, { agent_version_id: worse });
  const promoted = await org.request(
    'PATCH',
    `/v1/agents/${agent.id}/set-current-version/${worse}/`,
    undefined,
    member,
  );
  assert.equal(promoted.status, 409, promoted.text);
  await org.expect(204, 'DELETE', `${set}cases/${failing.id}/`);
});

test('a member who has to pass a gate cannot remove a case of it by deleting the data of its job', async () => {
  const agent = await createAgent(org, 'TableEngine');
  const jobId = await startJob(org, agent.id, { text: '1' });
  await untilFinal(org, jobId);
  await org.expect(200, 'POST', `/v1/agents/jobs/${jobId}/feedback/`, { matches_ground_truth: true });
  const setId = await createSet(org, { agent_id: agent.id }, { job_ids: [jobId] });
  await org.expect(200, 'PUT', `/v1/agents/${agent.id}/gate/`, { evaluation_set_id: setId, min_accuracy: 1 });
  const set = `/v1/evaluation-sets/${setId}/`;
  const member = { authorization: `Bearer ${await org.keyWithRole('member')}` };
  const refused = await org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`, {}, member);
  assert.equal(refused.status, 403, refused.text);
  assert.match(refused.text, /a set that a gate uses was taken from this job/);
  const body = { kind: 'delete_data', job_ids: [jobId] };
  const { id } = await org.expect(201, 'POST', '/v1/agents/bulk/', body, member);
  await org.expect(200, 'POST', `/v1/agents/bulk/${id}/start/`, {}, member);
  const bulk = await until(async () => {
    const found = await org.expect(200, 'GET', `/v1/agents/bulk/${id}/`);
    return found.status === 'done' && found;
  }, 'the bulk action');
  assert.deepEqual([bulk.counts.done, bulk.counts.failed], [0, 1]);
  assert.equal((await org.expect(200, 'GET', set)).case_count, 1);
  await org.expect(200, 'POST', `/v1/agents/jobs/${jobId}/delete-data/`, {});
  assert.equal((await org.expect(200, 'GET', set)).case_count, 0);
});

test('a gate before a policy: a promotion races with runs, and each job is decided by one version as a whole', async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', { model: 'baseline', baseline_verdicts: true });
  const cases = [
    { inputs: { product_listing: badListing }, expected: { verdict: 'approved' } },
    { inputs: { product_listing: goodListing }, expected: { verdict: 'approved' } },
  ];
  const setId = await createSet(org, { policy_id: agent.policyId }, { cases });
  const gate = `/v1/policies/${agent.policyId}/gate/`;
  const asked = { evaluation_set_id: setId, min_accuracy: 1, no_regressions: false };
  assert.equal((await org.request('PUT', gate, asked)).status, 200);
  const candidate = await addVersion(org, agent.policyId, { content: lenientContent() });
  const current = async () => (await org.request('GET', `/v1/policies/${agent.policyId}/`)).body.current_version_id;
  assert.equal(await current(), agent.policyVersionId, 'it did not become current by itself');
  const promote = (id: string, body?: unknown) =>
    org.request('PATCH', `/v1/policies/${agent.policyId}/set-current-version/${id}/`, body);
  const refused = await promote(candidate.id);
  assert.deepEqual([refused.status, refused.body.required], [409, { evaluation_set_id: setId, run_id: null }]);
  const subject = { agent_version_id: agent.versionId };
  const strict = await runSet(org, setId, { ...subject, policy_version_id: agent.policyVersionId });
  assert.equal(strict.scores.accuracy, 0.5);
  const passing = await runSet(org, setId, { ...subject, policy_version_id: candidate.id });
  assert.equal(passing.scores.accuracy, 1);
  const ids: string[] = [];
  let over = false;
  const runs = (async () => {
    for (let index = 0; (!over && index < 25) || index < 4; index += 1)
      ids.push(await startJob(org, agent.id, { product_listing: `${badListing}\nNumber ${index}.` }));
  })();
  await until(async () => ids.length >= 3, 'some runs');
  assert.equal((await promote(candidate.id, { reason: 'Measured.' })).status, 200);
  const last = await startJob(org, agent.id, { product_listing: `${badListing}\nThe last.` });
  over = true;
  await runs;
  const verdicts = new Map([
    [agent.policyVersionId, 'rejected'],
    [candidate.id, 'approved'],
  ]);
  const seen = new Set<string>();
  for (const id of [...ids, last]) {
    const job = await untilFinal(org, id, 60_000);
    const { policy_applied: applied, compliance_result: result } = JSON.parse(job.outputs[0].value);
    assert.equal(result.verdict, verdicts.get(applied.version_id), JSON.stringify(applied));
    seen.add(applied.version_id);
    if (id === last) assert.equal(applied.version_id, candidate.id, 'accepted after the promotion');
  }
  assert.equal(seen.size, 2);
  assert.equal((await promote(agent.policyVersionId)).status, 200, 'it was current before');
});

test('a run that is older than the cases of its set opens no gate, and neither does one of another model', async () => {
  const agent = await createAgent(org, 'TableEngine');
  const setId = await createSet(org, {}, numbers(2));
  const gate = { evaluation_set_id: setId, no_regressions: false };
  assert.equal((await org.request('PUT', `/v1/agents/${agent.id}/gate/`, gate)).status, 200);
  const next = await createVersion(org, agent.id, {});
  const promote = () => org.request('PATCH', `/v1/agents/${agent.id}/set-current-version/${next}/`);
  await runSet(org, setId, { agent_version_id: next, model: 'baseline' });
  assert.equal((await promote()).body.required.run_id, null);
  const run = await runSet(org, setId, { agent_version_id: next });
  await post(org, `/v1/evaluation-sets/${setId}/cases/`, {
    cases: [{ inputs: { text: 'n' }, expected: { answer: 'n' } }],
  });
  const refused = await promote();
  assert.deepEqual([refused.status, refused.body.required.run_id], [409, run.id]);
  assert.match(refused.body.error, /have changed/);
  assert.equal((await org.request('GET', `/v1/evaluation-runs/${run.id}/`)).body.outdated, true);
  assert.equal((await runSet(org, setId, { agent_version_id: next })).status, 'done');
  assert.equal((await promote()).status, 200);
});

test('a run stops at its cost limit and can be resumed with a higher one, without repeating anything', async () => {
  const agent = await createAgent(org, 'TableEngine', { config: { cost: 1 } });
  const setId = await createSet(org, { agent_id: agent.id }, numbers(5));
  const run = await runSet(org, setId, { max_cost: 2 });
  assert.deepEqual(
    [run.status, run.scores, run.reason],
    ['cancelled', null, 'The cost limit of the batch is reached.'],
  );
  const spent = run.cost;
  assert.ok(spent >= 2 && spent < 5, `${spent}`);
  const path = `/v1/evaluation-runs/${run.id}`;
  assert.equal((await org.request('POST', `${path}/resume/`, { max_cost: 100 })).status, 200);
  const done = await untilRun(org, run.id);
  assert.deepEqual([done.status, done.cost, done.scores.accuracy], ['done', 5, 1]);
  assert.equal((await org.request('POST', `${path}/resume/`, {})).status, 409);
});

test('a cancelled run ends as such', async () => {
  const agent = await createAgent(org, 'SleepEngine', { config: { ms: 60_000 } });
  const setId = await createSet(
    org,
    { agent_id: agent.id },
    { cases: [{ inputs: {}, expected: { output: 'slept' } }] },
  );
  const run = await startRun(org, setId);
  assert.equal((await org.request('POST', `/v1/evaluation-runs/${run.id}/cancel/`)).status, 200);
  const over = await untilRun(org, run.id);
  assert.deepEqual([over.status, over.reason], ['cancelled', 'The run was cancelled.']);
});

test('inputs that the version does not take are a 400 that names the case; fields that it cannot have are a warning', async () => {
  const agent = await createAgent(org, 'TableEngine');
  const setId = await createSet(org, { agent_id: agent.id }, numbers(1));
  const inputs = [{ key: 'text' }, { key: 'more' }];
  const other = await createVersion(org, agent.id, { inputs });
  const refused = await org.expect(400, 'POST', `/v1/evaluation-sets/${setId}/runs/`, { agent_version_id: other });
  const [{ id: caseId }] = (await org.request('GET', `/v1/evaluation-sets/${setId}/cases/`)).body.results;
  assert.deepEqual(refused, [`case ${caseId}: required input 'more' was not supplied.`]);
  const config = { output_schema: { type: 'object', properties: { reply: {} } } };
  const renamed = await createVersion(org, agent.id, { inputs: [{ key: 'text' }], config });
  const run = await runSet(org, setId, { agent_version_id: renamed });
  assert.deepEqual(run.warnings, [
    "The output schema of this version has no 'answer', which one case expects. It counts as wrong.",
  ]);
});

test('bad bodies are refused with the field; an empty set cannot be run; the same key starts one run', async () => {
  const agent = await createAgent(org, 'TableEngine');
  const setId = await createSet(org, { agent_id: agent.id });
  const cases = `/v1/evaluation-sets/${setId}/cases/`;
  const runs = `/v1/evaluation-sets/${setId}/runs/`;
  assert.deepEqual((await org.request('POST', runs, {})).body, { cases: ['The set has no cases yet.'] });
  for (const body of [{}, { cases: [] }, { csv: 'a,expected.b\n1,2', json_lines: '{}' }, { cases: [{ inputs: {} }] }])
    assert.equal((await org.request('POST', cases, body)).status, 400, JSON.stringify(body));
  await post(org, cases, numbers(1));
  for (const body of [{ agent_version_id: setId }, { policy_version_id: setId }, { repeats: 0 }, { max_cost: 0 }])
    assert.equal((await org.request('POST', runs, body)).status, 400, JSON.stringify(body));
  const headers = { 'idempotency-key': 'once' };
  const [one, two] = [await org.request('POST', runs, {}, headers), await org.request('POST', runs, {}, headers)];
  assert.equal(one.body.id, two.body.id);
  await untilRun(org, one.body.id);
});

test('sets and runs of another organization do not exist', async () => {
  const other = await harness.org();
  const agent = await createAgent(org, 'TableEngine');
  const setId = await createSet(org, { agent_id: agent.id }, numbers(1));
  const run = await runSet(org, setId);
  for (const path of [`evaluation-sets/${setId}/`, `evaluation-sets/${setId}/cases/`, `evaluation-runs/${run.id}/`])
    assert.equal((await other.request('GET', `/v1/${path}`)).status, 404, path);
  assert.equal((await other.request('POST', '/v1/evaluation-sets/', { name: 'x', agent_id: agent.id })).status, 403);
  const theirs = await createSet(other, {}, numbers(1));
  const foreign = { agent_version_id: agent.versionId };
  assert.equal((await other.request('POST', `/v1/evaluation-sets/${theirs}/runs/`, foreign)).status, 403);
  const job = await untilFinal(org, await startJob(org, agent.id, { text: 'a' }));
  await other.expect(403, 'POST', `/v1/evaluation-sets/${theirs}/cases/`, { job_ids: [job.id] });
});

test('drift shows by version and month how often reviewers agreed', async () => {
  const agent = await createAgent(org, 'TableEngine');
  for (const [index, agrees] of [true, true, false].entries()) {
    const job = await untilFinal(org, await startJob(org, agent.id, { text: `${index}` }));
    const body = { matches_ground_truth: agrees, ...(!agrees && { corrected_outputs: { '/answer': 'x' } }) };
    assert.ok((await org.request('POST', `/v1/agents/jobs/${job.id}/feedback/`, body)).status < 300);
  }
  const { rows } = (await org.request('GET', `/v1/agents/${agent.id}/drift/`)).body;
  assert.equal(rows.length, 1);
  assert.deepEqual(
    [rows[0].agent_version_id, rows[0].reviewed, rows[0].agreed, rows[0].agreement],
    [agent.versionId, 3, 2, 2 / 3],
  );
});

test("cases deleted with their jobs' data are counted, and the next run says how many are missing", async () => {
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', { model: 'baseline', baseline_verdicts: true });
  const ids: string[] = [];
  for (const product_listing of [badListing, goodListing]) {
    const { job } = await runCase(org, agent.id, { product_listing });
    await org.request('POST', `/v1/agents/jobs/${job.id}/feedback/`, { matches_ground_truth: true });
    ids.push(job.id);
  }
  const setId = await createSet(org, { policy_id: agent.policyId }, { job_ids: ids });
  assert.equal((await org.request('POST', `/v1/agents/jobs/${ids[0]}/delete-data/`)).status, 200);
  const set = await org.expect(200, 'GET', `/v1/evaluation-sets/${setId}/`);
  assert.deepEqual([set.case_count, set.erased_count], [1, 1]);
  const run = await runSet(org, setId);
  assert.match(run.warnings.join(' '), /One case of this set was deleted with the data of its job/);
});
