import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pluck, startHarness, until } from '../../test/harness.ts';
import { createAgent, createHook, deliveriesOf, makeDeliverer, runJob } from '../../test/webhooks/fixtures.ts';
import { startReceiver } from '../../test/webhooks/receiver.ts';
import { FAILING_DAYS_MAX, retryDelays } from './message/model.ts';
import { pruneWebhooks } from './prune.ts';

// Days of retries in virtual time: the service has no workers here, and the test controls the clock.

let clock = Date.now();
const harness = await startHarness({ env: { ERRAND_ROLE: 'api', ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } });
const org = await harness.org();
const receiver = await startReceiver();
clock = Date.now() + 60_000;
const deliverer = makeDeliverer(harness, { now: () => clock, random: () => 0.5 });
after(async () => {
  deliverer.outbound.close();
  await receiver.stop();
  await harness.stop();
});

async function hooked(fields: Record<string, unknown> = {}) {
  const agent = await createAgent(org);
  const hook = await createHook(org, [agent.id], { url: receiver.url, ...fields });
  return { agent, hook };
}
const answer = (status: number, headers: Record<string, string> = {}): void => {
  receiver.answer = (response) => response.writeHead(status, headers).end(`status ${status}`);
};
const only = async (hookId: string) => (await deliveriesOf(org, hookId))[0];
/** What led to it that the service switched a webhook off, nearest first. */
async function chainOf(hookId: string): Promise<string[]> {
  const { orgId } = org;
  const { body } = await org.request(
    'GET',
    `/v1/organizations/${orgId}/audit/?action=webhook.disabled&target_id=${hookId}`,
  );
  return body.results[0].actor.chain.map(({ kind, id }: { kind: string; id: string | null }) => `${kind} ${id}`);
}
const show = async (hookId: string) => (await org.request('GET', `/webhooks/${hookId}/`)).body;

test('ten attempts at the times of the table, all alike but for time and signature, then failed', async () => {
  const { agent, hook } = await hooked();
  answer(500);
  const jobId = await runJob(org, agent.id, { name: 'Ada' });
  const startedAt = clock;
  const from = receiver.received.length;
  const times: number[] = [];
  for (let step = 0; step < 12; step += 1) {
    const before = receiver.received.length;
    await deliverer.runDue();
    if (receiver.received.length > before) times.push(Math.round((clock - startedAt) / 1_000));
    const delivery = await only(hook.id);
    if (delivery.next_attempt_at === null) break;
    assert.equal(delivery.status, 'pending');
    // A moment too early is too early.
    clock = Date.parse(delivery.next_attempt_at) - 1;
    await deliverer.runDue();
    assert.equal(receiver.received.length, from + times.length);
    clock += 1;
  }
  let sum = 0;
  assert.deepEqual(
    times,
    retryDelays.map((delay) => (sum += delay)),
  );
  const mine = receiver.received.slice(from);
  assert.equal(new Set(mine.map(({ body }) => body)).size, 1);
  assert.deepEqual([...new Set(mine.map(({ headers }) => headers['webhook-id']))].length, 1);
  assert.equal(new Set(mine.map(({ headers }) => headers['webhook-signature'])).size, 10);
  const delivery = await only(hook.id);
  assert.deepEqual(
    [delivery.status, delivery.attempt, delivery.response_status, delivery.job_id, delivery.delivered_at],
    ['failed', 10, 500, jobId, null],
  );
  assert.equal(delivery.error, 'The receiver responded with 500.');
  const detail = (await org.request('GET', `/webhooks/${hook.id}/deliveries/${delivery.id}/`)).body;
  assert.deepEqual(
    detail.attempts.map((attempt: any) => [attempt.attempt, attempt.failure, attempt.response_body]),
    Array.from({ length: 10 }, (_, index) => [index + 1, 'status', 'status 500']),
  );
  const told = await show(hook.id);
  assert.deepEqual([told.failure_count, told.is_active, told.last_success_at], [10, true, null]);

  answer(204);
  const resent = await org.request('POST', `/webhooks/${hook.id}/deliveries/${delivery.id}/resend/`);
  assert.deepEqual([resent.status, resent.body.status, resent.body.attempt], [202, 'pending', 10]);
  assert.deepEqual([resent.body.response_status, resent.body.error, resent.body.delivered_at], [null, null, null]);
  await deliverer.runDue();
  const done = await only(hook.id);
  assert.deepEqual([done.status, done.attempt, done.response_status, done.error], ['succeeded', 11, 204, null]);
  assert.equal(receiver.received.at(-1)!.headers['webhook-id'], delivery.id);
  assert.equal(receiver.received.at(-1)!.body, mine[0]!.body);
  assert.equal((await show(hook.id)).failure_count, 0);
});

