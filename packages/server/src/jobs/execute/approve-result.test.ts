import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCountingEngine, testEngines } from '../../../test/engines.ts';
import { request, startHarness, stopAtEnd } from '../../../test/harness.ts';
import { startJob, untilFinal, untilJob } from '../../../test/runs.ts';

const counting = createCountingEngine();

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, counting.engine] }));
const org = await harness.org();

async function createAgent(approval: object): Promise<{ id: string; current_version_id: string }> {
  const body = { name: 'Checked', engine_class_id: 'CountingEngine', approval };
  return org.expect(201, 'POST', '/v1/agents/', body);
}

const untilWaits = (jobId: string) => untilJob(org, jobId, (job) => job.waiting !== null || job.status_code >= 3);

test('a result is held back until a person approves it: that very result, and only then it is reused', async () => {
  const agent = await createAgent({ when: 'always' });
  const jobId = await startJob(org, agent.id, { text: 'a' });
  const held = await untilWaits(jobId);
  assert.deepEqual(held.waiting.options, ['approve', 'refuse']);
  assert.match(held.waiting.body, /run 1/);
  assert.deepEqual([held.status_code, held.outputs], [1, []]);
  const again = await startJob(org, agent.id, { text: 'a' });
  assert.notEqual((await untilWaits(again)).waiting, null, 'a result that nobody approved was reused');
  await org.request('POST', `/v1/agents/jobs/${again}/cancel/`);
  await org.request('POST', `/v1/waits/${held.waiting.id}/answer/`, { answer: 'approve' });
  const job = await untilFinal(org, jobId);
  assert.deepEqual([job.status_code, job.outputs[0].value], [3, 'run 1']);
  assert.equal(counting.runs.filter(({ jobId: id }) => id === jobId).length, 1, 'the engine ran again');
  const cached = await untilFinal(org, await startJob(org, agent.id, { text: 'a' }));
  assert.deepEqual([cached.status_code, cached.outputs[0].value], [6, 'run 1']);
});

test('a refusal fails the job with the comment; a late one fails or is released, and is not reused', async () => {
  const agent = await createAgent({ when: 'always' });
  const jobId = await startJob(org, agent.id, { text: 'b' });
  const { waiting } = await untilWaits(jobId);
  await org.request('POST', `/v1/waits/${waiting.id}/answer/`, { answer: 'refuse', comment: 'Wrong total.' });
  const job = await untilFinal(org, jobId);
  assert.deepEqual(
    [job.status_code, job.error_message, job.error.code],
    [4, 'The result was refused: Wrong total.', 'errand.waits.refused'],
  );
  const released = await createAgent({ when: 'always', due_hours: 0.00001, on_timeout: 'release' });
  for (const attempt of [1, 2]) {
    const late = await untilFinal(org, await startJob(org, released.id, { text: 'c' }));
    assert.equal(late.status_code, 3, `attempt ${attempt}: ${late.error_message}`);
  }
  const failing = await createAgent({ when: 'always', due_hours: 0.00001 });
  const failed = await untilFinal(org, await startJob(org, failing.id, { text: 'd' }));
  assert.equal(failed.error.code, 'errand.waits.timed_out');
});

test('a result that need not be approved gets out', async () => {
  const agent = await createAgent({ when: 'needs_review' });
  assert.equal((await untilFinal(org, await startJob(org, agent.id, { text: 'e' }))).status_code, 3);
});

test('a new version keeps the approval of its base; only an admin weakens it, also by going back', async () => {
  const strict = { when: 'always', role: 'admin', forbid_requester: true, on_timeout: 'fail' };
  const agent = await createAgent({ when: 'needs_review' });
  const member = await org.keyWithRole('member');
  const make = (body: object, key = member) =>
    request(harness.baseUrl, key, 'POST', `/v1/agents/${agent.id}/versions/`, body);
  const stricter = await make({ approval: strict });
  assert.equal(stricter.status, 201, stricter.text);
  assert.deepEqual(stricter.body.approval, strict);
  assert.deepEqual((await make({ version_name: 'next' })).body.approval, strict);
  for (const weaker of [
    { approval: null },
    { approval: { ...strict, role: 'member' } },
    { base_version_id: agent.current_version_id },
  ])
    assert.equal((await make(weaker)).status, 403, JSON.stringify(weaker));
  const back = `/v1/agents/${agent.id}/set-current-version/${agent.current_version_id}/`;
  assert.equal((await request(harness.baseUrl, member, 'PATCH', back)).status, 403);
  // Deleting the current version would make the first one current.
  const versions = (await org.request('GET', `/v1/agents/${agent.id}/versions/`)).body as { id: string }[];
  for (const { id } of versions.filter((version) => version.id !== agent.current_version_id)) {
    const { status } = await request(harness.baseUrl, member, 'DELETE', `/v1/agents/${agent.id}/versions/${id}/`);
    const left = (await org.request('GET', `/v1/agents/${agent.id}/versions/current/`)).body;
    assert.ok(left.approval.when === 'always', `${id}: ${status}`);
  }
  assert.ok(
    (await org.request('GET', `/v1/agents/${agent.id}/versions/`)).body.length >= 2,
    'the last strict one stays',
  );
  assert.equal((await org.request('PATCH', back)).status, 200);
  assert.equal((await make({ approval: null }, org.apiKey)).body.approval, null);
  assert.equal((await make({ approval: { when: 'sometimes' } })).status, 400);
});
