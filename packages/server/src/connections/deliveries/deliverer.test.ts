import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#platform/caller.ts';
import { AppError } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import { createRedactor } from '#secrets/redact.ts';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import { DriverFailure } from '../model/driver.ts';
import type { Connectors } from '../registry.ts';
import type { Connections } from '../use-connection.ts';
import { createActionDeliverer } from './deliverer.ts';
import { findDeliveryProblems } from './find-problems.ts';
import { publishNotices } from './outbox.ts';
import { pruneActions } from './prune.ts';
import { resendAction } from './resend.ts';

const due = {
  id: 'd',
  org_id: 'org',
  job_id: 'job',
  connection_id: 'c',
  operation: 'post',
  params: { body: 'Job ${job.id}' },
  payload: null as object | null,
  attempts: 1,
  attempts_before: 0,
};
type Run = (system: unknown, params: Record<string, string>, key: string) => Promise<string>;
const operationsOf = (run: Run) => ({
  post: { description: '', params: { body: { description: '', required: true }, to: { description: '' } }, run },
});

/** Performs one delivery and returns what is recorded of it. */
async function deliver(run: Run, over: Partial<typeof due> = {}, { hasData = true } = {}) {
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  let claimed = false;
  const db = scriptedDb({
    'for update skip locked': () => {
      const rows = claimed ? [] : [{ ...due, ...over }];
      claimed = true;
      return rows;
    },
    'update post_action_deliveries': (values) => {
      resolve(values);
      return 1;
    },
  });
  const redactor = createRedactor();
  redactor.add('hunter22', '[secret]');
  const connections = {
    open: async () => ({
      driver: { deliveries: operationsOf(run) },
      redactor,
      use: (work: (driver: object, system: object) => Promise<string>) => work({}, {}),
    }),
  } as unknown as Connections;
  const deliverer = createActionDeliverer({
    database: scriptedDatabase(db),
    connections,
    log: createLog('silent'),
    describeJob: async () => (hasData ? { job: { id: 'job' } } : undefined),
  });
  deliverer.start();
  const [, , status, message, delaySeconds] = await promise;
  await deliverer.stop();
  return { status, message: String(message), delaySeconds };
}
const failing =
  (error: Error): Run =>
  () =>
    Promise.reject(error);
const busy = new DriverFailure('busy', { retry: true });

test('a delivery fills its parameters from the job, has its own id as key, and hides secrets', async () => {
  const given: unknown[] = [];
  const recorded = await deliver(async (_system, params, key) => {
    given.push(params, key);
    return 'Posted with hunter22.';
  });
  assert.deepEqual(given, [{ body: 'Job job' }, 'd']);
  assert.deepEqual(recorded, { status: 'succeeded', message: 'Posted with [secret].', delaySeconds: 0 });
});

test('what another attempt may mend is tried again, later each time, and for about a day', async () => {
  const delays: unknown[] = [];
  for (let attempts = 1; attempts <= 8; attempts += 1) {
    const { status, delaySeconds } = await deliver(failing(busy), { attempts });
    assert.equal(status, 'pending');
    delays.push(delaySeconds);
  }
  assert.deepEqual(
    delays,
    [...(delays as number[])].sort((a, b) => a - b),
  );
  const hours = (delays as number[]).reduce((sum, seconds) => sum + seconds, 0) / 3_600;
  assert.ok(hours > 12 && hours < 48);
  assert.equal((await deliver(failing(busy), { attempts: 9 })).status, 'failed');
});

test('a delivery that was sent again by hand has all its attempts before it', async () => {
  assert.equal((await deliver(failing(busy), { attempts: 10, attempts_before: 9 })).status, 'pending');
});

test('a refusal of the other side is final, an error that nobody foresaw is not and stays unknown', async () => {
  const refused = await deliver(failing(new DriverFailure('No such channel.')));
  assert.deepEqual(refused, { status: 'failed', message: 'No such channel.', delaySeconds: 0 });
  assert.equal((await deliver(failing(new AppError('connection_unreadable')))).status, 'pending');
  const unknown = await deliver(failing(new Error('at /srv/secret/path.ts')));
  assert.equal(unknown.status, 'pending');
  assert.doesNotMatch(unknown.message, /secret/);
});

test('an operation that the driver does not have, and a job without data, fail for good', async () => {
  const gone = await deliver(async () => '', { operation: 'gone' });
  assert.equal(gone.status, 'failed');
  assert.match(gone.message, /gone/);
  assert.equal((await deliver(async () => '', {}, { hasData: false })).status, 'failed');
});

test('a delivery is resent with an audit entry, and not after the data of its job was deleted', async () => {
  const caller: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member' };
  const resend = (answers: Record<string, object[]>) => {
    const db = scriptedDb(answers);
    return { db, done: resendAction(db, caller, 'job', 'd') };
  };
  const row = { id: 'd', next_attempt_at: null, finished_at: null };
  const fine = resend({ 'update post_action_deliveries': [row] });
  assert.equal((await fine.done).id, 'd');
  assert.equal(fine.db.sentTo('audit_log').length, 1);
  await assert.rejects(resend({ 'from post_action_deliveries': [row] }).done, { code: 'conflict' });
  await assert.rejects(resend({}).done, { code: 'not_found' });
});

test('old deliveries are deleted in chunks, each behind the one before', async () => {
  const left = [['b', 'a'], ['c']];
  const db = scriptedDb({ 'with old': () => left.shift()!.map((id) => ({ id })) });
  assert.equal(await pruneActions(scriptedDatabase(db), Date.now(), 2), 3);
  assert.equal(db.sent[1]!.values[0], 'b');
});

const connectors = {
  findDriver: (type: string) => (type === 'demo' ? { deliveries: operationsOf(async () => '') } : undefined),
} as unknown as Connectors;

test('a post action names an operation of its connection, and all parameters that it requires', () => {
  const problems = (operation: string, given: Record<string, unknown>, connectorType = 'demo') =>
    findDeliveryProblems(connectors, { connectorType, operation, given });
  assert.deepEqual(problems('post', { body: 'x' }), []);
  assert.equal(problems('post', { colour: 'red' }).length, 2);
  assert.match(problems('toString', {})[0]!, /post/);
  assert.equal(problems('post', { body: 'x' }, 'unknown').length, 1);
});

test('the payload of an event is made only when an action asks for it, and for those alone', async () => {
  const silent = scriptedDb();
  const given = { orgId: 'org', jobId: 'job', event: 'waiting' } as const;
  await publishNotices(silent, { ...given, payload: () => assert.fail('made') });
  const db = scriptedDb({ 'select a.position': [{ position: 2 }] });
  await publishNotices(db, { ...given, payload: async () => '{"x":1}' });
  assert.deepEqual(db.sentTo('insert into post_action_deliveries')[0]!.values.slice(2), [[2], '{"x":1}']);
});