test('many receivers that nobody knows yet are all served after one look into the queue', async () => {
  const agent = await createAgent(org);
  for (let index = 0; index < 40; index += 1) await createHook(org, [agent.id], { url: `${receiver.url}?${index}` });
  answer(204);
  const from = receiver.received.length;
  await runJob(org, agent.id);
  const fresh = makeDeliverer(harness, { now: () => clock, concurrency: 8, pollMs: 600_000 });
  await fresh.start();
  await until(async () => receiver.received.length >= from + 40, 'forty events');
  assert.equal(new Set(receiver.received.slice(from).map(({ path }) => path)).size, 40);
  await fresh.stop(5_000);
  fresh.outbound.close();
});

test('a delivery that arrived and is sent again is pending until it arrives again, at its new time', async () => {
  const { agent, hook } = await hooked();
  answer(204);
  await runJob(org, agent.id);
  await deliverer.runDue();
  const first = await only(hook.id);
  assert.ok(first.delivered_at);
  clock += 60_000;
  const { body: again } = await org.request('POST', `/webhooks/${hook.id}/deliveries/${first.id}/resend/`);
  assert.deepEqual([again.status, again.response_status, again.delivered_at], ['pending', null, null]);
  await deliverer.runDue();
  const second = await only(hook.id);
  assert.deepEqual([second.status, second.response_status], ['succeeded', 204]);
  assert.ok(second.delivered_at > first.delivered_at);
});

test('2xx is a success however long the answer is: nobody reads more than 64 KiB of it', async () => {
  const { agent, hook } = await hooked();
  for (const bytes of [100 * 1024, 10 * 1024 ** 3]) {
    receiver.answer = (response) => {
      response.writeHead(200, { 'content-length': String(bytes) }).write(Buffer.alloc(Math.min(bytes, 1024 ** 2), 'a'));
    };
    await runJob(org, agent.id);
    await deliverer.runDue();
    const delivery = await only(hook.id);
    assert.deepEqual([delivery.status, delivery.response_status, delivery.attempt], ['succeeded', 200, 1]);
  }
  receiver.answer = (response) => response.writeHead(500).end(Buffer.alloc(100 * 1024, 'a'));
  await runJob(org, agent.id);
  await deliverer.runDue();
  assert.deepEqual(
    [(await only(hook.id)).status, (await only(hook.id)).error],
    ['pending', 'The receiver responded with 500.'],
  );
  assert.equal((await show(hook.id)).failure_count, 1);
});

test('an attempt that our own stop cuts short costs nothing and is made again under the same id', async () => {
  const { agent, hook } = await hooked();
  receiver.answer = () => undefined;
  await runJob(org, agent.id);
  const own = makeDeliverer(harness, { now: () => clock });
  const from = receiver.received.length;
  const running = own.runDue();
  await until(async () => receiver.received.length > from, 'the attempt');
  await own.stop(1);
  await running;
  own.outbound.close();
  const cut = await only(hook.id);
  assert.deepEqual([cut.status, cut.attempt, cut.error], ['pending', 0, null]);
  const told = await show(hook.id);
  assert.deepEqual([told.failure_count, told.last_failure_at], [0, null]);

  answer(204);
  await deliverer.runDue();
  const done = await only(hook.id);
  assert.deepEqual([done.status, done.attempt], ['succeeded', 1]);
  assert.deepEqual(
    receiver.received.slice(from).map(({ headers }) => headers['webhook-id']),
    [cut.id, cut.id],
  );
});

