import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { AgentCard, type Message, Role, SendMessageRequest, type Task, TaskState } from '@a2a-js/sdk';
import { type Client, ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { testEngines } from '../../../test/engines.ts';
import { pluck, startHarness, stopAtEnd, until } from '../../../test/harness.ts';
import { startReceiver } from '../../../test/webhooks/receiver.ts';

// Tests A2A with the client of the protocol's own SDK.

const ASKED = JSON.stringify({ kind: 'question', title: 'Refund it?', options: ['yes', 'no'] });

const agents: Record<string, string> = {};

const receiver = stopAtEnd(await startReceiver());
const harness = stopAtEnd(await startHarness({ engines: testEngines, env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const org = await harness.org();
const text = { key: 'name', data_type: 'text/plain', description: 'Who it is for.', example: 'Ada' };
const file = { key: 'paper', data_type: 'application/pdf', description: 'The paper.' };
const files = { ...file, key: 'others', required: false, accepts_multiple_files: true };
await create('letter', 'TemplateEngine', { input_definitions: [text], engine_config: { template: 'Dear ${name}' } });
await create('failing', 'FailEngine', { input_definitions: [] });
await create('sleeper', 'SleepEngine');
await create('asking', 'WaitEngine', { engine_config: { request: ASKED } });
await create('asking again', 'WaitEngine', { engine_config: { request: ASKED } });
await create('reader', 'EchoEngine', { input_definitions: [text, file, files], engine_config: { read: true } });

async function create(name: string, engine: string, body = {}): Promise<void> {
  const created = await org.expect(201, 'POST', '/v1/agents/', { name, engine_class_id: engine, ...body });
  agents[name] = created.id;
}

function connect(name: string, apiKey = org.apiKey): Promise<Client> {
  const fetchImpl: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${apiKey}`);
    return fetch(input, { ...init, headers });
  };
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  return factory.createFromUrl(`${harness.baseUrl}/a2a/${agents[name]}/`, '.well-known/agent-card.json');
}

type Given = { parts: unknown[]; messageId?: string; contextId?: string; taskId?: string };

const request = ({ messageId = randomUUID(), ...message }: Given, configuration?: object): SendMessageRequest =>
  SendMessageRequest.fromJSON({ message: { messageId, role: 'ROLE_USER', ...message }, configuration });

const sendTask = async (client: Client, given: Given, configuration?: object): Promise<Task> =>
  (await client.sendMessage(request(given, configuration))) as Task;

const stateOf = (task: Task): string => TaskState[task.status!.state].replace('TASK_STATE_', '');
const outputsOf = (task: Task) =>
  Object.fromEntries(task.artifacts.map(({ artifactId, parts }) => [artifactId, parts[0]!.content!.value]));
const textOf = (message: Message | undefined) => message?.parts.map(({ content }) => content!.value).join('');
const count = async (name: string): Promise<number> =>
  (await org.request('GET', `/v1/agents/${agents[name]}/jobs/`)).body.count;

describe('a message', () => {
  test('runs the agent: the task is a job with the origin a2a, and its outputs are artifacts', async () => {
    const client = await connect('letter');
    const task = await sendTask(client, { parts: [{ text: 'Ada' }] });
    assert.deepEqual([stateOf(task), Object.values(outputsOf(task))], ['COMPLETED', ['Dear Ada']]);
    const { body: job } = await org.request('GET', `/v1/agents/jobs/${task.id}/`);
    assert.deepEqual([job.origin, job.status_code, job.agent_id], ['a2a', 3, agents.letter]);
    const again = await client.getTask({ tenant: '', id: task.id });
    assert.deepEqual(outputsOf(again), outputsOf(task));
    assert.deepEqual([again.history[0]?.role, task.contextId], [Role.ROLE_USER, task.id]);
  });

  test('with a data part gives the inputs as they are, and one that is sent again is the same task', async () => {
    const client = await connect('letter');
    const given = { parts: [{ data: { name: 'Grace' } }], messageId: randomUUID(), contextId: 'talk-1' };
    const before = await count('letter');
    const [one, two] = await Promise.all([sendTask(client, given), sendTask(client, given)]);
    assert.deepEqual([one.id, Object.values(outputsOf(one)), one.contextId], [two.id, ['Dear Grace'], 'talk-1']);
    assert.equal(await count('letter'), before + 1);
    await assert.rejects(sendTask(client, { ...given, parts: [{ data: { name: 'Other' } }] }), /already used/);
    const listed = await client.listTasks({ ...noFilter, contextId: 'talk-1' });
    assert.deepEqual(pluck(listed.tasks, 'id'), [one.id]);
  });

  test('carries files: inside the message or by address, in the order of the inputs', async () => {
    const client = await connect('reader');
    const raw = (text: string) => ({ raw: Buffer.from(text).toString('base64'), filename: 'a.txt', mediaType: 'x/y' });
    const task = await sendTask(client, { parts: [{ text: 'Ada' }, raw('first'), raw('second'), raw('third')] });
    assert.equal(stateOf(task), 'COMPLETED', textOf(task.status?.message));
    const { name, paper, others } = outputsOf(task);
    assert.deepEqual([name, paper], ['Ada', 'first']);
    assert.match(String(others), /second.*third/s);
    const address = await sendTask(client, { parts: [{ text: 'Ada' }, { url: 'https://example.com/a.pdf' }] });
    assert.equal(outputsOf(address).paper, 'https://example.com/a.pdf');
  });

  test('that does not fit is refused in words; a job that fails is a failed task with its reason', async () => {
    const client = await connect('letter');
    await assert.rejects(sendTask(client, { parts: [{ data: {} }] }), /name/);
    await assert.rejects(sendTask(client, { parts: [] }), /no parts/);
    await assert.rejects(sendTask(client, { parts: [{ url: 'https://example.com/' }] }), /files/);
    await assert.rejects(sendTask(client, { parts: [{ text: 'x' }], taskId: randomUUID() }), /not found/);
    await assert.rejects(client.getTask({ tenant: '', id: 'nothing' }), /Task nothing not found/);
    const failed = await sendTask(await connect('failing'), { parts: [{ data: {} }] });
    assert.deepEqual([stateOf(failed), textOf(failed.status?.message)], ['FAILED', 'The document has no pages.']);
    const viewer = await connect('letter', await org.keyWithRole('viewer'));
    await assert.rejects(sendTask(viewer, { parts: [{ text: 'x' }] }), /role member/);
  });
});

const noFilter = { tenant: '', contextId: '', status: 0, pageToken: '', statusTimestampAfter: undefined } as const;

test('a stream shows the task, its artifacts and its end; one of another task starts in the middle', async () => {
  const client = await connect('sleeper');
  const events: string[] = [];
  let taskId = '';
  for await (const { payload } of client.sendMessageStream(request({ parts: [{ data: { ms: '300' } }] }))) {
    events.push(payload!.$case);
    if (payload!.$case === 'task') taskId = payload!.value.id;
    if (payload!.$case === 'statusUpdate') events.push(TaskState[payload!.value.status!.state]);
  }
  assert.deepEqual(
    [events[0], ...events.slice(-3)],
    ['task', 'artifactUpdate', 'statusUpdate', 'TASK_STATE_COMPLETED'],
  );
  await assert.rejects(async () => {
    for await (const _ of client.resubscribeTask({ tenant: '', id: taskId }));
  }, /has ended/);
  const running = await sendTask(client, { parts: [{ data: { ms: '60000' } }] }, { returnImmediately: true });
  assert.ok(['SUBMITTED', 'WORKING'].includes(stateOf(running)));
  const states: string[] = [];
  for await (const { payload } of client.resubscribeTask({ tenant: '', id: running.id })) {
    if (payload!.$case === 'task') await client.cancelTask({ tenant: '', id: running.id, metadata: undefined });
    if (payload!.$case === 'statusUpdate') states.push(TaskState[payload!.value.status!.state]!);
  }
  assert.equal(states.at(-1), 'TASK_STATE_CANCELED');
  await assert.rejects(client.cancelTask({ tenant: '', id: running.id, metadata: undefined }), /already ended/);
  const cancelled = await client.listTasks({ ...noFilter, status: TaskState.TASK_STATE_CANCELED, pageSize: 1 });
  assert.deepEqual([cancelled.tasks[0]?.id, cancelled.pageSize], [running.id, 1]);
});

test('a job that asks a person is a task that requires input, and a message to it is the answer', async () => {
  const client = await connect('asking');
  const asked = await sendTask(client, { parts: [{ data: {} }] });
  assert.equal(stateOf(asked), 'INPUT_REQUIRED');
  assert.equal(asked.status!.message!.parts[0]!.content!.value, 'Refund it?');
  await assert.rejects(sendTask(client, { parts: [{ text: 'perhaps' }], taskId: asked.id }), /answer/);
  const states: string[] = [];
  for await (const { payload } of client.sendMessageStream(request({ parts: [{ text: 'yes' }], taskId: asked.id })))
    if (payload!.$case === 'statusUpdate') states.push(TaskState[payload!.value.status!.state]!);
  assert.equal(states.at(-1), 'TASK_STATE_COMPLETED');
  assert.match(String(outputsOf(await client.getTask({ tenant: '', id: asked.id })).answers), /yes/);
  await assert.rejects(sendTask(client, { parts: [{ text: 'yes' }], taskId: asked.id }), /has ended/);
});

test('a client that asks for it is notified of the end of a task, again and again until it arrives, and only through the guard', async () => {
  const client = await connect('letter');
  let refusals = 1;
  receiver.answer = (response) => response.writeHead(refusals-- > 0 ? 503 : 200).end();
  const taskPushNotificationConfig = {
    id: 'mine',
    url: receiver.url,
    token: 'told',
    authentication: { scheme: 'Bearer', credentials: 'secret-of-theirs' },
  };
  const task = await sendTask(client, { parts: [{ text: 'Push' }] }, { taskPushNotificationConfig });
  const got = () => receiver.received.filter(({ body }) => body.includes(task.id));
  await until(async () => got().length >= 2, 'the second try');
  const [first, second] = got();
  assert.equal(first!.headers['webhook-id'], second!.headers['webhook-id']);
  assert.deepEqual(
    [second!.headers['x-a2a-notification-token'], second!.headers.authorization],
    ['told', 'Bearer secret-of-theirs'],
  );
  assert.equal(JSON.parse(second!.body).task.status.state, 'TASK_STATE_COMPLETED');

  const { configs } = await client.listTaskPushNotificationConfig({
    tenant: '',
    taskId: task.id,
    pageSize: 0,
    pageToken: '',
  });
  assert.deepEqual(
    configs.map(({ id, url, authentication }) => [id, url, authentication?.credentials]),
    [['mine', receiver.url, '***']],
  );
  await client.deleteTaskPushNotificationConfig({ tenant: '', taskId: task.id, id: 'mine' });
  await assert.rejects(client.getTaskPushNotificationConfig({ tenant: '', taskId: task.id, id: 'mine' }), /mine/);
  assert.equal((await org.request('GET', '/webhooks/')).text.includes('mine'), false);
  const outside = { tenant: '', taskId: task.id, id: '', token: '', authentication: undefined };
  await assert.rejects(client.createTaskPushNotificationConfig({ ...outside, url: 'http://169.254.1.1/' }), /url/);
});

test('a client that asks for it is notified that a task requires input, once per question, and then of its end', async () => {
  const client = await connect('asking again');
  receiver.answer = (response) => response.writeHead(200).end();
  const taskPushNotificationConfig = { id: '', url: receiver.url, token: 'told' };
  const asked = await sendTask(client, { parts: [{ data: {} }] }, { taskPushNotificationConfig });
  const got = () => receiver.received.filter(({ body }) => body.includes(asked.id)).map(({ body }) => JSON.parse(body));
  await until(async () => got().length > 0, 'the question');
  await sendTask(client, { parts: [{ text: 'yes' }], taskId: asked.id });
  await until(async () => got().length > 1, 'the end');
  const [question, end, ...others] = got();
  const { taskId, status } = question.statusUpdate;
  assert.deepEqual([taskId, status.state], [asked.id, 'TASK_STATE_INPUT_REQUIRED']);
  assert.match(JSON.stringify(status.message.parts), /Refund it\?/);
  assert.equal(end.task.status.state, 'TASK_STATE_COMPLETED');
  assert.deepEqual(others, []);
});

test('cards are for the organization’s own, until it says otherwise', async () => {
  const root = `${harness.baseUrl}/.well-known/agent-card.json`;
  const own = `${harness.baseUrl}/a2a/${agents.letter}/.well-known/agent-card.json`;
  const status = async (url: string, key?: string) =>
    (await fetch(url, { headers: key ? { authorization: `Bearer ${key}` } : {} })).status;
  const other = await harness.org();
  assert.deepEqual([await status(root), await status(own)], [401, 401]);
  assert.deepEqual([await status(own, other.apiKey), await status(own, 'errand_wrong')], [403, 401]);
  const { body: card } = await org.request('GET', '/.well-known/agent-card.json');
  assert.ok(
    card.skills.some(({ id, name }: { id: string; name: string }) => id === 'asking-again' && name === 'asking again'),
  );
  const member = await org.keyWithRole('member');
  const patch = (key: string) =>
    fetch(`${harness.baseUrl}/v1/organizations/${org.orgId}/`, {
      method: 'PATCH',
      body: '{"public_agent_cards": true}',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
  const doors = await org.request('GET', `/v1/agents/${agents.letter}/doors/`);
  assert.deepEqual(doors.body, {
    mcp: { url: `${harness.baseUrl}/mcp`, tool: 'letter' },
    a2a: { url: `${harness.baseUrl}/a2a/${agents.letter}/`, card_url: own, is_public: false },
  });
  assert.equal((await patch(member)).status, 403);
  assert.equal((await patch(org.apiKey)).status, 200);
  assert.deepEqual([await status(root), await status(own)], [200, 200]);
  const anonymous = (await (await fetch(own)).json()) as { supportedInterfaces: { url: string }[] };
  assert.equal(anonymous.supportedInterfaces[0]!.url, `${harness.baseUrl}/a2a/${agents.letter}/`);
  const refused = await fetch(`${harness.baseUrl}/a2a/${agents.letter}/`, { method: 'POST', body: '{}' });
  assert.equal(refused.status, 401);
});

test('garbage is refused in the words of JSON-RPC, and the server continues', async () => {
  const path = `/a2a/${agents.letter}/`;
  const cases: [body: string, status: number, code: number][] = [
    ['{', 400, -32700],
    ['[]', 400, -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{}}]', 400, -32600],
    ['"x"', 400, -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"GetTask"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"NoSuch","params":{}}', 200, -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"message/send","params":{}}', 200, -32009],
    ['{"jsonrpc":"2.0","id":1,"method":"SendMessage"}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":7}}', 200, -32602],
    [
      '{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"1","parts":[null]}}}',
      200,
      -32602,
    ],
    ['{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{"pageSize":-1}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{"status":"NO_STATE"}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{"historyLength":-1}}', 200, -32602],
    [`{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"${randomUUID()}"}}`, 200, -32001],
    [`{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"${randomUUID()}","historyLength":-1}}`, 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"GetExtendedAgentCard"}', 200, -32004],
    ['{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"\\u0000"}}', 400, -32700],
  ];
  for (const [body, status, code] of cases) {
    const answer = await org.request('POST', path, body);
    assert.deepEqual([answer.status, answer.body.error?.code], [status, code], `${body}: ${answer.text}`);
  }
  const version = await org.request('POST', path, '{"jsonrpc":"2.0","id":1,"method":"GetTask"}', {
    'a2a-version': '2.0',
  });
  assert.equal(version.body.error.code, -32009);
  assert.equal(version.body.error.data[0].reason, 'VERSION_NOT_SUPPORTED');
  const extended = await org.request('GET', `${path}extendedAgentCard`);
  assert.deepEqual([extended.status, JSON.parse(extended.text).error.status], [400, 'FAILED_PRECONDITION']);
});

test('a card tells how a program signs a person in, with addresses that the sign-in has', async () => {
  const metadata = await org.request('GET', '/.well-known/oauth-authorization-server');
  for (const path of ['/.well-known/agent-card.json', `/a2a/${agents.letter}/.well-known/agent-card.json`]) {
    const card = AgentCard.fromJSON((await org.expect(200, 'GET', path)) as object);
    const oauth = card.securitySchemes.oauth!.scheme!;
    assert.ok(oauth.$case === 'oauth2SecurityScheme');
    const { flow } = oauth.value.flows!;
    assert.ok(flow?.$case === 'authorizationCode');
    assert.equal(oauth.value.oauth2MetadataUrl, `${harness.baseUrl}/.well-known/oauth-authorization-server`);
    assert.equal(flow.value.authorizationUrl, metadata.body.authorization_endpoint);
    assert.equal(flow.value.tokenUrl, metadata.body.token_endpoint);
    assert.deepEqual(Object.keys(flow.value.scopes), metadata.body.scopes_supported);
    assert.equal(flow.value.pkceRequired, true);
    assert.deepEqual(
      card.securityRequirements.map(({ schemes }) => Object.keys(schemes)),
      [['bearer'], ['oauth']],
    );
  }
});
