import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wires } from '../../../test/model-server/wire-formats.ts';
import { toFault } from './faults.ts';
import { createProviderModels } from './provider-models.ts';
import { readStream } from './read-stream.ts';
import type { Protocol } from './settings.ts';

const limits = { firstTokenMs: 60_000, tokenGapMs: 60_000 };

type Shape = { protocol: Protocol; answer: Response };

async function askAs({ protocol, answer }: Shape) {
  let requests = 0;
  const fetch = async (): Promise<Response> => {
    requests += 1;
    return answer;
  };
  const models = createProviderModels({ fetch, guarded: fetch });
  const provider = { id: 'own', protocol, baseUrl: 'http://localhost/v1', apiKey: 'sk-test' };
  const model = await models.get(provider as Parameters<typeof models.get>[0], 'any');
  let shown = '';
  const onText = (text: string): void => {
    shown += text;
  };
  const options = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello.' }] }] };
  const read = await readStream(model, options, { provider: 'own', limits, onText }).catch((error: unknown) => {
    throw toFault('own', error);
  });
  assert.equal(requests, 1, 'nothing is asked for twice');
  return { ...read, shown };
}

const ask = (answer: Response) => askAs({ protocol: 'openai-compatible', answer });

const completion = (message: object, finish: string | null): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'own-8b',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
});

test('a completion in one piece is an answer with its words, its end, its tokens and its model', async () => {
  const text = 'Two lines,\nand “quotes”.';
  const answer = new Response(JSON.stringify(completion({ content: text }, 'length'), null, 2), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
  const { shown, finishReason, usage, response } = await ask(answer);
  assert.equal(shown, text);
  assert.equal(finishReason.unified, 'length');
  assert.deepEqual([usage.inputTokens.total, usage.outputTokens.total], [12, 3]);
  assert.equal(response?.modelId, 'own-8b');
});

test('a completion without a reason for its end has ended', async () => {
  const { shown, finishReason } = await ask(Response.json(completion({ content: 'Yes.' }, null)));
  assert.deepEqual([shown, finishReason.unified], ['Yes.', 'stop']);
});

test('tools that it calls are called, each once', async () => {
  const calls = ['a', 'b'].map((name) => ({ id: name, type: 'function', function: { name, arguments: '{"x":1}' } }));
  const { content, finishReason } = await ask(
    Response.json(completion({ content: null, tool_calls: calls }, 'tool_calls')),
  );
  assert.deepEqual(
    content.flatMap((part) => (part.type === 'tool-call' ? [[part.toolName, part.input]] : [])),
    [
      ['a', '{"x":1}'],
      ['b', '{"x":1}'],
    ],
  );
  assert.equal(finishReason.unified, 'tool-calls');
});

test('an error with status 200 says what is wrong, and other JSON is no answer', async () => {
  await assert.rejects(ask(Response.json({ error: { message: 'The model is loading.' } })), /The model is loading/);
  await assert.rejects(ask(Response.json({ ok: true })), /^Error: own sent a response that cannot be read\.$/);
  await assert.rejects(ask(Response.json(null)), /own sent a response that cannot be read/);
});

test('events are passed on as they come', async () => {
  const events = [
    { choices: [{ index: 0, delta: { content: 'One' } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ];
  const body = `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`;
  const { shown } = await ask(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  assert.equal(shown, 'One');
});

for (const [protocol, path] of [
  ['openai', '/v1/responses'],
  ['anthropic', '/v1/messages'],
  ['google', '/v1/models/any:streamGenerateContent'],
] as const)
  test(`an answer in one piece in the shape of ${protocol} has its words, tokens and tools`, async () => {
    const wire = wires.find((one) => one.matches(path))!;
    const text = await askAs({ protocol, answer: Response.json(wire.answer({ inputTokens: 12 }, 'Two words.')) });
    assert.deepEqual([text.shown, text.finishReason.unified], ['Two words.', 'stop']);
    assert.deepEqual([text.usage.inputTokens.total, text.usage.outputTokens.total], [12, 20]);
    const tools = [{ name: 'look', input: { x: 1 } }];
    const called = await askAs({ protocol, answer: Response.json(wire.answer({ tools }, '')) });
    const calls = called.content.flatMap((part) => (part.type === 'tool-call' ? [[part.toolName, part.input]] : []));
    assert.deepEqual(calls, [['look', '{"x":1}']]);
    assert.equal(called.finishReason.unified, 'tool-calls');
    const cut = new Response('{"half": ', { headers: { 'content-type': 'application/json' } });
    await assert.rejects(askAs({ protocol, answer: cut }), /sent a response that cannot be read/);
  });