test('the event of a job that has not ended cannot be sent', async () => {
  const { agent } = await hooked();
  // No worker claims jobs here.
  const { body: jobId } = await org.request('POST', `/v1/agents/run/${agent.id}/async/`, { name: 'x' });
  const answer = await org.request('POST', `/v1/agents/jobs/${jobId}/webhook/resend/`);
  assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['error', 'code']]);
  await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`);
  const [row] = await harness.database.system.query<{ count: number }>(
    'select count(*) as count from webhook_deliveries where job_id = $1',
    [jobId],
  );
  assert.equal(row!.count, 0, 'a cancelled job fires nothing');
});

test('Retry-After of 429 and 503 is honoured when it is longer', async () => {
  const { agent, hook } = await hooked();
  for (const [status, after, seconds] of [
    [429, '120', 120],
    [503, '2', 5],
    [500, '120', 5],
  ] as const) {
    answer(status, { 'retry-after': after });
    await runJob(org, agent.id);
    clock += 60_000;
    const at = clock;
    await deliverer.runDue();
    const delivery = await only(hook.id);
    assert.equal(Math.round((Date.parse(delivery.next_attempt_at) - at) / 1_000), seconds, String(status));
    answer(200);
    clock += 200_000;
    await deliverer.runDue();
    assert.equal((await only(hook.id)).status, 'succeeded');
  }
});

test('410 ends the delivery and switches the webhook off; what waits is parked and can be replayed', async () => {
  const { agent, hook } = await hooked();
  answer(500);
  for (const name of ['a', 'b', 'c']) await runJob(org, agent.id, { name });
  clock += 60_000;
  await deliverer.runDue();
  answer(410);
  const since = new Date(Date.now() - 60_000).toISOString();
  const last = await runJob(org, agent.id, { name: 'd' });
  clock += 1_000;
  await deliverer.runDue();
  const told = await show(hook.id);
  assert.deepEqual([told.is_active, told.disabled_reason], [false, 'The receiver responded with 410 Gone.']);
  const rows = await deliveriesOf(org, hook.id);
  assert.deepEqual(
    rows.map(({ status, next_attempt_at, response_status }) => [status, next_attempt_at, response_status]),
    [
      ['failed', null, 410],
      ['pending', null, 500],
      ['pending', null, 500],
      ['pending', null, 500],
    ],
  );
  const [queued] = await harness.database.system.query<{ count: number }>(
    'select count(*) as count from webhook_queue where webhook_id = $1',
    [hook.id],
  );
  assert.equal(queued!.count, 0);
  await runJob(org, agent.id, { name: 'e' });
  assert.equal((await deliveriesOf(org, hook.id)).length, 4);
  const audit = await harness.database.system.query<{ action: string; actor_user_id: number | null }>(
    'select action, actor_user_id from audit_log where target_id = $1 order by id desc limit 1',
    [hook.id],
  );
  assert.deepEqual(audit, [{ action: 'webhook.disabled', actor_user_id: null }]);
  assert.deepEqual(await chainOf(hook.id), [`system ${rows[0].id}`, `job ${last}`, 'key null']);

  const recover = (body: unknown) => org.request('POST', `/webhooks/${hook.id}/deliveries/recover/`, body);
  assert.equal((await recover({ since })).status, 400);
  assert.equal((await org.request('PATCH', `/webhooks/${hook.id}/`, { is_active: true })).body.disabled_reason, null);
  answer(200);
  assert.deepEqual((await recover({ since: new Date(Date.now() + 60_000).toISOString() })).body, { queued: 0 });
  const recovered = await recover({ since });
  assert.deepEqual([recovered.status, recovered.body], [202, { queued: 4 }]);
  clock += 1_000;
  await deliverer.runDue();
  assert.deepEqual(pluck(await deliveriesOf(org, hook.id), 'status'), Array(4).fill('succeeded'));
});

test('a test call whose receiver is gone switches the webhook off, and the audit log names who made it', async () => {
  const { agent, hook } = await hooked();
  answer(410);
  const call = await org.request('POST', `/v1/agents/${agent.id}/webhooks/${hook.id}/test/`);
  assert.deepEqual([call.status, call.body.status_code], [200, 410], call.text);
  const { id } = await only(hook.id);
  assert.deepEqual(await chainOf(hook.id), [`system ${id}`, 'key null']);
});

test('five days of nothing but failures switch a webhook off, one success starts the count again', async () => {
  const { agent, hook } = await hooked();
  const attempt = async (status: number, laterHours: number) => {
    answer(status);
    clock += laterHours * 3_600_000;
    await runJob(org, agent.id, { name: String(clock) });
    await deliverer.runDue();
    return (await show(hook.id)).is_active;
  };
  assert.equal(await attempt(500, 1), true);
  assert.equal(await attempt(500, FAILING_DAYS_MAX * 24 - 1), true);
  assert.equal(await attempt(200, 0), true);
  answer(500);
  assert.equal(await attempt(500, 1), true);
  assert.equal(await attempt(500, FAILING_DAYS_MAX * 24 - 2), true);
  assert.equal(await attempt(500, 4), false);
  const [failed] = await deliveriesOf(org, hook.id);
  assert.deepEqual(await chainOf(hook.id), [`system ${failed.id}`, `job ${failed.job_id}`, 'key null']);
  const told = await show(hook.id);
  assert.equal(told.disabled_reason, 'Every attempt failed for 5 days.');
  const rows = await deliveriesOf(org, hook.id, '?status=pending');
  assert.ok(rows.length > 0 && rows.every(({ next_attempt_at }) => next_attempt_at === null));
  // Switched on again, it has five more days.
  await org.request('PATCH', `/webhooks/${hook.id}/`, { is_active: true });
  assert.equal(await attempt(500, 1), true);
});

test('a lease that runs out is taken by another worker, with the same id; a late failure changes nothing', async () => {
  const { agent, hook } = await hooked();
  await runJob(org, agent.id, { name: 'lease' });
  clock += 60_000;
  const waiting: (() => void)[] = [];
  receiver.answer = (response) => {
    if (waiting.length === 0) waiting.push(() => response.writeHead(500).end());
    else response.writeHead(200).end();
  };
  const stuck = deliverer.runDue();
  while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const other = makeDeliverer(harness, { now: () => clock });
  await other.runDue();
  assert.equal((await only(hook.id)).attempt, 0);
  clock += 7_000;
  waiting.push(() => undefined);
  await other.runDue();
  assert.deepEqual([(await only(hook.id)).status, (await only(hook.id)).attempt], ['succeeded', 1]);
  waiting[0]!();
  await stuck;
  const delivery = await only(hook.id);
  assert.deepEqual([delivery.status, delivery.attempt, delivery.next_attempt_at], ['succeeded', 2, null]);
  other.outbound.close();
});

test('a stop in the midst of a claim gives back what was claimed, and sends nothing', async () => {
  const { agent, hook } = await hooked();
  const asked: string[] = [];
  receiver.answer = (response) => {
    asked.push('sent');
    response.writeHead(200).end();
  };
  await runJob(org, agent.id, { name: 'stop' });
  clock += 60_000;
  const { queue } = harness.database;
  const claimed = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const query: typeof queue.query = async (text, values) => {
    const rows = await queue.query(text, values);
    if (text.includes('claimed as')) {
      claimed.resolve();
      await goOn.promise;
    }
    return rows as never;
  };
  const stopped = makeDeliverer(harness, {
    now: () => clock,
    database: { ...harness.database, queue: { ...queue, query } },
  });
  stopped.wake([hook.id]);
  await claimed.promise;
  const stop = stopped.stop(10_000);
  goOn.resolve();
  await stop;
  const rows = await harness.database.system.query(
    'select claim_id, leased_until from webhook_queue where webhook_id = $1',
    [hook.id],
  );
  assert.deepEqual([rows, asked], [[{ claim_id: null, leased_until: null }], []]);
  stopped.outbound.close();
  await deliverer.runDue();
  assert.deepEqual(asked, ['sent']);
});

test('history goes after 30 days, deleted webhooks with theirs; younger rows stay', async () => {
  const { agent, hook } = await hooked();
  answer(200);
  await runJob(org, agent.id, { name: 'old' });
  clock += 60_000;
  await deliverer.runDue();
  const count = async (table: string) =>
    (await harness.database.system.query<{ count: number }>(`select count(*) as count from ${table}`))[0]!.count;
  const before = await count('webhook_deliveries');
  assert.equal(await pruneWebhooks(harness.database, Date.now()), 0);
  await org.request('DELETE', `/webhooks/${hook.id}/agents/${agent.id}/`);
  assert.equal((await org.request('DELETE', `/webhooks/${hook.id}/`)).status, 204);
  assert.equal(await pruneWebhooks(harness.database, Date.now()), 1);
  assert.equal(await count('webhook_deliveries'), before - 1);
  assert.equal(await pruneWebhooks(harness.database, Date.now() + 31 * 86_400_000), before - 1);
  assert.deepEqual(
    [await count('webhook_deliveries'), await count('webhook_attempts'), await count('webhook_queue')],
    [0, 0, 0],
  );
});
