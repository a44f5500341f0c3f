import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { pluck, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createAgent, createHook, deliveriesOf, runJob } from '../../test/webhooks/fixtures.ts';
import { type Received, type Receiver, startReceiver } from '../../test/webhooks/receiver.ts';

// From the end of a job to the receiver, with the workers of a whole service.

const harness = stopAtEnd(await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const org = await harness.org({ name: 'Example Org' });
const receiver = stopAtEnd(await startReceiver());

const got = (jobId: string, from: Receiver = receiver): Promise<Received> =>
  until(async () => from.received.find(({ body }) => body.includes(jobId)), `the event of ${jobId}`);

async function hooked(fields: Record<string, unknown> = {}, config?: Record<string, unknown>) {
  const agent = await createAgent(org, config);
  return { agent, hook: await createHook(org, [agent.id], { url: receiver.url, ...fields }) };
}

test('a job of a linked agent is reported once, as the contract says, and the standard library verifies it', async () => {
  const { agent, hook } = await hooked({ headers: { 'X-Key': 'open sesame' } });
  assert.match(hook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const jobId = await runJob(org, agent.id, { name: 'Ada', metadata: { case: 'A-17', big: 1 } });
  const request = await got(jobId);
  const { headers } = request;
  assert.deepEqual(
    [headers['content-type'], headers['user-agent'], headers['webhook-event'], headers['x-key']],
    ['application/json', 'errand-webhook/1', 'job_completed', 'open sesame'],
  );
  const payload: any = new Webhook(hook.secret).verify(request.body, headers as Record<string, string>);
  assert.deepEqual(Object.keys(payload), ['timestamp', 'agent', 'agent_version', 'job', 'organization']);
  assert.deepEqual(payload.agent, { id: agent.id, name: 'Greeter' });
  assert.equal(payload.agent_version.id, agent.current_version_id);
  assert.deepEqual(payload.organization, { id: org.orgId, name: 'Example Org' });
  const { created_at, completed_at, ...job } = payload.job;
  for (const time of [payload.timestamp, created_at, completed_at]) assert.match(time, /^\d{4}-.*Z$/);
  assert.deepEqual(job, {
    id: jobId,
    status: 'succeeded',
    status_code: 3,
    cost: 0,
    output: 'Hello Ada',
    metadata: { case: 'A-17', big: 1 },
  });

  const [delivery, ...others] = await until(async () => {
    const rows = await deliveriesOf(org, hook.id);
    return rows[0]?.status === 'succeeded' && rows;
  }, 'the record');
  assert.equal(others.length, 0);
  assert.deepEqual(
    { ...delivery, created_at: 0, delivered_at: 0 },
    {
      id: headers['webhook-id'],
      webhook_id: hook.id,
      agent_id: agent.id,
      job_id: jobId,
      kind: 'job',
      attempt: 1,
      status: 'succeeded',
      response_status: 200,
      error: null,
      next_attempt_at: null,
      created_at: 0,
      delivered_at: 0,
    },
  );
  const { body: detail } = await org.request('GET', `/webhooks/${hook.id}/deliveries/${delivery.id}/`);
  assert.equal(detail.request.body, request.body);
  assert.equal(detail.request.headers['X-Key'], '***');
  assert.equal(detail.request.headers['webhook-signature'], headers['webhook-signature']);
  const [attempt] = detail.attempts;
  assert.deepEqual(
    [attempt.attempt, attempt.response_status, attempt.response_body, attempt.failure, attempt.error],
    [1, 200, 'thanks', null, null],
  );
  assert.ok(attempt.timing.total_ms >= attempt.timing.first_byte_ms && attempt.timing.connect_ms !== null);
  const { body: told } = await org.request('GET', `/webhooks/${hook.id}/`);
  assert.ok(told.last_triggered_at && told.last_success_at);
  assert.deepEqual([told.last_failure_at, told.failure_count], [null, 0]);
});

test('failures and answers from the cache fire, cancelled jobs do not', async () => {
  const { agent, hook } = await hooked({}, { template: '${name}', output_type: 'application/json' });
  const failed = await runJob(org, agent.id, { name: 'not json' });
  const told = JSON.parse((await got(failed)).body);
  assert.deepEqual([told.job.status, told.job.status_code, told.job.output], ['failed', 4, null]);
  assert.equal(typeof told.job.error_message, 'string');

  const first = await runJob(org, agent.id, { name: '{"a": [1]}' });
  assert.deepEqual(JSON.parse((await got(first)).body).job.output, { a: [1] });
  const cached = await runJob(org, agent.id, { name: '{"a": [1]}' }, { 'x-skip-cache': 'false' });
  const hit = JSON.parse((await got(cached)).body);
  assert.deepEqual([hit.job.status, hit.job.status_code, hit.job.output], ['succeeded', 6, { a: [1] }]);

  const { rows } = await harness.database.system
    .query<{ count: number }>('select count(*) as count from webhook_deliveries where webhook_id = $1', [hook.id])
    .then((found) => ({ rows: found }));
  assert.equal(rows[0]!.count, 3);
});

test('jobs of batches and of run-many fire like any other', async () => {
  const { agent, hook } = await hooked();
  const inputs = Array.from({ length: 20 }, (_, index) => ({ inputs: { name: `n${index}` } }));
  await org.request('POST', `/v1/agents/run/${agent.id}/batches/`, { inputs });
  await org.request('POST', `/v1/agents/run/${agent.id}/async/many/`, { inputs });
  const rows = await until(async () => {
    const all = await deliveriesOf(org, hook.id, '?page_size=100');
    return all.length === 40 && all.every(({ status }) => status === 'succeeded') && all;
  }, '40 deliveries');
  assert.equal(new Set(rows.map(({ job_id }) => job_id)).size, 40);
});

test('only webhooks that are on, linked now and subscribed to the end of jobs get an event', async () => {
  const agent = await createAgent(org);
  const of = (fields: Record<string, unknown>) => createHook(org, [agent.id], { url: receiver.url, ...fields });
  const told = [await of({}), await of({ events: [] }), await of({ events: ['x', 'job_completed'] })];
  const silent = [await of({ events: ['other'] }), await of({ is_active: false })];
  const unlinked = await of({});
  await org.request('DELETE', `/webhooks/${unlinked.id}/agents/${agent.id}/`);
  await runJob(org, agent.id);
  for (const { id } of told)
    await until(async () => (await deliveriesOf(org, id))[0]?.status === 'succeeded', 'delivery');
  for (const { id } of [...silent, unlinked]) assert.deepEqual(await deliveriesOf(org, id), []);
});

test('a cancelled job sends nothing, but its event can be sent by hand', async () => {
  const { agent, hook } = await hooked();
  const { database } = harness;
  const jobId = await runJob(org, agent.id);
  await got(jobId);
  // A test cannot catch a job between two states, so it changes the row.
  await database.system.run('update job_results set status = 5 where job_id = $1', [jobId]);
  const sent = await org.request('POST', `/v1/agents/jobs/${jobId}/webhook/resend/`);
  assert.deepEqual([sent.status, sent.body], [200, { status: 'queued', queued: 1 }]);
  const again = await until(
    async () => receiver.received.filter(({ body }) => body.includes(jobId))[1],
    'the second event',
  );
  const { job } = JSON.parse(again.body);
  assert.deepEqual([job.status, job.status_code, job.output], ['failed', 5, null]);
  const rows = await deliveriesOf(org, hook.id);
  assert.deepEqual(pluck(rows, 'kind'), ['resend', 'job']);
  const ofJob = await org.request('GET', `/v1/agents/jobs/${jobId}/webhook/deliveries/`);
  assert.deepEqual(
    ofJob.body.map(({ id, webhook_name: name }: any) => [id, name]),
    rows.map(({ id }) => [id, hook.name]),
  );
});

test('a secret is rotated under load without one failed verification', async (t) => {
  const secrets: string[] = [];
  const busy = await startReceiver();
  t.after(() => busy.stop());
  const agent = await createAgent(org);
  const hook = await createHook(org, [agent.id], { url: busy.url });
  secrets.push(hook.secret);
  // The receiver knows one secret at a time, and gets the new one a little later.
  const bad: string[] = [];
  busy.answer = (response, { body, headers }) => {
    const known = secrets.at(-1)!;
    try {
      new Webhook(known).verify(body, headers as Record<string, string>);
    } catch (error) {
      bad.push(String(error));
    }
    response.writeHead(204).end();
  };
  let running = true;
  const load = Array.from({ length: 4 }, async () => {
    for (let index = 0; running; index += 1) await runJob(org, agent.id, { name: `r${index}` });
  });
  for (let round = 0; round < 4; round += 1) {
    const rotated = await org.expect(200, 'POST', `/webhooks/${hook.id}/rotate-secret/`);
    assert.notEqual(rotated.secret, secrets.at(-1));
    assert.ok(rotated.previous_secret_until > new Date(Date.now() + 23.9 * 3_600_000).toISOString());
    // What was already on its way when the answer came carries the old signature only; it is at most one per slot.
    const before = busy.received.length;
    await until(async () => busy.received.length >= before + 40, 'some events');
    secrets.push(rotated.secret);
  }
  running = false;
  await Promise.all(load);
  assert.deepEqual(bad, []);
  assert.ok(busy.received.length >= 160);
});

test('the data of a deleted job is gone from its deliveries too', async () => {
  const { agent, hook } = await hooked();
  const jobId = await runJob(org, agent.id, { name: 'secret name' });
  const delivery = await until(
    async () => (await deliveriesOf(org, hook.id)).find(({ status }) => status === 'succeeded'),
    'it',
  );
  assert.equal((await org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`)).status, 200);
  const detail = await org.request('GET', `/webhooks/${hook.id}/deliveries/${delivery.id}/`);
  assert.equal(detail.body.request.body, null);
  assert.ok(!detail.text.includes('secret name'));
  assert.equal((await org.request('POST', `/webhooks/${hook.id}/deliveries/${delivery.id}/resend/`)).status, 202);
  const again = await until(
    async () => receiver.received.filter(({ body }) => body.includes(jobId))[1],
    'the second event',
  );
  assert.equal(JSON.parse(again.body).job.output, null);
});

test('a delivery in flight while the data of its job is deleted is not kept either', async () => {
  const held = Promise.withResolvers<void>();
  const slow = await startReceiver((response, { body }) => void held.promise.then(() => response.end(`got ${body}`)));
  const { agent, hook } = await hooked({ url: slow.url });
  const jobId = await runJob(org, agent.id, { name: 'secret name' });
  await got(jobId, slow);
  assert.equal((await org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`)).status, 200);
  held.resolve();
  const delivery = await until(
    async () => (await deliveriesOf(org, hook.id)).find(({ status }) => status === 'succeeded'),
    'it',
  );
  const { text } = await org.request('GET', `/webhooks/${hook.id}/deliveries/${delivery.id}/`);
  assert.ok(!text.includes('secret name'), text);
  await slow.stop();
});

test('the metrics count what is queued, tried and failed', async () => {
  const text = await (await fetch(`${harness.baseUrl}/metrics`)).text();
  for (const line of [
    /errand_webhook_attempts_total\{outcome="succeeded"\} \d+/,
    /errand_webhook_queue_deliveries \d+/,
    /errand_webhook_queue_oldest_seconds \d+/,
    /errand_webhooks\{state="active"\} \d+/,
    /errand_webhook_destinations\{state="good"\} \d+/,
  ])
    assert.match(text, line);
});
