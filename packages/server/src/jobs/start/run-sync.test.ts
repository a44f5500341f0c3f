import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createGateEngine, testEngines } from '../../../test/engines.ts';
import { pluck, startHarness, stopAtEnd, until } from '../../../test/harness.ts';
import { createAgent, getJob, runSync, startJob, untilFinal } from '../../../test/runs.ts';

const gate = createGateEngine();

const harness = stopAtEnd(
  await startHarness({ engines: [...testEngines, gate.engine], env: { ERRAND_WORKER_CONCURRENCY: '2' } }),
);
const org = await harness.org();

test('answers with complete output items and names its job, which is listed like any other', async () => {
  const agent = await createAgent(org, 'EchoEngine');
  const answer = await runSync(org, agent.id, { text: 'a', metadata: { n: 1 } });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type')!, /^application\/json/);
  assert.deepEqual(answer.body, [{ key: 'text', data_type: 'text/plain', value: 'a', description: '', cost: 0 }]);
  const jobId = answer.headers.get('x-agent-job-id')!;
  const list = await org.request('GET', `/v1/agents/${agent.id}/jobs/`);
  assert.deepEqual([list.body.count, list.body.results[0].id], [1, jobId]);
  const job = await getJob(org, jobId);
  assert.deepEqual([job.status_code, job.origin, job.attempt, job.metadata], [3, 'api', 1, { n: 1 }]);
});

describe('a job that fails', () => {
  test('is 400 {error} with the message of the engine, and still names its job', async () => {
    const agent = await createAgent(org, 'FailEngine', { config: { message: 'The page could not be fetched.' } });
    const answer = await runSync(org, agent.id);
    assert.deepEqual([answer.status, answer.body.error], [400, 'The page could not be fetched.']);
    assert.equal((await getJob(org, answer.headers.get('x-agent-job-id')!)).status_code, 4);
  });

  test('for a reason that the engine did not expect shows nothing of its inside, and is tried again', async () => {
    const agent = await createAgent(org, 'FailEngine', { config: { unknown: true, times: 1 } });
    const answer = await runSync(org, agent.id);
    assert.deepEqual([answer.status, answer.body[0].value], [200, 'recovered']);
    const job = await getJob(org, answer.headers.get('x-agent-job-id')!);
    assert.equal(job.attempt, 2);
    assert.deepEqual(pluck(job.status_events, 'status_code'), [0, 1, 2, 1, 3]);
    assert.ok(!JSON.stringify(job).includes('secret internals'), 'no internals');
  });

  test('because of its time limit says so; the limit holds for synchronous and background runs', async () => {
    const agent = await createAgent(org, 'SleepEngine', { config: { ms: 60_000 } });
    const answer = await runSync(org, agent.id, { timeout_seconds: 1 });
    assert.deepEqual([answer.status, answer.body.error], [400, 'The job did not finish within its 1 seconds.']);
    const stubborn = await createAgent(org, 'StubbornEngine');
    const job = await untilFinal(org, await startJob(org, stubborn.id, { timeout_seconds: 1 }));
    assert.deepEqual([job.status_code, job.error_message], [4, 'The job did not finish within its 1 seconds.']);
    assert.equal(job.attempt, 1, 'a job that is too slow is not tried again');
  });

  test('because it was cancelled is 400 {error} too', async () => {
    const agent = await createAgent(org, 'GateEngine');
    const waiting = runSync(org, agent.id, { text: 'to be cancelled' });
    const jobId = await until(async () => [...gate.waiting.keys()][0], 'the job to start');
    await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`);
    const answer = await waiting;
    assert.deepEqual([answer.status, answer.body.error], [400, 'The job was cancelled.']);
    assert.equal(answer.headers.get('x-agent-job-id'), jobId);
  });

  test('because its output is too large says how large', async () => {
    const agent = await createAgent(org, 'HugeEngine');
    const fits = await runSync(org, agent.id, { bytes: 1_000_000 });
    assert.equal(fits.body[0].value.length, 1_000_000);
    const answer = await runSync(org, agent.id, { bytes: 33 * 1024 * 1024 });
    assert.equal(answer.status, 400);
    assert.match(answer.body.error, /34603008 bytes/);
  });
});

test('a dropped connection does not cancel the job', async () => {
  const agent = await createAgent(org, 'GateEngine');
  const controller = new AbortController();
  const dropped = fetch(`${harness.baseUrl}/v1/agents/run/${agent.id}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${org.apiKey}`, 'content-type': 'application/json' },
    body: '{"text": "dropped"}',
    signal: controller.signal,
  });
  const jobId = await until(async () => [...gate.waiting.keys()][0], 'the job to start');
  controller.abort();
  await assert.rejects(dropped);
  gate.open();
  const job = await untilFinal(org, jobId);
  gate.close();
  assert.deepEqual([job.status_code, job.outputs[0].value], [3, 'passed dropped']);
});

test('a caller whose job finds no free place waits in the queue, before everybody else', async () => {
  const agent = await createAgent(org, 'GateEngine');
  const busy = [await startJob(org, agent.id, { text: 'b1' }), await startJob(org, agent.id, { text: 'b2' })];
  await until(async () => gate.waiting.size === 2, 'both places to be taken');
  const from = gate.started.length;
  const many = await org.request('POST', `/v1/agents/run/${agent.id}/async/many/`, { inputs: [{ text: 'bulk' }] });
  const single = await startJob(org, agent.id, { text: 'single' });
  const waiting = runSync(org, agent.id, { text: 'caller' });
  await until(async () => {
    const rows = await harness.database.system.query('select from job_queue where worker_id is null');
    return rows.length === 3;
  }, 'three jobs in the queue');
  await org.request('POST', `/v1/agents/jobs/${busy[0]}/cancel/`);
  const next = async (count: number) =>
    until(async () => gate.started.length === from + count, `job ${count} to start`);
  await next(1);
  for (const count of [2, 3]) {
    gate.waiting.get([...gate.waiting.keys()].find((id) => id !== busy[1])!)!();
    await next(count);
  }
  gate.open();
  assert.deepEqual(gate.started.slice(from), ['caller', 'single', 'bulk']);
  assert.equal((await waiting).status, 200);
  for (const id of [...busy, ...many.body, single]) await untilFinal(org, id);
  gate.close();
});

test('the answer comes by the time limit of the job, even if it never started', async () => {
  const agent = await createAgent(org, 'GateEngine');
  const busy = [await startJob(org, agent.id, { text: 'b1' }), await startJob(org, agent.id, { text: 'b2' })];
  await until(async () => gate.waiting.size === 2, 'both places to be taken');
  const answer = await runSync(org, agent.id, { text: 'late', timeout_seconds: 1 });
  const jobId = answer.headers.get('x-agent-job-id')!;
  assert.equal(answer.status, 400, 'never a 5xx: the client would run it a second time');
  assert.ok(answer.body.error.includes(jobId));
  gate.open();
  assert.equal((await untilFinal(org, jobId)).status_code, 3);
  for (const id of busy) await untilFinal(org, id);
});
