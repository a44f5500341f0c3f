import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import OpenAI from 'openai';
import { pluck, startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { writeModelsFile } from '../models/fixtures.ts';
import { createAgent, getJob, untilFinal, uploadFile } from '../runs.ts';
import { killProcess, startWorkerProcess } from '../worker-process.ts';

// The official client of OpenAI, unchanged, with agents as its models.

const WORKER = new URL('../flows/worker-child.ts', import.meta.url);
const server = stopAtEnd(await startModelServer());
const file = await writeModelsFile({
  providers: { own: { base_url: `${server.url}/v1` } },
  models: [{ id: 'chat', provider: 'own' }],
});
after(() => file.remove());
const env = { ...server.env, ERRAND_MODELS_FILE: file.path };
const harness = stopAtEnd(await startHarness({ env: { ...env, ERRAND_ROLE: 'api' } }));
const org = await harness.org({ name: 'Ada Ltd' });
let worker = await startWorkerProcess(harness, WORKER, env);
const baseURL = `${harness.baseUrl}/openai/v1`;
const client = new OpenAI({ apiKey: org.apiKey, baseURL, maxRetries: 0 });

const schema = { type: 'object', properties: { summary: { type: 'string' } }, required: ['summary'] };
const said = { summary: 'Words that come one after the other, and that nobody gets twice.' };
const text = JSON.stringify(said);

const created = await org.expect(201, 'POST', '/v1/agents/', {
  name: 'Short Summary',
  engine_class_id: 'MultimodalExtractionEngine',
  engine_config: { text: '${text}', model: 'chat', output_schema: schema, trust: { check: false } },
});
const greeting = await org.expect(201, 'POST', '/v1/agents/', {
  name: 'Greeting',
  engine_class_id: 'TemplateEngine',
  engine_config: { template: 'Hello ${text}!' },
});

test('agents are models, found by slug and by id', async () => {
  const models = await Array.fromAsync(await client.models.list());
  assert.deepEqual(pluck(models, 'id'), ['short-summary', 'greeting']);
  assert.deepEqual(pluck(models, 'owned_by'), ['Ada Ltd', 'Ada Ltd']);
  assert.equal((await client.models.retrieve('greeting')).object, 'model');
  assert.equal((await client.models.retrieve(greeting.id)).id, 'greeting');
});

test('usage tells how many input tokens the provider had in its cache', async () => {
  await server.script('chat', { text, inputTokens: 1_200, cachedTokens: 1_000, outputTokens: 20 });
  const response = await client.responses.create({ model: 'short-summary', input: 'What is cached.' });
  assert.deepEqual([response.usage!.input_tokens, response.usage!.input_tokens_details.cached_tokens], [1_200, 1_000]);
  const chat = await client.chat.completions.create({
    model: 'short-summary',
    messages: [{ role: 'user', content: 'What is cached as well.' }],
  });
  assert.equal(chat.usage!.prompt_tokens_details!.cached_tokens, 1_000);
});

test('a response is a job: same id, text, usage, metadata, cache', async () => {
  const response = await client.responses.create({
    model: 'greeting',
    input: 'Ada',
    metadata: { mine: 'yes', cost: 'x' },
  });
  assert.equal(response.status, 'completed');
  assert.equal(response.output_text, 'Hello Ada!');
  const job = await getJob(org, response.metadata!.job_id!);
  assert.equal(response.id, `resp_${job.id.replaceAll('-', '')}`);
  assert.deepEqual(
    [response.metadata!.mine, response.metadata!.cost, response.metadata!.agent_id],
    ['yes', '0', greeting.id],
  );
  assert.equal(job.origin, 'openai');
  assert.deepEqual(await client.responses.retrieve(response.id), response);
  const again = await client.responses.create({
    model: greeting.id,
    input: [{ role: 'user', content: '{"text": "Ada"}' }],
  });
  assert.equal((await getJob(org, again.metadata!.job_id!)).status_code, 6, 'the cache answers');
  const version = await client.responses.create({
    model: `greeting@${greeting.current_version_id}`,
    prompt: { id: 'greeting', variables: { text: 'Grace' } },
  });
  assert.equal(version.output_text, 'Hello Grace!');
});

test('a stream has the words as they come, and its numbers rise', async () => {
  await server.script('chat', { text, gapMs: 20 });
  const stream = await client.responses.create({ model: 'short-summary', input: 'Read.', stream: true });
  const events = await Array.fromAsync(stream);
  const words = events.filter((one) => one.type === 'response.output_text.delta');
  assert.ok(words.length > 2, `${words.length} deltas`);
  assert.equal(words.map((one) => one.delta).join(''), text);
  const last = events.at(-1)!;
  assert.ok(last.type === 'response.completed' && last.response.output_text === undefined);
  const numbers = pluck(events, 'sequence_number');
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].toSorted((a, b) => a - b),
  );
  const helper = client.responses.stream({ model: 'short-summary', input: 'Read again.' });
  assert.equal((await helper.finalResponse()).output_text, text);
});

