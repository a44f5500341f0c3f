import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCountingEngine, createGateEngine, testEngines } from '../../../test/engines.ts';

import { type Answer, pluck, startHarness, stopAtEnd, until } from '../../../test/harness.ts';

import { createAgent, createVersion, getJob, startJob, untilFinal } from '../../../test/runs.ts';

const counting = createCountingEngine();
const gate = createGateEngine();

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, counting.engine, gate.engine] }));
const org = await harness.org();

const retry = (jobId: string, body?: unknown): Promise<Answer> =>
  org.request('POST', `/v1/agents/jobs/${jobId}/retry/`, body);

async function finished(agentId: string, body?: unknown): Promise<string> {
  const id = await startJob(org, agentId, body);
  await untilFinal(org, id);
  return id;
}

test('makes a new job with the same inputs, metadata and limits, that names the old one and skips the cache', async () => {
  const agent = await createAgent(org, 'CountingEngine');
  const metadata = '{"n":12345678901234567890}';
  const body = `{"text": "a", "metadata": ${metadata}, "timeout_seconds": 77, "max_cost": 1.5}`;
  const old = await finished(agent.id, body);
  const answer = await retry(old);
  assert.equal(answer.status, 201, answer.text);
  assert.match(answer.text, /^"[0-9a-f-]{36}"$/);
  const job = await untilFinal(org, answer.body);
  const first = await getJob(org, old);
  assert.deepEqual([job.status_code, job.retried_from, job.cache.hit], [3, old, false]);
  const { body: repeated } = await org.request('GET', `/v1/agents/jobs/${old}/`);
  assert.deepEqual([repeated.retried_as, job.retried_as, repeated.next_attempt_at], [[job.id], [], null]);
  assert.deepEqual([job.job_inputs, job.agent_version_id], [first.job_inputs, first.agent_version_id]);
  assert.notDeepEqual(job.outputs, first.outputs);
  assert.ok((await org.request('GET', `/v1/agents/jobs/${job.id}/`)).text.includes(metadata));
  const rows = await harness.database.system.query<{ timeout_seconds: number; max_cost: number }>(
    'select timeout_seconds, max_cost from jobs where id = $1',
    [job.id],
  );
  assert.deepEqual(rows[0], { timeout_seconds: 77, max_cost: 1.5 });
  assert.deepEqual((await untilFinal(org, await startJob(org, agent.id, { text: 'a' }))).outputs, job.outputs);
});

/** What a retry decides by itself. Every other column of a job is what was asked. */
const OWN = [
  ...['id', 'batch_id', 'batch_index', 'retried_from', 'origin', 'cause', 'cache_key', 'cache_outcome'],
  'created_at',
];

test('every field of a request survives a retry, the retry of its batch and a bulk retry', async () => {
  const agent = await createAgent(org, 'CountingEngine', {
    inputs: [{ key: 'text' }, { key: 'fail', required: false }],
  });
  const body = { text: 'a', fail: 'true', metadata: { order: 7 }, timeout_seconds: 77, max_cost: 1.5 };
  const old = await finished(agent.id, body);
  assert.equal((await retry(old)).status, 201);
  const bulk = await org.request('POST', '/v1/agents/bulk/', { kind: 'retry', job_ids: [old] });
  assert.equal(bulk.status, 201, bulk.text);
  assert.equal((await org.request('POST', `/v1/agents/bulk/${bulk.body.id}/start/`)).status, 200);
  const batch = await org.request('POST', `/v1/agents/run/${agent.id}/batches/`, { inputs: [body] });
  const again = `/v1/agents/batches/${batch.body.id}/`;
  await until(async () => (await org.request('GET', again)).body.counts?.failure === 1, 'the row to fail');
  assert.equal((await org.request('POST', `${again}retry-failed/`)).status, 200);
  const listAsked = () =>
    harness.database.system.query<{ asked: Record<string, unknown> }>(
      'select to_jsonb(j) - $2::text[] as asked from jobs j where agent_id = $1::uuid order by id',
      [agent.id, OWN],
    );
  await until(async () => (await listAsked()).length === 5, 'the job of the bulk retry');
  const [first, ...others] = await listAsked();
  assert.deepEqual(first!.asked.metadata, body.metadata);
  for (const other of others) assert.deepEqual(other, first);
});

