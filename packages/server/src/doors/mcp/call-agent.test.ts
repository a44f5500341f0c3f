import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KnowledgeLens } from '@errand/contract/knowledge.ts';
import type { Transport } from '@modelcontextprotocol/server';
import { newId } from '#platform/ids.ts';
import { type CallDeps, callAgent } from './call-agent.ts';
import { createKnowledgeServer } from './knowledge-server.ts';

const [jobId, waitId] = [newId(), newId()];
const callResuming = (state: string, agent_id = 'a') =>
  callAgent(
    {} as CallDeps,
    {
      caller: {} as never,
      callApi: async (_method, path) =>
        path.includes('waits')
          ? { status: 500, body: { detail: 'asked for questions' } }
          : { status: 200, body: { agent_id } },
    },
    { agentId: 'a', inputs: {}, wantsTask: false },
    { mcpReq: { envelope: {}, requestState: () => state } } as never,
  );

test('a call continues only a job of its own tool', async () => {
  const refused = /requestState/;
  await assert.rejects(callResuming('nonsense'), refused);
  await assert.rejects(callResuming(jobId), refused);
  await assert.rejects(callResuming(`${jobId}.${waitId}.more`), refused);
  await assert.rejects(callResuming(`${jobId}.${waitId}`, 'another'), refused);
  // The answers are passed on first.
  await assert.rejects(callResuming(`${jobId}.${waitId}`), /asked for questions/);
});

const lens = {
  name: 'Base',
  company: 'Acme',
  productSummary: '',
  refs: [{ typologyId: 't1', relevance: 'high', rationale: 'It pays out.' }],
  typologies: [{ id: 't1', name: 'Mule', description: 'Money mules' }],
} as unknown as KnowledgeLens;

/** Asks the server over its own protocol. */
async function ask(method: string, params: object): Promise<Record<string, unknown>> {
  const server = createKnowledgeServer(lens, '1.0.0');
  const { promise, resolve } = Promise.withResolvers<{
    result?: Record<string, unknown>;
    error?: { message: string };
  }>();
  const transport: Transport = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message) => resolve(message as object),
  };
  await server.connect(transport);
  transport.onmessage!({ jsonrpc: '2.0', id: 1, method, params } as never);
  const { result, error } = await promise;
  if (result === undefined) throw new Error(error!.message);
  return result;
}

test('a typology is given with its relevance to the company, and an unknown one is refused by name', async () => {
  const found = await ask('tools/call', { name: 'get_typology', arguments: { typology_id: 't1' } });
  const { relevance, rationale, name } = found.structuredContent as Record<string, string>;
  assert.deepEqual([name, relevance, rationale], ['Mule', 'high', 'It pays out.']);
  const unknown = await ask('tools/call', { name: 'get_typology', arguments: { typology_id: 't2' } });
  assert.equal(unknown.isError, true);
  assert.match(JSON.stringify(unknown.content), /t2/);
});

test('every typology is a resource that can be read', async () => {
  const { resources } = (await ask('resources/list', {})) as { resources: { uri: string }[] };
  const read = (await ask('resources/read', { uri: resources[0]!.uri })) as { contents: { text: string }[] };
  assert.equal(JSON.parse(read.contents[0]!.text).id, 't1');
  await assert.rejects(ask('resources/read', { uri: `${resources[0]!.uri}x` }), /t1x/);
});
