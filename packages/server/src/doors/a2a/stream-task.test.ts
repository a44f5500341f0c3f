import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StreamResponse } from '@a2a-js/sdk';
import { jobStatus } from '#jobs/record/model.ts';
import type { Caller } from '#platform/caller.ts';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import { createPushConfigs } from './push-configs.ts';
import { streamTask } from './stream-task.ts';
import type { JobFacts } from './task-view.ts';

const job = (status_code: number, over: Partial<JobFacts> = {}): JobFacts => ({
  id: 'j',
  status_code,
  last_updated_at: '2026-01-02T03:04:05Z',
  metadata: {},
  ...over,
});
const asks = { id: 'w', kind: 'question', title: 'Which?', body: '', options: null, answer_schema: null } as const;

/** The job as it is at each look. News come at once. */
async function stream(...looks: JobFacts[]) {
  const [signal, stopping] = [new AbortController().signal, new AbortController().signal];
  let listeners = 0;
  const deps = {
    stopping,
    onJobNews(_jobId: string, wake: () => void) {
      listeners += 1;
      const timer = setInterval(wake, 0);
      return () => {
        clearInterval(timer);
        listeners -= 1;
      };
    },
  };
  const events: StreamResponse[] = [];
  const getJob = async () => (looks.length > 1 ? looks.shift()! : looks[0]!);
  for await (const event of streamTask(deps, { jobId: 'j', getJob, signal })) events.push(event);
  assert.equal(listeners, 0);
  return events.map(({ payload }) => payload!.$case);
}

test('a stream begins with the task, tells every change once, and ends with artifacts and the last state', async () => {
  const outputs = [{ key: 'o', data_type: 'text/plain', description: '', value: 'x' }];
  const events = await stream(
    job(jobStatus.pending),
    job(jobStatus.started),
    job(jobStatus.started),
    job(jobStatus.success, { outputs }),
  );
  assert.deepEqual(events, ['task', 'statusUpdate', 'artifactUpdate', 'statusUpdate']);
});

test('the stream of a job that has ended is complete at once', async () => {
  assert.deepEqual(await stream(job(jobStatus.failure, { error_message: 'It broke.' })), ['task', 'statusUpdate']);
});

test('a question ends the stream: the client answers and subscribes again', async () => {
  const events = await stream(job(jobStatus.started), job(jobStatus.started, { waiting: asks }));
  assert.deepEqual(events, ['task', 'statusUpdate']);
});

const caller: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member' };
function configs(role: Caller['role'] = 'member', rows: object[] = []) {
  const db = scriptedDb({ 'select id, name, url, headers from webhooks': rows });
  const deps = { database: scriptedDatabase(db), findUrlProblem: async () => undefined };
  const told = <T>(work: () => Promise<T>): Promise<T> => work();
  return { db, ...createPushConfigs(deps, { caller: { ...caller, role }, told, getJob: async () => ({}) }) };
}
const config = {
  tenant: '',
  taskId: 'j',
  id: '',
  url: 'https://receiver.example/',
  token: '',
  authentication: undefined,
};

test('credentials of a push notification go to its receiver and are not returned', async () => {
  const authentication = { scheme: 'Bearer', credentials: 'hunter22' };
  const { db, save } = configs();
  const saved = await save({ ...config, token: 't', authentication });
  assert.deepEqual([saved.authentication, saved.token], [{ scheme: 'Bearer', credentials: '***' }, 't']);
  assert.match(JSON.stringify(db.sentTo('insert into webhooks')), /Bearer hunter22/);
});

test('a push notification without a name is known by its id', async () => {
  const saved = await configs().save(config);
  assert.match(saved.id, /^[0-9a-f-]{36}$/);
  assert.equal((await configs().save({ ...config, id: 'mine' })).id, 'mine');
  assert.equal(saved.authentication, undefined);
});

test('viewers neither save nor delete push notifications, and wrong ones are refused', async () => {
  const { save, methods } = configs('viewer');
  await assert.rejects(save(config), { code: 'forbidden' });
  await assert.rejects(methods.deleteTaskPushNotificationConfig({ tenant: '', taskId: 'j', id: 'x' }, {} as never), {
    code: 'forbidden',
  });
  await assert.rejects(configs().save({ ...config, url: '' }), /url/);
  await assert.rejects(configs().save({ ...config, id: 'x'.repeat(256) }), /255/);
});

test('a job has at most ten push notifications', async () => {
  const rows = Array.from({ length: 10 }, (_, at) => ({ id: `${at}`, name: `${at}`, url: '', headers: {} }));
  await assert.rejects(configs('member', rows).save(config), { code: 'invalid_request' });
  assert.ok(await configs('member', rows.slice(1)).save(config));
});