test('a stream cut ten times and resumed has every word once', async () => {
  await server.script('chat', { text, gapMs: 25, pieceSize: 3 });
  const first = await client.responses.create({
    model: 'short-summary',
    input: 'Cut.',
    stream: true,
    background: true,
  });
  let shown = '';
  let last = -1;
  let id = '';
  let stream: AsyncIterable<OpenAI.Responses.ResponseStreamEvent> = first;
  for (let cuts = 0; cuts <= 10; cuts += 1) {
    for await (const event of stream) {
      assert.ok(event.sequence_number > last, 'an event came twice');
      last = event.sequence_number;
      if (event.type === 'response.created') id = event.response.id;
      if (event.type !== 'response.output_text.delta') continue;
      shown += event.delta;
      if (cuts < 10) break;
    }
    if (cuts < 10) stream = await client.responses.retrieve(id, { stream: true, starting_after: last });
  }
  assert.equal(shown, text);
});

test('a worker killed between two words: a new item says so, and nothing is lost', async () => {
  await server.script('chat', { text, gapMs: 10, stopAfter: 6 });
  const stream = await client.responses.create({ model: 'short-summary', input: 'Kill.', stream: true });
  const texts: string[] = [];
  let killed: Promise<void> | undefined;
  let closed = 0;
  const whole: OpenAI.Responses.ResponseStreamEvent[] = [];
  for await (const event of stream) {
    whole.push(event);
    if (event.type === 'response.output_item.added') texts[event.output_index] = '';
    if (event.type === 'response.output_item.done' && (event.item as { status: string }).status === 'incomplete')
      closed += 1;
    if (event.type === 'response.output_text.delta') texts[event.output_index] += event.delta;
    if (event.type === 'response.output_text.delta')
      killed ??= (async () => {
        await server.script('chat', { text, gapMs: 2 });
        await killProcess(worker);
        worker = await startWorkerProcess(harness, WORKER, env);
      })();
    if (event.type === 'response.completed') assert.equal(event.response.usage!.output_tokens, 20, 'paid once');
  }
  await killed;
  assert.equal(closed, 1);
  assert.equal(texts.at(-1), text);
  assert.ok(text.startsWith(texts[0]!));

  const last = whole.at(-1)!;
  assert.ok(last.type === 'response.completed');
  const { id, output } = last.response;
  const itemIds = whole.flatMap((event) => (event.type === 'response.output_item.done' ? [event.item.id] : []));
  assert.equal(itemIds.length, 2);
  assert.equal(output[0]!.id, itemIds[1], 'the response names the item that the stream ended');
  // The server closes connections that nobody has used for a minute, which this one may have become.
  const patient = client.withOptions({ maxRetries: 2 });
  assert.equal((await patient.responses.retrieve(id)).output[0]!.id, itemIds[1]);
  const isDelta = ({ type }: { type: string }): boolean => type === 'response.output_text.delta';
  const wordsOf = (events: typeof whole): string =>
    events
      .flatMap((one) => (one.type === 'response.output_text.delta' && one.output_index === 1 ? [one.delta] : []))
      .join('');
  for (const { sequence_number: after } of whole) {
    const rest = await Array.fromAsync(await patient.responses.retrieve(id, { stream: true, starting_after: after }));
    const missed = whole.filter((event) => event.sequence_number > after);
    assert.deepEqual(
      rest.filter((event) => !isDelta(event)),
      missed.filter((event) => !isDelta(event)),
      `resumed after ${after}`,
    );
    assert.equal(wordsOf(rest), wordsOf(missed), `resumed after ${after}`);
  }
});

test('in the background, cancelled, deleted, and not stored', async () => {
  await server.script('chat', { text, gapMs: 5, stopAfter: 3 });
  const started = await client.responses.create({ model: 'short-summary', input: 'Later.', background: true });
  assert.ok(['queued', 'in_progress'].includes(started.status!));
  assert.deepEqual([started.background, (await client.responses.retrieve(started.id)).background], [true, true]);
  await until(async () => (await client.responses.retrieve(started.id)).status === 'in_progress', 'the start');
  const cancelled = await client.responses.cancel(started.id);
  assert.deepEqual([cancelled.status, cancelled.background], ['cancelled', true]);
  const done = await client.responses.create({ model: 'greeting', input: 'Delete', store: true });
  assert.equal(done.background, false);
  await client.responses.delete(done.id);
  assert.deepEqual((await client.responses.retrieve(done.id)).output, []);
  const unstored = await client.responses.create({ model: 'greeting', input: 'Forget me', store: false });
  assert.equal(unstored.output_text, 'Hello Forget me!');
  const job = await getJob(org, unstored.metadata!.job_id!);
  assert.equal(job.job_inputs[0].value, '[deleted]');
});