test('keeps the version of the job even when another is current, or takes the one that is named', async () => {
  const agent = await createAgent(org, 'TemplateEngine', {
    inputs: [{ key: 'text' }],
    config: { template: '1 ${text}' },
  });
  const old = await finished(agent.id, { text: 'a' });
  const second = await createVersion(org, agent.id, { config: { template: '2 ${text}' } });
  for (const [body, versionId, value] of [
    [undefined, agent.versionId, '1 a'],
    [{}, agent.versionId, '1 a'],
    [{ agent_version_id: null }, agent.versionId, '1 a'],
    [{ agent_version_id: second }, second, '2 a'],
    [{ agent_version_id: second.toUpperCase() }, second, '2 a'],
  ] as const) {
    const job = await untilFinal(org, (await retry(old, body)).body);
    assert.deepEqual([job.agent_version_id, job.outputs[0].value], [versionId, value]);
  }
});

test('another version checks the inputs: missing ones are a bare array', async () => {
  const agent = await createAgent(org, 'TemplateEngine', {
    inputs: [{ key: 'text' }],
    config: { template: '${text}' },
  });
  const old = await finished(agent.id, { text: 'a' });
  const second = await createVersion(org, agent.id, { inputs: [{ key: 'name' }] });
  const answer = await retry(old, { agent_version_id: second });
  assert.deepEqual([answer.status, answer.body], [400, ["Required input 'name' was not supplied."]]);
});

test('files are used again, one or several', async () => {
  const agent = await createAgent(org, 'EchoEngine', {
    config: { read: true },
    inputs: [
      { key: 'docs', data_type: 'application/pdf', accepts_multiple_files: true },
      { key: 'any', data_type: '*/*' },
    ],
  });
  const form = new FormData();
  form.append('docs', new File(['one'], 'a.pdf'));
  form.append('docs', new File(['two'], 'b.pdf'));
  form.append('any', new File(['three'], 'c.bin'));
  const old = await finished(agent.id, form);
  const again = (await retry(old)).body;
  const job = await untilFinal(org, again);
  assert.deepEqual(pluck(job.outputs, 'value'), ['one|two', 'three']);
  const links = await harness.database.system.query('select from job_files where job_id = $1', [again]);
  assert.equal(links.length, 3, 'so deleting the data of the first job leaves them');
});

test('works for failed, cancelled and cached jobs', async () => {
  const agent = await createAgent(org, 'CountingEngine');
  const failed = await finished(agent.id, { text: 'a', fail: 'true' });
  assert.equal((await untilFinal(org, (await retry(failed)).body)).status_code, 4);
  await finished(agent.id, { text: 'b' });
  const cached = await finished(agent.id, { text: 'b' });
  assert.equal((await getJob(org, cached)).status_code, 6);
  assert.equal((await untilFinal(org, (await retry(cached)).body)).status_code, 3);
});

test('a job that is not final, or whose data was deleted, is 400 {error}', async () => {
  const gated = await createAgent(org, 'GateEngine');
  const running = await startJob(org, gated.id, { text: 'a' });
  const early = await retry(running);
  assert.deepEqual([early.status, Object.keys(early.body)], [400, ['error', 'code']]);
  gate.open();
  await untilFinal(org, running);
  await org.request('POST', `/v1/agents/jobs/${running}/delete-data/`);
  const deleted = await retry(running);
  assert.deepEqual([deleted.status, Object.keys(deleted.body)], [400, ['error', 'code']]);
});

test('an unknown version, a version of another agent and a deleted agent are 404', async () => {
  const agent = await createAgent(org, 'EchoEngine');
  const other = await createAgent(org, 'EchoEngine');
  const old = await finished(agent.id, { text: 'a' });
  for (const versionId of ['01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', other.versionId]) {
    assert.equal((await retry(old, { agent_version_id: versionId })).status, 404);
  }
  const wrong = await retry(old, { agent_version_id: 'x' });
  assert.deepEqual([wrong.status, Object.keys(wrong.body)], [400, ['agent_version_id']]);
  await org.request('DELETE', `/v1/agents/${agent.id}/`);
  assert.equal((await retry(old)).status, 404);
});

test('needs credits like any run', async () => {
  const poor = await harness.org({ credits: 1 });
  const agent = await createAgent(poor, 'CostEngine', { config: { cost: 1 } });
  const old = await startJob(poor, agent.id);
  await untilFinal(poor, old);
  assert.equal((await poor.request('POST', `/v1/agents/jobs/${old}/retry/`)).status, 403);
});
