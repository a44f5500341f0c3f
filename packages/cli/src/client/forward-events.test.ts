import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { type Errand, ErrandError, NotFoundError } from '@errand/sdk';
import { TimeoutError } from '../terminal/errors.ts';
import { type Forwarded, listen } from './forward-events.ts';
import { waitForJob } from './wait-for-job.ts';

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

const event = (id: string) => ({ id, headers: { 'webhook-event': 'job' }, body: '{"job":{"id":"j1"}}' });

/** Pulls give these answers in turn; the last one ends the command. */
async function listening(
  pulls: (object | Error)[],
  respond: () => Promise<Response> = async () => new Response('ok', { status: 202 }),
) {
  const stop = new AbortController();
  const [acks, secrets, deleted]: [string[][], unknown[], string[]] = [[], [], []];
  const forwarded: Forwarded[] = [];
  const problems: (string | undefined)[] = [];
  let made = 0;
  const errand = {
    listeners: {
      async create({ secret }: { secret?: string }) {
        secrets.push(secret);
        made += 1;
        return { id: `l${made}`, secret: 'whsec_1' };
      },
      async pull(_id: string, { ack }: { ack: string[] }) {
        acks.push(ack);
        const next = pulls.shift();
        if (next === undefined) stop.abort();
        if (next instanceof Error) throw next;
        return next ?? { events: [] };
      },
      delete: async (id: string) => deleted.push(id),
    },
  } as unknown as Errand;
  globalThis.fetch = respond as typeof globalThis.fetch;
  const done = listen({
    errand,
    target: 'http://127.0.0.1:1/',
    agentIds: undefined,
    signal: stop.signal,
    onReady: () => undefined,
    onEvent: (one) => forwarded.push(one),
    onConnection: (problem) => problems.push(problem),
  });
  return { done, acks, secrets, deleted, forwarded, problems };
}

test('an event is acknowledged with the next pull, after it was forwarded', async () => {
  const at = await listening([{ events: [event('e1'), event('e2')] }]);
  await at.done;
  assert.deepEqual(at.acks, [[], ['e1', 'e2']]);
  assert.deepEqual(
    at.forwarded.map(({ id, event: kind, job_id, status }) => [id, kind, job_id, status]),
    [
      ['e1', 'job', 'j1', 202],
      ['e2', 'job', 'j1', 202],
    ],
  );
  assert.deepEqual(at.deleted, ['l1']);
});

test('an address that does not answer is shown with its reason, and the event is not lost for others', async () => {
  const refused = () => Promise.reject(new Error('fetch failed', { cause: new Error('ECONNREFUSED') }));
  const at = await listening([{ events: [event('e1')] }], refused);
  await at.done;
  assert.deepEqual([at.forwarded[0]!.status, at.forwarded[0]!.error], [null, 'ECONNREFUSED']);
});

test('a listener that expired is made again with the same secret, and the last one is deleted', async () => {
  const at = await listening([new NotFoundError({ status: 404, message: 'gone' } as never)]);
  await at.done;
  assert.deepEqual([at.secrets, at.deleted], [[undefined, 'whsec_1'], ['l2']]);
});

test('an error that no second try mends ends the command, and leaves no listener behind', async () => {
  const refusal = Object.assign(Object.create(ErrandError.prototype) as ErrandError, { message: 'no' });
  const at = await listening([refusal]);
  await assert.rejects(at.done);
  assert.deepEqual(at.deleted, ['l1']);
});

const waiting = (wait: (signal: AbortSignal) => Promise<unknown>) =>
  ({
    jobs: {
      wait: (_id: string, { signal }: { signal: AbortSignal }) => wait(signal),
      async *events() {},
    },
  }) as unknown as Errand;
const untilAborted = (signal: AbortSignal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

test('a job that does not end in time is named, and goes on', async () => {
  const { signal } = new AbortController();
  await assert.rejects(waitForJob(waiting(untilAborted), 'j1', { timeoutSeconds: 0.001, signal }), (error: Error) => {
    assert.ok(error instanceof TimeoutError);
    return error.message.includes('j1');
  });
  assert.deepEqual(
    await waitForJob(
      waiting(async () => ({ id: 'j1' })),
      'j1',
      { signal },
    ),
    { id: 'j1' },
  );
});

test('Ctrl-C is no timeout', async () => {
  const stop = new AbortController();
  const done = waitForJob(waiting(untilAborted), 'j1', { timeoutSeconds: 60, signal: stop.signal });
  stop.abort(new Error('interrupted'));
  await assert.rejects(done, /interrupted/);
});