test('a job that is not stored exists only together with its mark, so no death between them keeps its data', async () => {
  const { system } = harness.database;
  const count = async (sql: string): Promise<number> => (await system.query<{ n: number }>(sql))[0]!.n;
  const jobs = () => count('select count(*)::int as n from jobs');
  const before = await jobs();
  let answer: Promise<OpenAI.Responses.Response>;
  await system.tx(async (tx) => {
    await tx.run('lock table unstored_jobs in access exclusive mode');
    answer = client.responses.create({ model: 'greeting', input: 'Nobody', store: false });
    const waiting = `select count(*)::int as n from pg_locks where relation = 'unstored_jobs'::regclass and not granted`;
    await until(async () => (await count(waiting)) > 0, 'the mark to be written');
    assert.equal(await jobs(), before);
  });
  assert.equal((await answer!).output_text, 'Hello Nobody!');
  assert.equal(await jobs(), before + 1);
});

test('what is not stored goes at the end of the job, also if the client has left or a person has to decide', async () => {
  const isDeleted = async (jobId: string) => (await getJob(org, jobId)).job_inputs[0].value === '[deleted]';
  const rows = () => harness.database.system.query<{ outcome: string | null }>('select outcome from unstored_jobs');
  const hurry = () => harness.database.system.run('update unstored_jobs set due_at = now() where outcome is null');
  assert.deepEqual(await rows(), [], 'the answer has deleted what it marked');

  await server.script('chat', { text, gapMs: 20 });
  const stream = await client.chat.completions.create({
    model: 'short-summary',
    messages: [{ role: 'user', content: 'I leave.' }],
    stream: true,
    store: false,
  });
  let left: string | undefined;
  for await (const { id, choices } of stream) {
    left = id.slice('chatcmpl-'.length).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    if (choices[0]!.delta.content) break;
  }
  await untilFinal(org, left!);
  assert.equal(await isDeleted(left!), false);
  await hurry();
  await until(() => isDeleted(left!), 'the data to go');

  const held = await createAgent(org, 'TemplateEngine', { config: { template: 'Hello ${text}!' } });
  await org.expect(201, 'POST', `/v1/agents/${held.id}/versions/`, { approval: { when: 'always', role: 'admin' } });
  const response = await client.responses.create({ model: held.id, input: 'Wait.', store: false });
  const jobId = response.metadata!.job_id!;
  await hurry();
  await until(async () => (await rows()).length === 2, 'the second mark');
  assert.equal(await isDeleted(jobId), false, 'a person has to see what waits');
  const [wait] = (await org.expect(200, 'GET', `/v1/waits/?job_id=${jobId}`)).results;
  await org.expect(200, 'POST', `/v1/waits/${wait.id}/answer/`, { answer: 'approve' });
  await untilFinal(org, jobId);
  await hurry();
  await until(() => isDeleted(jobId), 'the data to go');
  await until(async () => (await rows()).every(({ outcome }) => outcome === 'deleted'), 'the marks to end');
  const entries = await harness.database.system.query<{ by_key: boolean }>(
    `select actor_key_id is not null as by_key from audit_log where action = 'job.data_deleted' and target_id = any ($1)`,
    [[left!, jobId]],
  );
  assert.deepEqual(pluck(entries, 'by_key'), [true, true]);
});

test('chat completions: whole and as chunks', async () => {
  await server.script('chat', { text, gapMs: 5 });
  const whole = await client.chat.completions.create({
    model: 'greeting',
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Ada' },
    ],
  });
  assert.equal(whole.choices[0]!.message.content, 'Hello Ada!');
  const chunks = await Array.fromAsync(
    await client.chat.completions.create({
      model: 'short-summary',
      messages: [{ role: 'user', content: 'Read it in chunks.' }],
      stream: true,
      stream_options: { include_usage: true },
      response_format: { type: 'json_schema', json_schema: { name: 'output', schema } },
    }),
  );
  assert.equal(chunks.map((one) => one.choices[0]?.delta.content ?? '').join(''), text);
  assert.equal(chunks.at(-1)!.usage!.completion_tokens, 20);
});

