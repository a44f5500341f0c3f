import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { jobStatus } from '#jobs/record/model.ts';
import { newId } from '#platform/ids.ts';
import type { CallApi } from '../reply.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { addTasks, createdLegacyTask, createdTask, TASKS, takesTasks } from './tasks.ts';

type Handler = (params: object, context?: object) => Promise<Record<string, never>>;

/** Calls handlers as the server of the protocol would. `api`: answers by a part of the path. */
function world(api: Record<string, { status?: number; body?: unknown }> = {}) {
  const handlers = new Map<string, Handler>();
  const called: string[] = [];
  const server = {
    setRequestHandler(method: string, ...given: unknown[]) {
      const handler = given.at(-1) as (request: object, context: object) => Promise<never>;
      handlers.set(method, (params, context = {}) => handler(given.length > 1 ? params : { params }, context));
    },
  } as unknown as Server;
  const callApi: CallApi = async (method, path) => {
    called.push(`${method} ${path}`);
    const [, reply] = Object.entries(api).find(([part]) => path.includes(part)) ?? [];
    return { status: reply?.status ?? (reply ? 200 : 404), body: reply?.body };
  };
  addPrompts(server, callApi);
  addResources(server, callApi);
  addTasks(server, callApi, async () => undefined);
  return { called, call: (method: string, params: object, context?: object) => handlers.get(method)!(params, context) };
}
const id = newId();
const job = (status_code: number, over: object = {}) => ({
  body: {
    id,
    status_code,
    created_at: 'c',
    last_updated_at: 'u',
    outputs: [],
    error_message: null,
    error: null,
    waiting: null,
    ...over,
  },
});
const context = (extensions: object | undefined) => ({
  mcpReq: {
    envelope: { 'io.modelcontextprotocol/clientCapabilities': { extensions } },
    signal: new AbortController().signal,
  },
});
const modern = context({ [TASKS]: {} });
const legacy = { mcpReq: { signal: new AbortController().signal } };
const isCode = (code: number) => (error: { code: number }) => error.code === code;

test('a client takes tasks when it declares the extension with the request', () => {
  assert.equal(takesTasks(modern as never), true);
  assert.equal(takesTasks(context({}) as never), false);
  assert.equal(takesTasks(context(undefined) as never), false);
  assert.equal(takesTasks(legacy as never), false);
});

test('a client of the new revision without the extension is told to declare it', async () => {
  const { call } = world({ [id]: job(jobStatus.started) });
  await assert.rejects(call('tasks/get', { taskId: id }, context({})), isCode(-32021));
  assert.ok(await call('tasks/get', { taskId: id }, legacy));
});

const statusOf = async (status: number, over: object = {}) =>
  (await world({ 'waits/': { body: { results: [] } }, [id]: job(status, over) }).call(
    'tasks/get',
    { taskId: id },
    modern,
  )) as Record<string, unknown>;

test('a failed job is a completed call with an error; the task fails only if the engine broke', async () => {
  const failed = await statusOf(jobStatus.failure, { error: { code: 'errand.models.refused' }, error_message: 'No.' });
  assert.equal(failed.status, 'completed');
  assert.equal((failed.result as { isError: boolean }).isError, true);
  const broken = await statusOf(jobStatus.failure, { error: { code: 'errand.engines.internal' } });
  assert.equal(broken.status, 'failed');
  assert.ok('error' in broken && !('result' in broken));
});

test('the other states of a job are those of its task', async () => {
  assert.equal((await statusOf(jobStatus.pending)).status, 'working');
  assert.equal((await statusOf(jobStatus.cancelled)).status, 'cancelled');
  assert.equal((await statusOf(jobStatus.cached)).status, 'completed');
  const retry = await statusOf(jobStatus.retry, { error_message: 'Busy.' });
  assert.deepEqual([retry.status, retry.statusMessage], ['working', 'Busy.']);
});

