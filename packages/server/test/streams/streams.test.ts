import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Event, type EventReader, readEvents } from '../event-client.ts';
import { pluck, startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { writeModelsFile } from '../models/fixtures.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { killProcess, startWorkerProcess } from '../worker-process.ts';
import { deltas, isDelta, restarts, shown, watchJob } from './watch.ts';

// Words of models on their way to readers: over two API processes and workers that are killed.

const WORKER = new URL('../flows/worker-child.ts', import.meta.url);
const server = stopAtEnd(await startModelServer());
const own = { base_url: `${server.url}/v1` };
const file = await writeModelsFile({
  providers: {
    own,
    'own-anthropic': { ...own, protocol: 'anthropic' },
    'own-google': { base_url: `${server.url}/v1beta`, protocol: 'google' },
    'own-openai': { ...own, protocol: 'openai' },
  },
  models: [
    { id: 'chat', provider: 'own', prices: { input: 1, output: 2 } },
    { id: 'anthropic', provider: 'own-anthropic' },
    { id: 'google', provider: 'own-google' },
    { id: 'responses', provider: 'own-openai' },
  ],
});
const limits = { ERRAND_MODEL_FIRST_TOKEN_SECONDS: '2', ERRAND_MODEL_TOKEN_GAP_SECONDS: '1' };
const env = { ...server.env, ERRAND_MODELS_FILE: file.path, ...limits };
const harness = stopAtEnd(await startHarness({ env: { ...env, ERRAND_ROLE: 'api' } }));
const org = await harness.org();
let worker = await startWorkerProcess(harness, WORKER, env);
after(() => file.remove());

const schema = {
  type: 'object',
  properties: { summary: { type: 'string' }, total: { type: 'number' } },
  required: ['summary', 'total'],
};
const answer = { summary: 'Words that come one after the other, “quoted” and \u{1f600}.', total: 12.5 };
const text = JSON.stringify(answer, null, 2);

const agentOf = (model: string, more: object = {}) =>
  createAgent(org, 'MultimodalExtractionEngine', {
    config: { text: '${text}', model, output_schema: schema, trust: { check: false }, ...more },
  });

const watch = (jobId: string, lastEventId?: string): Promise<EventReader> => watchJob(harness, org, jobId, lastEventId);

const left = async (jobId: string): Promise<number> =>
  (
    await harness.database.system.query<{ n: number }>('select count(*)::int as n from job_deltas where job_id = $1', [
      jobId,
    ])
  )[0]!.n;

for (const model of ['chat', 'anthropic', 'google', 'responses']) {
  test(`the words of a model come as they are written (${model}), and make up the output`, async () => {
    await server.script(model, { text, gapMs: 25 });
    const { id } = await agentOf(model);
    const jobId = await startJob(org, id, { text: `Read this, ${model}.` });
    const { events, ended } = await watch(jobId);
    await ended;
    const job = await untilFinal(org, jobId);
    assert.equal(job.status_code, 3, job.error_message);
    assert.ok(deltas(events).length > 1, `${deltas(events).length} deltas`);
    assert.equal(shown(events), job.outputs[0].value);
    assert.ok(!events.some(({ event }) => event === 'restart'));
    assert.deepEqual(JSON.parse(job.outputs[0].value), answer);
    assert.equal(events.findIndex(isDelta) > events.findIndex(({ data }) => data.status_code === 1), true);
    assert.equal(new Set(pluck(events, 'id')).size, events.length, 'each event has an id of its own');
    assert.ok(job.input_tokens === 100 && job.output_tokens === 20, 'tokens are counted as without a stream');
    assert.equal(await left(jobId), 0, 'the end erases the deltas');
  });
}

test('a reader cut ten times gets every word once, before and after the end of the job', async () => {
  await server.script('chat', { text, gapMs: 20, pieceSize: 3 });
  const { id } = await agentOf('chat');
  const jobId = await startJob(org, id, { text: 'Cut me.' });
  const all: Event[] = [];
  for (let cuts = 0; cuts < 10; cuts += 1) {
    const reader = await watch(jobId, all.at(-1)?.id);
    await until(async () => reader.events.some(isDelta), 'a delta');
    reader.leave();
    await reader.ended.catch(() => undefined);
    // Not all that had come: a cut in the middle.
    all.push(...reader.events.slice(0, reader.events.findIndex(isDelta) + 1));
  }
  const job = await untilFinal(org, jobId);
  const { events, ended } = await watch(jobId, all.at(-1)!.id);
  await ended;
  all.push(...events);
  assert.equal(shown(all), job.outputs[0].value);
  assert.equal(new Set(pluck(all, 'id')).size, all.length);
  const second = await fetch(`${harness.baseUrl}/v1/agents/jobs/${jobId}/events/`, {
    headers: { authorization: `Bearer ${org.apiKey}`, 'last-event-id': all.at(-1)!.id },
  });
  assert.equal(second.status, 204, 'there is nothing after the end');
});

test('a run that asks for events answers with them, and the end has the outputs', async () => {
  await server.script('chat', { text, gapMs: 2 });
  const { id } = await agentOf('chat');
  const { events, ended, response } = await readEvents(`${harness.baseUrl}/v1/agents/run/${id}/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${org.apiKey}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ text: 'Now.' }),
  });
  await ended;
  const end = events.at(-1)!;
  assert.equal(end.event, 'end');
  assert.equal(end.data.outputs[0].value, shown(events));
  assert.ok(deltas(events).length > 1);
  const job = await untilFinal(org, response.headers.get('x-agent-job-id')!);
  assert.deepEqual(end.data.outputs, job.outputs);
});

test('a worker killed between two words: a new attempt says so, nothing is lost, nothing is paid twice', async () => {
  await server.script('chat', { text, gapMs: 10, stopAfter: 8 });
  const { id } = await agentOf('chat');
  const before = (await server.calls('chat')).length;
  const jobId = await startJob(org, id, { text: 'Kill me.' });
  const { events, ended } = await watch(jobId);
  await until(async () => deltas(events).length >= 2, 'two deltas', 30_000);
  await server.script('chat', { text, gapMs: 2 });
  await killProcess(worker);
  worker = await startWorkerProcess(harness, WORKER, env);
  await ended;
  const job = await untilFinal(org, jobId);
  assert.equal(job.status_code, 3, job.error_message);
  assert.deepEqual(pluck(restarts(events), 'data'), [{ key: 'output', attempt: 2 }]);
  assert.equal(shown(events), job.outputs[0].value);
  assert.equal((await server.calls('chat')).length, before + 2);
  assert.deepEqual([job.input_tokens, job.output_tokens], [100, 20], 'the call that was cut is not charged');
});

test('a provider that breaks off, or stops between two words, is asked again: restart, one answer, one price', async () => {
  for (const fault of ['cut', undefined] as const) {
    await server.script('chat', { text, gapMs: 30, stopAfter: 6, ...(fault && { fault }) }, { text, gapMs: 2 });
    const { id } = await agentOf('chat');
    const jobId = await startJob(org, id, { text: `Break off (${fault}).` });
    const { events, ended } = await watch(jobId);
    await ended;
    const job = await untilFinal(org, jobId);
    assert.equal(job.status_code, 3, job.error_message);
    assert.equal(shown(events), job.outputs[0].value);
    assert.equal(restarts(events).length, 1);
    const [step] = job.steps;
    const detail = await org.expect(200, 'GET', `/v1/agents/jobs/${jobId}/steps/${step.seq}/`);
    assert.match(detail.retries[0].error, fault ? /broke off/ : /did not go on within 1 s/);
    assert.equal(job.output_tokens, 20);
  }
});

test('a server that ignores the stream and answers in one piece has answered: one call, no repeat', async () => {
  await server.script('chat', { text, inOnePiece: true });
  const { id } = await agentOf('chat');
  const before = (await server.calls('chat')).length;
  const jobId = await startJob(org, id, { text: 'In one piece.' });
  const { events, ended } = await watch(jobId);
  await ended;
  const job = await untilFinal(org, jobId);
  assert.equal(job.status_code, 3, job.error_message);
  const calls = (await server.calls('chat')).slice(before);
  assert.deepEqual(
    calls.map(({ body }) => body.stream),
    [true],
  );
  assert.equal(shown(events), job.outputs[0].value);
  assert.deepEqual([job.input_tokens, job.output_tokens], [100, 20]);
  const detail = await org.expect(200, 'GET', `/v1/agents/jobs/${jobId}/steps/${job.steps[0].seq}/`);
  assert.deepEqual(detail.retries ?? [], []);
});

test('a piece that is cut, or is none, is no answer, and is asked for again', async () => {
  for (const fault of ['cut', 'broken'] as const) {
    await server.script('chat', { text, inOnePiece: true, fault }, { text });
    const { id } = await agentOf('chat');
    const before = (await server.calls('chat')).length;
    const job = await untilFinal(org, await startJob(org, id, { text: `A piece (${fault}).` }));
    assert.equal(job.status_code, 3, job.error_message);
    assert.equal((await server.calls('chat')).length, before + 2);
    assert.equal(job.attempt, 1);
  }
});

test('a provider whose first token does not come within its limit is given up', async () => {
  await server.script('chat', { text, delayMs: 10_000 }, { text });
  const { id } = await agentOf('chat');
  const job = await untilFinal(org, await startJob(org, id, { text: 'Slow.' }), 20_000);
  const detail = await org.expect(200, 'GET', `/v1/agents/jobs/${job.id}/steps/${job.steps[0].seq}/`);
  assert.match(detail.retries[0].error, /no first token within 2 s/);
  assert.equal(job.status_code, 3);
});

for (const model of ['chat', 'anthropic', 'google', 'responses']) {
  test(`a model that thinks for longer than any limit is at work, and its thoughts are not shown (${model})`, async () => {
    // Longer than the limit for the first token, with gaps of a quarter of theirs.
    await server.script(model, { text, thoughts: 'Let me think of it. '.repeat(4), pieceSize: 8, gapMs: 250 });
    const { id } = await agentOf(model);
    const jobId = await startJob(org, id, { text: `Think, ${model}.` });
    const { events, ended } = await watch(jobId);
    await ended;
    const job = await untilFinal(org, jobId, 60_000);
    assert.equal(job.status_code, 3, job.error_message);
    const detail = await org.expect(200, 'GET', `/v1/agents/jobs/${jobId}/steps/${job.steps[0].seq}/`);
    assert.deepEqual(detail.retries ?? [], []);
    assert.equal(shown(events), job.outputs[0].value);
    assert.equal(restarts(events).length, 0);
  });
}

test('a model that sends pings until it begins has time, but pings alone do not keep a call alive', async () => {
  for (const model of ['chat', 'anthropic']) {
    await server.script(model, { text, pings: 10, gapMs: 300, pieceSize: 50 });
    const { id } = await agentOf(model);
    const job = await untilFinal(org, await startJob(org, id, { text: `Slow, ${model}.` }), 30_000);
    const detail = await org.expect(200, 'GET', `/v1/agents/jobs/${job.id}/steps/${job.steps[0].seq}/`);
    assert.deepEqual([job.status_code, detail.retries ?? []], [3, []]);
  }
  await server.script('anthropic', { text, pings: 1_000, gapMs: 300 }, { text });
  const { id } = await agentOf('anthropic');
  const job = await untilFinal(org, await startJob(org, id, { text: 'Dead.' }), 60_000);
  const detail = await org.expect(200, 'GET', `/v1/agents/jobs/${job.id}/steps/${job.steps[0].seq}/`);
  assert.match(detail.retries[0].error, /no first token within 6 s/);
  assert.equal(job.status_code, 3);
});

test('an answer that has to be corrected begins anew, and so does an output that differs from the words', async () => {
  await server.script('chat', { json: { summary: 'No total.' } }, { text });
  const { id } = await agentOf('chat');
  const jobId = await startJob(org, id, { text: 'Correct it.' });
  const { events, ended } = await watch(jobId);
  await ended;
  const job = await untilFinal(org, jobId);
  assert.equal(shown(events), job.outputs[0].value);

  // Members with numbers for names come first when JSON is read, whatever their order in the text.
  await server.script('chat', { text: '{"summary": "a", "total": 1, "7": true}', gapMs: 20 });
  const second = await startJob(org, id, { text: 'Another order.' });
  const reader = await watch(second);
  await reader.ended;
  const { outputs } = await untilFinal(org, second);
  assert.equal(outputs[0].value, '{"7":true,"summary":"a","total":1}');
  assert.equal(shown(reader.events), outputs[0].value);
  assert.ok(reader.events.some(({ event }) => event === 'restart'));
});

test('nothing is shown of a result that people have to approve', async () => {
  await server.script('chat', { text, gapMs: 2 });
  const { id } = await agentOf('chat');
  await org.expect(201, 'POST', `/v1/agents/${id}/versions/`, { approval: { when: 'always', role: 'admin' } });
  const jobId = await startJob(org, id, { text: 'Hold it.' });
  const { events, leave } = await watch(jobId);
  await until(async () => events.some(({ event }) => event === 'waiting'), 'the wait');
  assert.equal(deltas(events).length, 0);
  const [call] = (await server.calls('chat')).slice(-1);
  assert.equal(call!.body.stream, undefined, 'the answer is not even streamed');
  leave();
});

test('a cancelled job leaves no words behind', async () => {
  await server.script('chat', { text, gapMs: 10, stopAfter: 8 });
  const { id } = await agentOf('chat');
  const jobId = await startJob(org, id, { text: 'Cancel me.' });
  const { events, ended } = await watch(jobId);
  await until(async () => deltas(events).length > 0, 'a delta');
  await org.expect(204, 'POST', `/v1/agents/jobs/${jobId}/cancel/`);
  await ended;
  assert.equal(events.at(-1)!.data.status, 5);
  await until(async () => (await left(jobId)) === 0, 'the words to go', 30_000);
});
