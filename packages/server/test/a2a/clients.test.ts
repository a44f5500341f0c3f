import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { SendMessageRequest, type Task, TaskState } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { testEngines } from '../engines.ts';
import { startHarness, stopAtEnd } from '../harness.ts';
import { preparePython } from '../python.ts';

// The protocol's SDKs of two languages, unchanged, over both bindings, from nothing but the address.

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const input = { key: 'name', data_type: 'text/plain', description: 'Who it is for.' };
const letter = await org.expect(201, 'POST', '/v1/agents/', {
  name: 'Letter',
  engine_class_id: 'TemplateEngine',
  input_definitions: [input],
  engine_config: { template: 'Dear ${name}' },
});
await org.expect(201, 'POST', '/v1/agents/', { name: 'Sleeper', engine_class_id: 'SleepEngine' });
const python = await preparePython(['a2a-sdk==1.3.0']);

const fetchImpl: typeof fetch = (given, init) => {
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${org.apiKey}`);
  return fetch(given, { ...init, headers });
};

const transports = { JSONRPC: JsonRpcTransportFactory, 'HTTP+JSON': RestTransportFactory };
const bindings = Object.keys(transports) as (keyof typeof transports)[];

function connect(binding: keyof typeof transports, address = `${harness.baseUrl}/`): Promise<Client> {
  const factory = new ClientFactory({
    transports: [new transports[binding]({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  return factory.createFromUrl(address, '.well-known/agent-card.json');
}

const request = (part: object, metadata?: object, configuration?: object) =>
  SendMessageRequest.fromJSON({
    message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [part], metadata },
    configuration,
  });
const textOf = ({ artifacts }: Task) => artifacts[0]!.parts[0]!.content!.value;

for (const binding of bindings) {
  describe(`over ${binding}, in TypeScript`, () => {
    test('a message to the organization goes to the skill it names, and to no other', async () => {
      const client = await connect(binding);
      const task = (await client.sendMessage(request({ text: 'Ada' }, { skill: 'letter' }))) as Task;
      assert.equal(textOf(task), 'Dear Ada');
      assert.equal(textOf(await client.getTask({ tenant: '', id: task.id })), 'Dear Ada');
      await assert.rejects(client.sendMessage(request({ text: 'Ada' })), /one of: letter, sleeper/);
      await assert.rejects(client.sendMessage(request({ text: 'Ada' }, { skill: 'lettre' })), /Did you mean 'letter'/);
      const listed = await client.listTasks({ ...noFilter, pageSize: 1 });
      assert.deepEqual([listed.tasks[0]!.id, listed.pageSize], [task.id, 1]);
    });

    test('an agent streams, lists, cancels and keeps who is notified', async () => {
      const client = await connect(binding, `${harness.baseUrl}/a2a/${letter.id}/`);
      const events: string[] = [];
      for await (const { payload } of client.sendMessageStream(request({ text: 'Ada' }))) events.push(payload!.$case);
      assert.deepEqual([events[0], ...events.slice(-2)], ['task', 'artifactUpdate', 'statusUpdate']);
      const everyone = await connect(binding);
      const slow = request({ data: { ms: '60000' } }, { skill: 'sleeper' }, { returnImmediately: true });
      const { id } = (await everyone.sendMessage(slow)) as Task;
      const config = { tenant: '', taskId: id, id: 'mine', url: 'https://93.184.216.34/', token: 't' };
      await everyone.createTaskPushNotificationConfig({ ...config, authentication: undefined });
      const kept = await everyone.getTaskPushNotificationConfig({ tenant: '', taskId: id, id: 'mine' });
      assert.equal(kept.url, config.url);
      const { configs } = await everyone.listTaskPushNotificationConfig({
        tenant: '',
        taskId: id,
        pageSize: 0,
        pageToken: '',
      });
      assert.equal(configs.length, 1);
      await everyone.deleteTaskPushNotificationConfig({ tenant: '', taskId: id, id: 'mine' });
      const states: TaskState[] = [];
      for await (const { payload } of everyone.resubscribeTask({ tenant: '', id })) {
        if (payload!.$case === 'task') await everyone.cancelTask({ tenant: '', id, metadata: undefined });
        if (payload!.$case === 'statusUpdate') states.push(payload!.value.status!.state);
      }
      assert.equal(states.at(-1), TaskState.TASK_STATE_CANCELED);
    });
  });

  test(`over ${binding}, in Python`, { skip: python.skip }, async () => {
    const script = join(import.meta.dirname, 'client.py');
    const env = { ERRAND_API_KEY: org.apiKey };
    const told = JSON.parse(await python.run([script, harness.baseUrl, binding, letter.id], { env }));
    const { no_skill, wrong_skill, no_input, no_task, ...rest } = told;
    assert.deepEqual(rest, {
      skills: ['letter', 'sleeper'],
      own: 'letter',
      streamed: rest.streamed,
      state: 'TASK_STATE_COMPLETED',
      output: 'Dear Ada',
      sent: ['task'],
      listed: true,
      routed: 'Dear Edsger',
      routed_listed: [true, true],
      cancelled: 'TASK_STATE_CANCELED',
    });
    assert.deepEqual([rest.streamed[0], rest.streamed.at(-1)], ['task', 'status_update']);
    assert.match(no_skill, /^InvalidParamsError: .*one of: letter, sleeper/);
    assert.match(wrong_skill, /^InvalidParamsError: .*Did you mean 'letter'/);
    assert.match(no_input, /^InvalidParamsError: .*name/);
    assert.match(no_task, /^TaskNotFoundError/);
  });
}

const noFilter = { tenant: '', contextId: '', status: 0, pageToken: '', statusTimestampAfter: undefined } as const;

test('missing and wrong inputs and a missing skill are invalid parameters, with the skills as data', async () => {
  const send = (path: string, message: object) =>
    org.request('POST', path, {
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: { message: { messageId: randomUUID(), role: 'ROLE_USER', ...message } },
    });
  const missing = await send(`/a2a/${letter.id}/`, { parts: [{ data: {} }] });
  const wrong = await send(`/a2a/${letter.id}/`, { parts: [{ data: { naem: 'Ada' } }] });
  const unnamed = await send('/a2a/', { parts: [{ text: 'x' }] });
  for (const { body } of [missing, wrong, unnamed]) assert.equal(body.error?.code, -32602, JSON.stringify(body));
  assert.match(JSON.stringify(unnamed.body.error.data), /letter, sleeper/);
});

test('HTTP+JSON refuses with the status and shape of the binding', async () => {
  const path = `/a2a/${letter.id}`;
  const cases: [method: string, path: string, body: string | undefined, status: number, name: string][] = [
    ['POST', `${path}/message:send`, '{', 400, 'INVALID_ARGUMENT'],
    ['POST', `${path}/message:send`, '{}', 400, 'INVALID_ARGUMENT'],
    ['POST', `${path}/message:send`, '{"message":{"messageId":"1","parts":[null]}}', 400, 'INVALID_ARGUMENT'],
    ['GET', `${path}/tasks?pageSize=x`, undefined, 400, 'INVALID_ARGUMENT'],
    ['GET', `${path}/tasks/nothing`, undefined, 404, 'NOT_FOUND'],
    ['POST', `/a2a/message:send`, '{"message":{"messageId":"1","parts":[{"text":"x"}]}}', 400, 'INVALID_ARGUMENT'],
  ];
  for (const [method, url, body, status, name] of cases) {
    const answer = await org.request(method, url, body);
    const { error } = JSON.parse(answer.text);
    assert.deepEqual([answer.status, error?.status], [status, name], `${method} ${url}: ${answer.text}`);
    assert.match(answer.headers.get('content-type')!, /^application\/a2a\+json/);
  }
  const viewer = { authorization: `Bearer ${await org.keyWithRole('viewer')}` };
  const sent = JSON.stringify({ message: { messageId: '2', parts: [{ text: 'x' }] } });
  const refused = await org.request('POST', `${path}/message:send`, sent, viewer);
  assert.deepEqual([refused.status, JSON.parse(refused.text).error.status], [403, 'PERMISSION_DENIED']);
  assert.equal((await org.request('GET', `${path}/nothing`)).status, 404);
  assert.equal((await fetch(`${harness.baseUrl}/a2a/tasks`)).status, 401);
  const other = await harness.org();
  assert.equal((await other.request('GET', `${path}/tasks`)).status, 403);
  assert.deepEqual(JSON.parse((await other.request('GET', '/a2a/tasks')).text).tasks, []);
});