test('a task with an open question requires input, and holds the question', async () => {
  const wait = { id: 'w', kind: 'question', title: 'Which?', body: '', options: ['a'], answer_schema: null };
  const { call } = world({ 'waits/': { body: { results: [wait] } }, [id]: job(jobStatus.started, { waiting: wait }) });
  const task = (await call('tasks/get', { taskId: id }, modern)) as Record<string, unknown>;
  assert.equal(task.status, 'input_required');
  assert.deepEqual(Object.keys(task.inputRequests as object), ['w']);
});

test('an id that no task can have is not looked up', async () => {
  const { call, called } = world();
  await assert.rejects(call('tasks/get', { taskId: '../secrets' }, modern), isCode(ProtocolErrorCode.InvalidParams));
  assert.deepEqual(called, []);
});

test('cancelling a task that has ended is an error in the old revision and nothing in the new one', async () => {
  const { call } = world({ cancel: {}, [id]: job(jobStatus.success) });
  await assert.rejects(call('tasks/cancel', { taskId: id }, legacy), isCode(ProtocolErrorCode.InvalidParams));
  assert.deepEqual(await call('tasks/cancel', { taskId: id }, modern), {});
});

test('a call that becomes a task says where to look, in the shape of each revision', () => {
  const { taskId, status, ttlMs, pollIntervalMs } = createdTask('t');
  const { task } = createdLegacyTask('t');
  assert.deepEqual([taskId, status, ttlMs], ['t', 'working', null]);
  assert.deepEqual([task.taskId, task.status, task.ttl, task.pollInterval], ['t', 'working', null, pollIntervalMs]);
  assert.equal('resultType' in task, false);
});

test('resources lead to the API by their form, and to nothing outside of it', async () => {
  const { call, called } = world({ '/': { body: 'text' } });
  const key = 'agent-job/a b.json';
  for (const uri of [`jobs/${id}`, `jobs/${id}/artifacts/${encodeURIComponent(key)}`, `docs/quick-start`])
    await call('resources/read', { uri: `errand://${uri}` });
  assert.match(called[0]!, new RegExp(`/jobs/${id}/$`));
  assert.equal(new URL(called[1]!.slice(4), 'http://x').searchParams.get('artifact_key'), key);
  assert.match(called[2]!, /\/docs\/quick-start\.md$/);
  for (const uri of [
    'errand://docs/../v1/agents/',
    'errand://docs/a/../../v1/agents',
    `errand://jobs/${id}/../../x`,
    'errand://keys/1',
    'file:///etc/passwd',
  ])
    await assert.rejects(call('resources/read', { uri }), isCode(ProtocolErrorCode.ResourceNotFound));
  assert.equal(called.length, 3);
});

test('a resource that the API refuses is not found', async () => {
  const { call } = world({ [id]: { status: 403 } });
  await assert.rejects(
    call('resources/read', { uri: `errand://jobs/${id}` }),
    isCode(ProtocolErrorCode.ResourceNotFound),
  );
});

test('a prompt needs its arguments, and has them in its text', async () => {
  const { call } = world();
  const found = (await call('prompts/get', { name: 'errand_explain_job', arguments: { job_id: id } })) as unknown as {
    messages: { content: { text: string } }[];
  };
  assert.ok(found.messages[0]!.content.text.includes(id));
  await assert.rejects(call('prompts/get', { name: 'errand_explain_job' }), /job_id/);
  await assert.rejects(call('prompts/get', { name: 'other' }), isCode(ProtocolErrorCode.InvalidParams));
});

test('arguments are completed from the API, unknown ones with nothing', async () => {
  const { call, called } = world({ '/agents/': { body: { results: [{ id: 'a1' }] } } });
  const values = async (name: string, value: string) =>
    (
      (await call('completion/complete', { argument: { name, value } })) as unknown as {
        completion: { values: string[] };
      }
    ).completion.values;
  assert.deepEqual(await values('agent_id', 'in voice'), ['a1']);
  assert.match(called[0]!, /search=in\+voice/);
  assert.deepEqual(await values('toString', ''), []);
  assert.equal(called.length, 1);
});
