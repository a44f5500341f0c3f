import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createMCPClient } from '@ai-sdk/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { testEngines } from '../../../test/engines.ts';
import { pluck, startHarness, until } from '../../../test/harness.ts';

// Tests MCP with two independent clients.

const ASKED = JSON.stringify({ kind: 'question', title: 'Refund it?', options: ['yes', 'no'] });

const opened: { close(): Promise<unknown> }[] = [];

const harness = await startHarness({ engines: testEngines });
const org = await harness.org();
const create = async (name: string, engine: string, body = {}) => {
  await org.expect(201, 'POST', '/v1/agents/', { name, engine_class_id: engine, ...body });
};
const input_definitions = [{ key: 'name', data_type: 'text/plain', description: 'Who it is for.' }];
await create('Friendly letter', 'TemplateEngine', { input_definitions, engine_config: { template: 'Dear ${name}' } });
await create('Failing', 'FailEngine', { input_definitions: [] });
await create('Sleeper', 'SleepEngine');
await create('Stepping', 'StepsEngine');
await create('Asking', 'WaitEngine', { engine_config: { request: ASKED } });
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

test('in the revisions of 2025 a client that goes away leaves its job, and a revision that is not known is refused', async () => {
  const post = (headers: object, signal: AbortSignal | null = null, params: object = { arguments: { ms: '2500' } }) =>
    fetch(`${harness.baseUrl}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.apiKey}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'sleeper', ...params } }),
      signal,
    });
  const refused = await post({ 'mcp-protocol-version': '1999-01-01' });
  assert.equal(refused.status, 400);
  assert.equal(((await refused.json()) as { id: number }).id, 7);
  const leave = new AbortController();
  const newest = async () => (await org.request('GET', '/v1/agents/jobs/?page_size=1')).body.results[0];
  const { id: before } = await newest();
  const call = post({ 'mcp-protocol-version': '2025-11-25' }, leave.signal);
  const job = await until(async () => {
    const one = await newest();
    return one.id !== before && one.status_code === 1 ? one : undefined;
  }, 'the job to run');
  leave.abort();
  await assert.rejects(call);
  const ended = await until(async () => {
    const { body } = await org.request('GET', `/v1/agents/jobs/${job.id}/`);
    return body.status_code > 2 ? body : undefined;
  }, 'the job to end');
  assert.equal(ended.status_code, 3);
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

test('garbage is refused in words, and the server continues', async () => {
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

describe('long work', () => {
  const rpc = (method: string, params: object) =>
    org.request('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params });

  test('revision 2025-11-25: a call that asks for a task gets one, which is read, waited for, listed and cancelled', async () => {
    const start = async (ms: string) => {
      const { body } = await rpc('tools/call', { name: 'sleeper', arguments: { ms }, task: { ttl: 60_000 } });
      return body.result.task.taskId as string;
    };
    const taskId = await start('300');
    const { body: state } = await rpc('tasks/get', { taskId });
    assert.ok(['working', 'completed'].includes(state.result.status));
    const { body: ended } = await rpc('tasks/result', { taskId });
    assert.deepEqual(ended.result.structuredContent, { job_id: taskId, outputs: { output: 'slept' } });
    const long = await start('60000');
    assert.equal((await rpc('tasks/cancel', { taskId: long })).body.result.status, 'cancelled');
    const { body: list } = await rpc('tasks/list', {});
    assert.deepEqual(pluck(list.result.tasks.slice(0, 2), 'taskId'), [long, taskId]);
    assert.equal((await rpc('tasks/get', { taskId: 'nothing' })).body.error.code, -32602);
    assert.equal((await rpc('tasks/cancel', { taskId: long })).body.error.code, -32602);
  });

  test('a job that asks a person shows the client how to answer, and continues with the answer', async () => {
    const client = await connect('legacy');
    const asked = await client.callTool({ name: 'asking', arguments: {} });
    assert.equal(asked.isError, true);
    const [, jobId, waitId] = /The job (\S+) asks: .*\[wait (\S+)\]/.exec(textOf(asked))!;
    const answered = await client.callTool({
      name: 'errand_answer_wait',
      arguments: { wait_id: waitId, answer: 'yes' },
    });
    assert.equal(answered.isError, undefined, textOf(answered));
    const job = await until(async () => {
      const { body } = await org.request('GET', `/v1/agents/jobs/${jobId}/`);
      return body.status_code === 3 ? body : undefined;
    }, 'the job to end');
    assert.match(job.outputs[0].value, /yes/);
  });
});

test('files of a job and rules of a policy can be read, and prompts name the tools that answer them', async () => {
  const client = await connect('auto');
  const { prompts } = await client.listPrompts();
  const { messages } = await client.getPrompt({ name: prompts[0]!.name, arguments: { job_id: 'x' } });
  assert.match(JSON.stringify(messages), /errand_get_job/);
  await assert.rejects(client.getPrompt({ name: prompts[0]!.name, arguments: {} }), /Missing arguments: job_id/);
  await org.expect(201, 'POST', '/v1/policies/', {
    name: 'Refunds',
    content: { guidelines: { categories: [{ title: 'A', rules: [{ title: 'a rule' }] }] } },
  });
  const { resources } = await client.listResources();
  const { uri } = resources.find(({ name }) => name === 'Refunds')!;
  assert.match(JSON.stringify(await client.readResource({ uri })), /a rule/);
  const ran = await client.callTool({ name: 'stepping', arguments: {} });
  const { job_id: jobId } = ran.structuredContent as { job_id: string };
  const list = JSON.parse(
    ((await client.readResource({ uri: `errand://jobs/${jobId}/artifacts` })).contents[0] as { text: string }).text,
  );
  const { artifact_key: key } = list.artifacts[0];
  const kept = await client.readResource({ uri: `errand://jobs/${jobId}/artifacts/${encodeURIComponent(key)}` });
  assert.ok((kept.contents[0] as { text: string }).text.length > 2);
});

test('pages of other sites are refused, those of this machine are not', async () => {
  const ask = (origin: string) => org.request('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, { origin });
  assert.equal((await ask('https://evil.example')).status, 403);
  assert.equal((await ask('http://localhost:6274')).status, 200);
});