test('files come as data and by id', async () => {
  const reader = await createAgent(org, 'MultimodalExtractionEngine', {
    config: { text: '${document}', model: 'chat', output_schema: schema, trust: { check: false } },
    inputs: [{ key: 'document', data_type: 'application/pdf' }],
  });
  await server.script('chat', { text });
  const fileId = await uploadFile(org, 'A note about Ada.');
  const data = `data:text/plain;base64,${Buffer.from('A letter to Grace.').toString('base64')}`;
  for (const part of [{ file_data: data, filename: 'letter.txt' }, { file_id: fileId }]) {
    const response = await client.responses.create({
      model: reader.id,
      input: [{ role: 'user', content: [{ type: 'input_file', ...part }] }],
    });
    assert.equal(response.status, 'completed', response.error?.message);
    const [call] = (await server.calls('chat')).slice(-1);
    assert.match(JSON.stringify(call!.body), /Ada|Grace/);
  }
});

test('errors have the shape and the codes that clients know', async () => {
  const error = async (call: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> => {
    const one = await call.then(
      () => assert.fail('it was accepted'),
      (thrown: unknown) => thrown,
    );
    assert.ok(one instanceof OpenAI.APIError, String(one));
    return one;
  };
  const unknown = await error(client.responses.create({ model: 'no-such', input: 'x' }));
  assert.deepEqual([unknown.status, unknown.code, unknown.param], [404, 'model_not_found', 'model']);
  const slip = await error(client.responses.create({ model: 'greting', input: 'x' }));
  assert.match(slip.message, /Did you mean 'greeting'\? Models are agents: GET \/openai\/v1\/models lists/);
  const tools = await error(client.responses.create({ model: 'greeting', input: 'x', instructions: 'Be brief.' }));
  assert.deepEqual([tools.status, tools.code, tools.param], [400, 'unsupported_parameter', 'instructions']);
  const missing = await error(client.responses.create({ model: 'greeting', input: '' }));
  assert.equal(missing.status, 400);
  const stranger = new OpenAI({ apiKey: 'sk-wrong', baseURL, maxRetries: 0 });
  assert.deepEqual([(await error(stranger.models.list())).status], [401]);
  const poor = await harness.org({ credits: 0 });
  const agent = await createAgent(poor, 'TemplateEngine', { config: { template: '${text}' } });
  const empty = new OpenAI({ apiKey: poor.apiKey, baseURL, maxRetries: 0 });
  const quota = await error(empty.responses.create({ model: agent.id, input: 'x' }));
  assert.deepEqual([quota.status, quota.code], [429, 'insufficient_quota']);
  await server.script('chat', { status: 400, errorBody: { error: { message: 'Never.' } } });
  const failing = await client.responses.create({ model: 'short-summary', input: 'Fail.' });
  assert.equal(failing.status, 'failed');
  assert.match(failing.error!.message, /Never/);
});

test('the same key and body is the same response', async () => {
  const options = { headers: { 'idempotency-key': 'once' } };
  const [one, two] = [
    await client.responses.create({ model: 'greeting', input: 'Once' }, options),
    await client.responses.create({ model: 'greeting', input: 'Once' }, options),
  ];
  assert.equal(one.id, two.id);
});

test('a job that waits for a person is in progress, with the address of the wait', async () => {
  await server.script('chat', { text });
  const held = await createAgent(org, 'MultimodalExtractionEngine', {
    config: { text: '${text}', model: 'chat', output_schema: schema, trust: { check: false } },
  });
  await org.expect(201, 'POST', `/v1/agents/${held.id}/versions/`, { approval: { when: 'always', role: 'admin' } });
  const response = await client.responses.create({ model: held.id, input: 'Hold.' });
  assert.equal(response.status, 'in_progress');
  assert.match(response.metadata!.wait_url!, /\/v1\/waits\/[0-9a-f-]{36}\/$/);
  assert.equal(created.id.length, 36);
});

test('agents of one name have the same ids here as in A2A, and each runs under its own', async () => {
  const younger = await org.expect(201, 'POST', '/v1/agents/', {
    name: 'greeting!',
    engine_class_id: 'TemplateEngine',
    engine_config: { template: 'Good day ${text}.' },
  });
  const models = pluck(await Array.fromAsync(await client.models.list()), 'id');
  const card = await org.expect(200, 'GET', '/.well-known/agent-card.json');
  assert.deepEqual(models.toSorted(), card.skills.map(({ id }: { id: string }) => id).toSorted());
  const slug = `greeting-${younger.id.slice(-8)}`;
  assert.ok(models.includes(slug));
  assert.equal((await client.responses.create({ model: slug, input: 'Ada' })).output_text, 'Good day Ada.');
  assert.equal((await client.responses.create({ model: 'greeting', input: 'Ada' })).output_text, 'Hello Ada!');
});
