import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import {
  assistantMessage,
  describeTools,
  firstMessages,
  markForCache,
  toolCallsOf,
  toolMessage,
  userMessage,
} from './conversation.ts';
import { createProviderModels } from './provider-models.ts';
import type { Reply } from './reply.ts';

const request = { system: 'Be short.', prompt: [{ type: 'text' as const, text: 'Hello' }] };
const reply = (content: unknown[], text = ''): Reply => ({ content, text }) as unknown as Reply;

test('the system text and the schema come first: as a system message, or before the prompt for models without one', () => {
  const [system, user] = firstMessages(request, { schemaText: 'Schema.', hasSystem: true });
  assert.deepEqual([system?.role, system?.content], ['system', 'Be short.\n\nSchema.']);
  assert.deepEqual(user, { role: 'user', content: [{ type: 'text', text: 'Hello' }] });
  const [only, ...more] = firstMessages(request, { schemaText: undefined, hasSystem: false });
  assert.deepEqual(only?.content, [
    { type: 'text', text: 'Be short.' },
    { type: 'text', text: 'Hello' },
  ]);
  assert.deepEqual(more, []);
  assert.equal(firstMessages({ prompt: [] }, { schemaText: undefined, hasSystem: true }).length, 1);
});

test('a turn of the model goes back with what its provider wants back, and is never empty', () => {
  const signed = { type: 'reasoning', text: '', providerMetadata: { p: { signature: 's' } } };
  const call = { type: 'tool-call', toolCallId: '1', toolName: 't', input: '{"a":1}' };
  const { content } = assistantMessage(reply([signed, { type: 'text', text: '' }, call]));
  assert.deepEqual(content, [
    { type: 'reasoning', text: '', providerOptions: { p: { signature: 's' } } },
    { type: 'tool-call', toolCallId: '1', toolName: 't', input: { a: 1 } },
  ]);
  assert.equal(assistantMessage(reply([], '')).content.length, 1);
});

test('calls of tools are read; those that the provider made itself are left to it, and bad JSON stays text', () => {
  const call = (input: string, more = {}) => ({ type: 'tool-call', toolCallId: 'id', toolName: 't', input, ...more });
  const calls = toolCallsOf(
    reply([call('{"a":1}'), call(''), call('{broken'), call('{}', { providerExecuted: true })]),
  );
  assert.deepEqual(pluck(calls, 'input'), [{ a: 1 }, {}, '{broken']);
});

test('results of tools are reported as JSON, cut when they are too long, and errors as errors', () => {
  const call = { id: '1', name: 't', input: {} };
  const { content } = toolMessage([
    { call, result: { a: 1 } },
    { call, result: undefined },
    { call, result: 'x'.repeat(200_000) },
    { call, error: 'No.' },
  ]);
  const outputs = (content as { output: { type: string; value: string } }[]).map(({ output }) => output);
  assert.deepEqual(outputs[0], { type: 'text', value: '{"a":1}' });
  assert.deepEqual(outputs[1], { type: 'text', value: 'null' });
  assert.equal(outputs[2]!.value.length, 100_000);
  assert.deepEqual(outputs[3], { type: 'error-text', value: 'No.' });
});

test('a tool is described by what the model needs and not by how it is run', () => {
  const tool = { name: 't', description: 'd', inputSchema: { type: 'object' }, execute: async () => null };
  assert.deepEqual(describeTools([tool]), [
    { type: 'function', name: 't', description: 'd', inputSchema: { type: 'object' } },
  ]);
});

/** Returns what is sent to Anthropic. */
async function sentToAnthropic(prompt: ReturnType<typeof firstMessages>): Promise<any> {
  const bodies: any[] = [];
  const fetch = async (_address: unknown, init?: RequestInit): Promise<Response> => {
    bodies.push(JSON.parse(String(init?.body)));
    return Response.json({ error: { message: 'enough' } }, { status: 400 });
  };
  const models = createProviderModels({ fetch, guarded: fetch });
  const model = await models.get({ id: 'anthropic', protocol: 'anthropic', apiKey: 'k' }, 'claude-sonnet-4-6');
  await assert.rejects(Promise.resolve(model.doGenerate({ prompt })));
  return bodies[0];
}
const conversationAbout = (system: string) => [
  ...firstMessages({ system, prompt: [{ type: 'text', text: 'Q' }] }, { schemaText: undefined, hasSystem: true }),
  assistantMessage(reply([{ type: 'text', text: 'A' }])),
  userMessage('Go on.'),
];

test('the end of a conversation is marked for the cache of Anthropic, and its request has the mark', async () => {
  const sent = await sentToAnthropic(markForCache(conversationAbout('S'), true));
  assert.deepEqual(sent.messages.at(-1).content.at(-1).cache_control, { type: 'ephemeral' });
  assert.equal(JSON.stringify(sent).split('cache_control').length, 2, 'one mark');
});

test('a long system text is marked although there is one turn, and a short one is not', async () => {
  const sent = await sentToAnthropic(markForCache(conversationAbout('rule '.repeat(1_000)), false));
  assert.deepEqual(sent.system.at(-1).cache_control, { type: 'ephemeral' });
  assert.equal(JSON.stringify(sent).split('cache_control').length, 2, 'one mark');
  const short = await sentToAnthropic(markForCache(conversationAbout('S'), false));
  assert.ok(!JSON.stringify(short).includes('cache_control'));
});
