import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ListTasksRequest, TaskState } from '@a2a-js/sdk';
import { jobStatus } from '#jobs/record/model.ts';
import { newId } from '#platform/ids.ts';
import { pluck } from '../../../test/pluck.ts';
import { agentCard, rootCard } from './agent-card.ts';
import { listTasks } from './list-tasks.ts';
import { codesOf, contextOf, type JobFacts, stateOf, toTask } from './task-view.ts';

const job = (over: Partial<JobFacts> = {}): JobFacts => ({
  id: 'j',
  status_code: jobStatus.success,
  last_updated_at: '2026-01-02T03:04:05Z',
  metadata: {},
  ...over,
});
const marked = (context: string) => ({ metadata: { a2a: JSON.stringify({ context_id: context }) } });

/** The page that the API answers with, and what it was asked. */
function world(results: JobFacts[], { next = null as string | null, status = 200 } = {}) {
  const asked: URL[] = [];
  const list = (params: Partial<ListTasksRequest> = {}) =>
    listTasks(
      {
        agentId: 'agent',
        async callApi(_method, path) {
          asked.push(new URL(path, 'http://errand'));
          return { status, body: { count: 7, next, results } };
        },
        getJob: async (id) =>
          job({ id, outputs: [{ key: 'o', data_type: 'text/plain', description: '', value: 'x' }] }),
      },
      { pageToken: '', contextId: '', status: TaskState.TASK_STATE_UNSPECIFIED, ...params } as ListTasksRequest,
    );
  return { asked, list };
}

test('pages follow each other by their tokens, and what is no token is refused', async () => {
  const at = world([job()], { next: 'more' });
  assert.equal((await at.list()).nextPageToken, '2');
  assert.equal((await at.list({ pageToken: '2' })).nextPageToken, '3');
  assert.equal(at.asked[1]!.searchParams.get('page'), '2');
  for (const pageToken of ['0', 'x', '1.5', '100001']) await assert.rejects(at.list({ pageToken }), /token/);
  for (const pageSize of [0, 101, 1.5]) await assert.rejects(at.list({ pageSize }), /pageSize/);
});

test('a state is asked for by all codes that jobs have in it; one that no job has is empty', async () => {
  const at = world([job()]);
  await at.list({ status: TaskState.TASK_STATE_WORKING });
  assert.equal(at.asked[0]!.searchParams.get('status_code'), `${jobStatus.started},${jobStatus.retry}`);
  const none = await at.list({ status: TaskState.TASK_STATE_REJECTED });
  assert.deepEqual([none.tasks, none.totalSize, at.asked.length], [[], 0, 1]);
});

test('a context finds its own tasks only, also when another job mentions it', async () => {
  const at = world([job({ id: 'mine', ...marked('c1') }), job({ id: 'other', ...marked('c11') })]);
  const { tasks } = await at.list({ contextId: 'c1' });
  assert.deepEqual(pluck(tasks, 'id'), ['mine']);
  assert.equal(at.asked[0]!.searchParams.get('metadata'), 'c1');
  const id = newId();
  const own = world([job({ id })]);
  assert.equal((await own.list({ contextId: id })).tasks.length, 1);
  assert.equal(own.asked[0]!.searchParams.get('search'), id);
});

test('the first task that is too old ends the list, because the newest come first', async () => {
  const old = job({ id: 'old', last_updated_at: '2025-01-01T00:00:00Z' });
  const { tasks, nextPageToken } = await world([job(), old], { next: 'more' }).list({
    statusTimestampAfter: '2026-01-01T00:00:00Z',
  });
  assert.deepEqual([tasks.length, nextPageToken], [1, '']);
  await assert.rejects(world([]).list({ statusTimestampAfter: 'yesterday' }), /statusTimestampAfter/);
});

test('artifacts are read only when they are asked for', async () => {
  const at = world([job()]);
  assert.equal((await at.list()).tasks[0]!.artifacts.length, 0);
  assert.equal((await at.list({ includeArtifacts: true })).tasks[0]!.artifacts.length, 1);
});

