import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGateEngine, testEngines } from '../../../test/engines.ts';
import { startHarness, stopAtEnd, until } from '../../../test/harness.ts';
import { createAgent, getJob, startJob, untilFinal } from '../../../test/runs.ts';

const gate = createGateEngine();

const harness = stopAtEnd(
  await startHarness({ engines: [...testEngines, gate.engine], env: { ERRAND_WORKER_CONCURRENCY: '2' } }),
);
const org = await harness.org();
const gated = await createAgent(org, 'GateEngine');

async function cancel(jobId: string): Promise<void> {
  const answer = await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`);
  assert.deepEqual([answer.status, answer.text], [204, '']);
}

const codes = (job: { status_events: { status_code: number }[] }): number[] =>
  job.status_events.map((event) => event.status_code);

/** Returns the number of jobs that run in the process. */
async function running(): Promise<number> {
  const { text } = await org.request('GET', '/metrics');
  return Number(/^errand_jobs_running (\d+)/m.exec(text)![1]);
}

test('a waiting job is cancelled and never starts', async () => {
  const busy = [await startJob(org, gated.id, { text: 'b1' }), await startJob(org, gated.id, { text: 'b2' })];
  await until(async () => gate.waiting.size === 2, 'both places to be taken');
  const waiting = await startJob(org, gated.id, { text: 'waiting' });
  await cancel(waiting);
  const job = await getJob(org, waiting);
  assert.deepEqual([job.status_code, codes(job), job.cost], [5, [0, 5], 0]);
  for (const id of busy) await cancel(id);
  await until(async () => (await running()) === 0, 'the places to be free');
  assert.ok(!gate.started.includes('waiting'));
});

test('a running job is final at once, and its engine is notified', async () => {
  const id = await startJob(org, gated.id, { text: 'running' });
  await until(async () => gate.waiting.has(id), 'the job to start');
  await cancel(id);
  assert.deepEqual(codes(await getJob(org, id)), [0, 1, 5]);
  await until(async () => !gate.waiting.has(id), 'the engine to be told', 5_000);
});

test('an engine that ignores it loses its place, and the job stays cancelled', async () => {
  const agent = await createAgent(org, 'StubbornEngine');
  const ids = [await startJob(org, agent.id, { ms: 60_000 }), await startJob(org, agent.id, { ms: 60_001 })];
  await until(async () => (await running()) === 2, 'both jobs to run');
  for (const id of ids) await cancel(id);
  // These need both slots. Two seconds are promised; the rest is for a busy machine.
  const next = [await startJob(org, gated.id, { text: 'n1' }), await startJob(org, gated.id, { text: 'n2' })];
  await until(async () => gate.waiting.size === 2, 'the places to be free', 5_000);
  gate.open();
  for (const id of next) assert.equal((await untilFinal(org, id)).status_code, 3);
  gate.close();
  for (const id of ids) assert.deepEqual(codes(await getJob(org, id)), [0, 1, 5]);
});

test('a job that waits for its next attempt is cancelled', async () => {
  const agent = await createAgent(org, 'FailEngine', { config: { retry: true } });
  const id = await startJob(org, agent.id);
  await until(async () => (await getJob(org, id)).status_code === 2, 'the first failure');
  await cancel(id);
  assert.deepEqual(codes(await getJob(org, id)), [0, 1, 2, 5]);
});

test('on a final job it changes nothing', async () => {
  gate.open();
  const done = await startJob(org, gated.id, { text: 'done' });
  const before = await untilFinal(org, done);
  gate.close();
  await cancel(done);
  assert.deepEqual(await getJob(org, done), before);
  const cancelled = await startJob(org, gated.id, { text: 'twice' });
  await cancel(cancelled);
  const once = await getJob(org, cancelled);
  await cancel(cancelled);
  assert.deepEqual(await getJob(org, cancelled), once);
});

test('against the end of the job: one of them wins, the job has one final state', async () => {
  const agent = await createAgent(org, 'SleepEngine', { settings: { disable_cache: true } });
  const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => startJob(org, agent.id, { ms: n % 10 })));
  await Promise.all(ids.map(cancel));
  for (const id of ids) {
    const job = await untilFinal(org, id);
    const final = codes(job).filter((code) => code >= 3);
    assert.equal(final.length, 1);
    assert.equal(job.outputs.length, final[0] === 3 ? 1 : 0);
  }
});

test('cancel-all cancels the open jobs of one agent and says how many', async () => {
  const other = await startJob(org, (await createAgent(org, 'SleepEngine')).id, { ms: 60_000 });
  const ids = await Promise.all(['1', '2', '3'].map((text) => startJob(org, gated.id, { text })));
  const path = `/v1/agents/${gated.id}/jobs/cancel-all/`;
  const answer = await org.expect(200, 'POST', path);
  assert.deepEqual(Object.keys(answer).sort(), ['note', 'targeted_count', 'task_id']);
  assert.equal(answer.targeted_count, 3);
  assert.match(answer.task_id, /^[0-9a-f-]{36}$/);
  assert.equal(typeof answer.note, 'string');
  for (const id of ids) assert.equal((await getJob(org, id)).status_code, 5);
  const nothing = await org.request('POST', path);
  assert.deepEqual([nothing.status, nothing.body.targeted_count, nothing.body.task_id], [200, 0, null]);
  assert.ok((await getJob(org, other)).status_code < 3, 'jobs of other agents go on');
  await cancel(other);
});

test('cancel-all takes thousands', async () => {
  const busy = [await startJob(org, gated.id, { text: 'b1' }), await startJob(org, gated.id, { text: 'b2' })];
  const agent = await createAgent(org, 'EchoEngine');
  await until(async () => gate.waiting.size === 2, 'both places to be taken');
  for (let call = 0; call < 3; call += 1) {
    const inputs = Array.from({ length: 1_000 }, (_, index) => ({ text: `${call} ${index}` }));
    await org.request('POST', `/v1/agents/run/${agent.id}/async/many/`, { inputs });
  }
  const answer = await org.request('POST', `/v1/agents/${agent.id}/jobs/cancel-all/`);
  assert.equal(answer.body.targeted_count, 3_000);
  const { body } = await org.request('GET', `/v1/agents/${agent.id}/jobs/?status_code=5`);
  assert.equal(body.count, 3_000);
  for (const id of busy) await cancel(id);
});
