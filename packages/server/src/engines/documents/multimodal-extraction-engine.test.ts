import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck, startHarness, stopAtEnd } from '../../../test/harness.ts';
import { startModelServer } from '../../../test/model-server/start.ts';
import { createAgent, getJob, startJob, untilFinal, uploadFile } from '../../../test/runs.ts';

const server = stopAtEnd(await startModelServer());
const harness = stopAtEnd(await startHarness({ env: { ...server.env, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const org = await harness.org();

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, total: { type: 'number', minimum: 0 } },
  required: ['name', 'total'],
  additionalProperties: false,
};

const agent = (model: string, config: Record<string, unknown> = {}) =>
  createAgent(org, 'MultimodalExtractionEngine', {
    config: { model, text: '${text}', output_schema: schema, ...config },
  });

async function run(model: string, config: Record<string, unknown> = {}): Promise<any> {
  const { id } = await agent(model, config);
  return untilFinal(org, await startJob(org, id, { text: 'Ada owes 12.50.' }), 60_000);
}

test('an extraction agent gives JSON that fits its schema, with tokens, cost and one step for the call', async () => {
  await server.script('gpt-4.1-2025-04-14', {
    json: { name: 'Ada', total: 12.5 },
    inputTokens: 1_000,
    cachedTokens: 400,
    outputTokens: 100,
  });
  const job = await run('gpt-4.1-2025-04-14');
  assert.equal(job.status_code, 3, job.error_message);
  assert.deepEqual(JSON.parse(job.outputs[0].value), { name: 'Ada', total: 12.5 });
  assert.equal(job.outputs[0].data_type, 'application/json');
  assert.equal(job.input_tokens, 1_000);
  assert.equal(job.output_tokens, 100);
  // 600 at 2 USD, 400 from the cache at 0.5 and 100 at 8 USD per million.
  assert.equal(job.cost, 0.0022);
  const [step, ...others] = job.steps;
  assert.deepEqual(pluck(others, 'name', 'kind', 'cost'), [['check values', 'compute', 0]]);
  assert.deepEqual(
    {
      kind: step.kind,
      model: step.model,
      name: step.name,
      cost: step.cost,
      input: step.input_tokens,
      output: step.output_tokens,
      error: step.error,
    },
    {
      kind: 'model',
      model: 'gpt-4.1-2025-04-14',
      name: 'extract',
      cost: 0.0022,
      input: 1_000,
      output: 100,
      error: null,
    },
  );
  assert.ok(step.duration_ms >= 0 && step.started_at && 'artifact_key' in step);
  const [call] = await server.calls('gpt-4.1-2025-04-14');
  assert.equal(call!.body.response_format.type, 'json_schema');
  assert.match(JSON.stringify(call!.body.messages), /Ada owes 12\.50/);
});

test('a model whose price is not known costs 0 and the output says so', async () => {
  await server.script('my-local-model', { json: { name: 'Ada', total: 1 } });
  const job = await run('my-local-model');
  assert.equal(job.cost, 0);
  assert.match(job.outputs[0].description, /price is not known/);
});

test('an answer that does not fit is repaired at most twice', async () => {
  await server.script(
    'mended',
    { json: { name: 'Ada' } },
    { text: 'Here: {"name": "Ada", "total": "12"}' },
    { text: '```json\n{"name": "Ada", "total": 12}\n```' },
  );
  const job = await run('mended');
  assert.equal(job.status_code, 3, job.error_message);
  assert.deepEqual(JSON.parse(job.outputs[0].value), { name: 'Ada', total: 12 });
  const calls = await server.calls('mended');
  assert.equal(calls.length, 3);
  assert.match(JSON.stringify(calls[1]!.body.messages), /'total' is missing/);
  assert.equal(job.input_tokens, 300);
});

test('an answer that never fits fails the job with the field that is wrong, after three calls', async () => {
  await server.script('stubborn', { json: { name: 'Ada', total: -1 } });
  const job = await run('stubborn');
  assert.equal(job.status_code, 4);
  assert.match(job.error_message, /'total' must be at least 0/);
  assert.equal((await server.calls('stubborn')).length, 3);
});

test('a refusal and a cut answer fail the job with a clear text and are not asked again', async () => {
  await server.script('refusing', { refusal: 'I will not read that.' });
  await server.script('cut-short', { text: '{"name": "A', finish: 'length' });
  const [refused, short] = await Promise.all([run('refusing'), run('cut-short')]);
  assert.match(refused.error_message, /refused to answer: I will not read that/);
  assert.match(short.error_message, /was cut/);
  assert.equal((await server.calls('refusing')).length, 1);
  assert.equal((await server.calls('cut-short')).length, 1);
});

test('images from files and addresses reach the model; what is no image fails the job', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const file = await uploadFile(org, png, 'dot.png');
  await server.script('seeing', { json: { name: 'dot', total: 1 } });
  const { id } = await agent('seeing', { images: `${file}, file_${file}`, text: '' });
  const job = await untilFinal(org, await startJob(org, id, { text: '-' }));
  assert.equal(job.status_code, 3, job.error_message);
  const parts = (await server.calls('seeing'))[0]!.body.messages.at(-1).content;
  assert.equal(parts.filter((part: any) => part.type === 'image_url').length, 2);
  assert.match(parts[0].image_url.url, /^data:image\/png;base64,iVBOR/);
  const note = await uploadFile(org, 'no image', 'note.txt');
  const { id: other } = await agent('seeing', { images: note });
  assert.match(
    (await untilFinal(org, await startJob(org, other, { text: '-' }))).error_message,
    /'note\.txt' must be a PNG/,
  );
});

test('a schema that is hostile or wrong is a 400 when the agent is made, and names what is wrong', async () => {
  const refused: [unknown, RegExp][] = [
    [{ type: 'object', properties: { a: { type: 'string', pattern: '(?=x)(a+)+$' } } }, /pattern/],
    [{ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, /leads back to itself/],
    [{ $ref: 'https://example.com/schema.json' }, /must refer to the same schema/],
    [{ type: 'strung' }, /not valid/],
    ['{"type": ', /not JSON/],
    [[1], /output_schema/],
  ];
  for (const [output_schema, message] of refused) {
    const answer = await org.request('POST', '/v1/agents/', {
      name: 'x',
      engine_class_id: 'MultimodalExtractionEngine',
      engine_config: { text: 'a', output_schema },
    });
    assert.equal(answer.status, 400, JSON.stringify(output_schema));
    assert.match(answer.body.engine_config.join(' '), message);
  }
  const wrong = await org.expect(400, 'POST', '/v1/agents/', {
    name: 'x',
    engine_class_id: 'MultimodalExtractionEngine',
    engine_config: { text: 'a', temperature: 'hot', output_schema: schema },
  });
  assert.match(wrong.engine_config[0], /temperature/);
});

test('without text and images, and without a schema, the job says what is missing', async () => {
  const { id } = await agent('seeing', { text: ' ' });
  assert.match((await untilFinal(org, await startJob(org, id, { text: '-' }))).error_message, /'text' or 'images'/);
  const bare = await createAgent(org, 'MultimodalExtractionEngine', { config: { text: '$text' } });
  assert.match((await untilFinal(org, await startJob(org, bare.id, { text: '-' }))).error_message, /'output_schema'/);
});

test('a cost limit stops the job at the next call', async () => {
  await server.script('claude-sonnet-4-6', { json: {}, inputTokens: 1_000_000 });
  await server.script('gpt-4.1-2025-04-14', { json: {}, inputTokens: 1_000_000 });
  const { id } = await agent('gpt-4.1-2025-04-14');
  const before = (await server.calls('gpt-4.1-2025-04-14')).length;
  const jobId = await startJob(org, id, { inputs: { text: 'Ada' }, max_cost: 1 });
  const job = await untilFinal(org, jobId);
  assert.equal(job.status_code, 4);
  assert.match(job.error_message, /cost limit/);
  assert.equal((await server.calls('gpt-4.1-2025-04-14')).length, before + 1);
  assert.equal((await getJob(org, jobId)).cost, 2.00016);
});