test('tasks of all agents follow each other by a cursor, and the total comes from the distribution', async () => {
  const cursor = newId();
  const asked: string[] = [];
  const list = (pageToken: string) =>
    listTasks(
      {
        agentId: undefined,
        async callApi(_method, path) {
          asked.push(path);
          return { status: 200, body: { results: [job()], next_cursor: cursor, counted: 9 } };
        },
        getJob: async () => job(),
      },
      { pageToken, contextId: '', status: TaskState.TASK_STATE_UNSPECIFIED } as ListTasksRequest,
    );
  const first = await list('');
  assert.deepEqual([first.tasks.length, first.nextPageToken, first.totalSize], [1, cursor, 9]);
  await list(cursor);
  assert.ok(asked.some((path) => path.includes(`cursor=${cursor}`)));
  await assert.rejects(list('2'), /token/);
});

test('a refusal of the API is passed on', async () => {
  await assert.rejects(world([], { status: 403 }).list());
});

test('every state of a job is a state of a task, and back', () => {
  for (const code of Object.values(jobStatus)) {
    const state = stateOf(job({ status_code: code }));
    assert.notEqual(state, TaskState.TASK_STATE_UNSPECIFIED);
    assert.ok(codesOf(state).includes(code));
  }
});

test('a job that asks a person requires input, one that waits for an event works', () => {
  const waiting = { id: 'w', title: 'Pay?', body: '', options: null, answer_schema: null };
  const asks = job({ status_code: jobStatus.started, waiting: { ...waiting, kind: 'approval' } });
  assert.equal(stateOf(asks), TaskState.TASK_STATE_INPUT_REQUIRED);
  assert.equal(toTask(asks).status!.message!.parts.length, 2);
  const waits = job({ status_code: jobStatus.started, waiting: { ...waiting, kind: 'event' } });
  assert.equal(stateOf(waits), TaskState.TASK_STATE_WORKING);
});

test('the mark of a message is not shown as metadata, and a broken one is none', () => {
  assert.equal(toTask(job(marked('c1'))).metadata, undefined);
  assert.equal(contextOf(job({ metadata: { a2a: '{broken' } })), 'j');
  assert.deepEqual(toTask(job({ metadata: { case: 1, a2a: {} } })).metadata, { case: 1 });
});

test('the history is rebuilt from the inputs, and shortened on request', () => {
  const started = job({ metadata: { a2a: { message_id: 'm' } }, job_inputs: [{ key: 'text', value: 'hi' }] });
  assert.deepEqual(toTask(started).history[0]!.parts[0]!.content, { $case: 'data', value: { text: 'hi' } });
  assert.deepEqual(toTask(started, 0).history, []);
});

const agent = {
  id: 'a1',
  name: 'Reader',
  description: '',
  version_name: '3',
  organization: 'Acme',
  tags: ['finance'],
  input_definitions: [{ key: 'doc', data_type: 'application/pdf', description: 'The invoice', example: 'x.pdf' }],
} as never;
const place = { base: 'https://errand.example', version: '1.2.3' };

test('the card of an agent has its address, its inputs and what they may be', () => {
  const card = agentCard(agent, 'reader', place);
  assert.equal(card.supportedInterfaces[0]!.url, 'https://errand.example/a2a/a1/');
  assert.deepEqual(pluck(card.supportedInterfaces, 'protocolBinding'), ['JSONRPC', 'HTTP+JSON']);
  assert.deepEqual(card.defaultInputModes, ['application/json', 'application/pdf']);
  assert.match(card.skills[0]!.description, /doc \(application\/pdf\) The invoice/);
  assert.match(card.description, /Reader/);
});

test('the card of an organization is one agent: its agents are skills with unique ids and at least one tag', () => {
  const same = { ...(agent as object), id: 'a2', tags: [] } as never;
  const card = rootCard([agent, same], place);
  assert.deepEqual(pluck(card.skills, 'id'), ['reader', 'reader-a2']);
  assert.deepEqual(pluck(card.skills, 'tags'), [['finance'], ['agent']]);
  assert.deepEqual([...new Set(pluck(card.supportedInterfaces, 'url'))], ['https://errand.example/a2a/']);
  assert.equal(card.name, 'Acme');
  const foreign = { ...(agent as object), id: 'a3', org_id: 'beta', organization: 'Beta' } as never;
  const two = rootCard([agent, foreign], place);
  assert.deepEqual([two.name, two.skills.length], ['Errand', 1]);
  assert.ok(rootCard([], place).provider!.organization);
});
