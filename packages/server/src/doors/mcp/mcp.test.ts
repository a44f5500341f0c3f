import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createMCPClient } from '@ai-sdk/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { testEngines } from '../../../test/engines.ts';
import { type Harness, startHarness, type TestOrg, until } from '../../../test/harness.ts';

// The door for MCP clients, with two independent ones.

let harness: Harness;
let org: TestOrg;
const opened: { close(): Promise<unknown> }[] = [];

before(async () => {
  harness = await startHarness({ engines: testEngines });
  org = await harness.org();
  const create = async (name: string, engine: string, body = {}) => {
    const created = await org.request('POST', '/v1/agents/', { name, engine_class_id: engine, ...body });
    assert.equal(created.status, 201, created.text);
  };
  const input_definitions = [{ key: 'name', data_type: 'text/plain', description: 'Who it is for.' }];
  await create('Friendly letter', 'TemplateEngine', { input_definitions, engine_config: { template: 'Dear ${name}' } });
  await create('Failing', 'FailEngine', { input_definitions: [] });
  await create('Sleeper', 'SleepEngine');
});
after(async () => {
  for (const one of opened) await one.close();
  await harness.stop();
});

type Mode = 'legacy' | 'auto';

async function connect(mode: Mode, apiKey = org.apiKey): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${harness.baseUrl}/mcp`), { requestInit }));
  opened.push(client);
  return client;
}

const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content[0]!.text;

for (const mode of ['legacy', 'auto'] as const) {
  describe(`the official client, ${mode === 'auto' ? 'revision 2026-07-28' : 'revisions of 2025'}`, () => {
    test('lists every agent as a tool with its inputs, beside the tools of the service', async () => {
      const { tools } = await (await connect(mode)).listTools();
      const letter = tools.find(({ name }) => name === 'friendly_letter')!;
      assert.deepEqual([letter.title, letter.inputSchema.required], ['Friendly letter', ['name']]);
      assert.ok(tools.some(({ name }) => name === 'errand_run_sql'));
    });

    test('runs an agent: one job with the origin mcp, whose outputs are the result', async () => {
      const client = await connect(mode);
      const result = await client.callTool({ name: 'friendly_letter', arguments: { name: `Ada ${mode}` } });
      assert.equal(textOf(result), `Dear Ada ${mode}`);
      const { job_id: jobId, outputs } = result.structuredContent as { job_id: string; outputs: object };
      assert.deepEqual(Object.values(outputs), [`Dear Ada ${mode}`]);
      const { body } = await org.request('GET', `/v1/agents/jobs/${jobId}/`);
      assert.deepEqual([body.origin, body.status_code], ['mcp', 3]);
      const job = await client.callTool({ name: 'errand_get_job', arguments: { job_id: jobId } });
      assert.equal(JSON.parse(textOf(job)).id, jobId);
      const read = await client.readResource({ uri: `errand://jobs/${jobId}` });
      assert.equal(JSON.parse((read.contents[0] as { text: string }).text).id, jobId);
    });

    test('reports failed jobs and wrong arguments as errors of the tool, and unknown tools as errors of the call', async () => {
      const client = await connect(mode);
      const failed = await client.callTool({ name: 'failing', arguments: {} });
      assert.equal(failed.isError, true);
      assert.match(textOf(failed), /The document has no pages\. \(job [0-9a-f-]{36}\)/);
      const missing = await client.callTool({ name: 'friendly_letter', arguments: {} });
      assert.equal(missing.isError, true);
      assert.match(textOf(missing), /name/);
      await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), /no_such_tool/);
      await assert.rejects(client.readResource({ uri: 'errand://jobs/nothing' }), /errand:\/\/jobs\/nothing/);
    });

    test('a viewer reads and does not run; a wrong key gets nothing; another organization has its own tools', async () => {
      const viewer = await connect(mode, await org.keyWithRole('viewer'));
      assert.equal((await viewer.callTool({ name: 'errand_list_agents', arguments: {} })).isError, undefined);
      const refused = await viewer.callTool({ name: 'friendly_letter', arguments: { name: 'Ada' } });
      assert.match(textOf(refused), /role member/);
      await assert.rejects(connect(mode, 'errand_wrong'));
      const other = await connect(mode, (await harness.org()).apiKey);
      assert.ok(!(await other.listTools()).tools.some(({ name }) => name === 'friendly_letter'));
      await assert.rejects(other.callTool({ name: 'friendly_letter', arguments: { name: 'Ada' } }));
    });
  });
}

test('a call that the client gives up cancels its job', async () => {
  const client = await connect('auto');
  const giveUp = new AbortController();
  const call = client.callTool({ name: 'sleeper', arguments: { ms: '60000' } }, { signal: giveUp.signal });
  const find = async (code: string) =>
    (await org.request('GET', `/v1/agents/jobs/?status_code=${code}`)).body.results.find(
      (job: { agent_name: string }) => job.agent_name === 'Sleeper',
    );
  await until(() => find('1'), 'the job to run');
  giveUp.abort();
  await assert.rejects(call);
  await until(() => find('5'), 'the job to be cancelled');
});

test('another client of the registry runs an agent too', async () => {
  const client = await createMCPClient({
    transport: { type: 'http', url: `${harness.baseUrl}/mcp`, headers: { authorization: `Bearer ${org.apiKey}` } },
  });
  opened.push(client);
  const { friendly_letter: letter } = await client.tools();
  assert.equal(
    textOf(await letter!.execute({ name: 'Grace' }, { toolCallId: '1', messages: [], context: {} })),
    'Dear Grace',
  );
});

test('garbage is refused in words, and the server goes on', async () => {
  const post = (body: string, type = 'application/json') =>
    fetch(`${harness.baseUrl}/mcp`, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${org.apiKey}`,
        'content-type': type,
        accept: 'application/json, text/event-stream',
      },
    });
  for (const body of ['{', '[]', '"x"', '{"jsonrpc": "1.0"}', '{"jsonrpc":"2.0","id":1,"method":"no/such"}']) {
    const response = await post(body);
    assert.ok(response.status < 500, `${body}: ${response.status} ${await response.text()}`);
  }
  assert.equal((await post('x', 'text/plain')).status, 415);
  assert.equal((await fetch(`${harness.baseUrl}/mcp`, { method: 'POST' })).status, 401);
});
