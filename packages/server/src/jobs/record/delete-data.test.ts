import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGateEngine, testEngines } from '../../../test/engines.ts';
import { type Answer, startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createAgent, getJob, startJob, untilFinal, uploadFile } from '../../../test/runs.ts';

const gate = createGateEngine();

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, gate.engine] }));
const org = await harness.org();

const deleteData = (jobId: string): Promise<Answer> => org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`);
const nothing = {
  status: 'success',
  deleted_count: 0,
  failed_count: 0,
  blob_sanitized: true,
  outputs_sanitized: true,
  artifacts_deleted_count: 0,
  artifacts_failed_count: 0,
  errors: null,
};
/** The answer without the certificate, which differs each time. */
function counted({ certificate, ...rest }: Record<string, unknown>): Record<string, unknown> {
  assert.ok(certificate);
  return rest;
}

async function runWithFile(content: string): Promise<{ id: string; fileId: string }> {
  const agent = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'doc', data_type: 'application/pdf' }] });
  const form = new FormData();
  form.set('doc', new File([content], 'a.pdf'));
  const id = await startJob(org, agent.id, form);
  const job = await untilFinal(org, id);
  return { id, fileId: job.job_inputs[0].value };
}

test('removes uploads, outputs, steps, artifacts and references, and counts them; the job stays', async () => {
  const agent = await createAgent(org, 'StepsEngine');
  const id = await startJob(org, agent.id, { text: 'secret input', metadata: { kept: 'yes' } });
  const before = await untilFinal(org, id);
  const page = JSON.parse(before.outputs[1].value);
  const reference = new URL(page.references[0]).pathname;
  const artifact = `/v1/agents/jobs/${id}/artifacts/result/?artifact_key=${page.evidence_data[0]}`;
  for (const path of [reference, artifact]) assert.equal((await org.request('GET', path)).status, 200);

  const answer = await deleteData(id);
  assert.deepEqual(
    [answer.status, counted(answer.body)],
    [200, { ...nothing, deleted_count: 1, artifacts_deleted_count: 1 }],
  );
  for (const path of [reference, artifact]) {
    const gone = await org.request('GET', path);
    assert.deepEqual([gone.status, Object.keys(gone.body)], [404, ['detail', 'code']]);
  }
  const after = await getJob(org, id);
  assert.deepEqual([after.outputs, after.steps, after.job_inputs[0].value], [[], [], '[deleted]']);
  assert.deepEqual(
    [after.status_code, after.metadata, after.cost, after.status_events],
    [before.status_code, before.metadata, before.cost, before.status_events],
  );
  const stored = await harness.database.system.query<{ row: string }>(
    `select (select to_json(j)::text from jobs j where id = $1) || (select to_json(r)::text from job_results r where job_id = $1) as row`,
    [id],
  );
  assert.ok(!stored[0]!.row.includes('secret input'), 'not even in the database');
});

test('a second call is 200 with zero counts', async () => {
  const { id } = await runWithFile('once');
  const first = await deleteData(id);
  assert.deepEqual(counted(first.body), { ...nothing, deleted_count: 1 });
  const second = await deleteData(id);
  assert.deepEqual([second.status, counted(second.body)], [200, nothing]);
});

test('an uploaded input is gone for everybody', async () => {
  const { id, fileId } = await runWithFile('gone soon');
  assert.equal((await org.request('GET', `/v1/files/${fileId}/content/`)).status, 200);
  await deleteData(id);
  assert.equal((await org.request('GET', `/v1/files/${fileId}/content/`)).status, 404);
});

test('a file that another job uses stays, uncounted, until the last of them is deleted', async () => {
  const agent = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'doc', data_type: 'application/pdf' }] });
  const fileId = await uploadFile(org, 'shared');
  const [one, two] = [await startJob(org, agent.id, { doc: fileId }), await startJob(org, agent.id, { doc: fileId })];
  for (const id of [one, two]) await untilFinal(org, id);
  assert.deepEqual(counted((await deleteData(one)).body), nothing);
  assert.equal((await org.request('GET', `/v1/files/${fileId}/content/`)).text, 'shared');
  assert.deepEqual(counted((await deleteData(two)).body), { ...nothing, deleted_count: 1 });
  assert.equal((await org.request('GET', `/v1/files/${fileId}/`)).status, 404);
});

test('the same content under another file id stays readable', async () => {
  const one = await runWithFile('equal bytes');
  const two = await runWithFile('equal bytes');
  await deleteData(one.id);
  assert.equal((await org.request('GET', `/v1/files/${two.fileId}/content/`)).text, 'equal bytes');
});

test('the cache forgets the job, and jobs that it answered keep their own copy', async () => {
  const agent = await createAgent(org, 'EchoEngine');
  const source = await startJob(org, agent.id, { text: 'a' });
  await untilFinal(org, source);
  const hit = await startJob(org, agent.id, { text: 'a' });
  await deleteData(source);
  assert.equal((await getJob(org, hit)).outputs[0].value, 'a');
  assert.equal((await untilFinal(org, await startJob(org, agent.id, { text: 'a' }))).status_code, 3);
});

test('every final state can be deleted; a job that is not final is 400 {error}', async () => {
  const gated = await createAgent(org, 'GateEngine');
  const running = await startJob(org, gated.id, { text: 'a' });
  const early = await deleteData(running);
  assert.deepEqual([early.status, Object.keys(early.body)], [400, ['error', 'code']]);
  await org.request('POST', `/v1/agents/jobs/${running}/cancel/`);
  assert.deepEqual(counted((await deleteData(running)).body), nothing);
  const failed = await startJob(org, (await createAgent(org, 'FailEngine')).id);
  await untilFinal(org, failed);
  assert.equal((await deleteData(failed)).status, 200);
  const status = await org.request('GET', `/v1/agents/jobs/${failed}/status/`);
  assert.deepEqual([status.body.status, status.body.error_message], [4, 'The document has no pages.']);
});

test('the audit log has each deletion with its actor', async () => {
  const { id } = await runWithFile('audited');
  await deleteData(id);
  const { body } = await org.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=${id}`);
  assert.deepEqual([body.count, body.results[0].action], [1, 'job.data_deleted']);
});
