import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyWebhook } from '@errand/sdk/webhook-signature';
import { testEngines } from '../../test/engines.ts';
import { pluck, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createAgent, startJob } from '../../test/runs.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const agent = await createAgent(org, 'EchoEngine');

const listen = async (body: object = {}) => {
  const answer = await org.expect(201, 'POST', '/v1/webhook-listeners/', body);
  return answer as { id: string; secret: string; url: string };
};
const pull = (id: string, body: object = {}) => org.request('POST', `/v1/webhook-listeners/${id}/pull/`, body);
const run = (text: string, of = agent) => startJob(org, of.id, { text });

test('jobs of every agent arrive signed, once acknowledged not again, without an address', async () => {
  const { id, secret } = await listen();
  const entries = await harness.database.system.query<{ action: string }>(
    'select action from audit_log where target_id = $1 order by id',
    [id],
  );
  assert.deepEqual(pluck(entries, 'action'), ['webhook.linked', 'webhook.listening']);
  const jobId = await run('a');
  const { events } = (await pull(id, { wait: 30 })).body;
  assert.equal(events.length, 1);
  const [event] = events;
  assert.equal(JSON.parse(event.body).job.id, jobId);
  assert.deepEqual(await verifyWebhook(event.body, event.headers, secret), { valid: true });
  assert.equal(event.headers['webhook-event'], 'job_completed');
  assert.equal((await pull(id)).body.events[0].id, event.id, 'it comes until it is acknowledged');
  assert.deepEqual((await pull(id, { ack: [event.id] })).body.events, []);
  const { results } = (await org.request('GET', `/v1/webhooks/${id}/deliveries/`)).body;
  assert.deepEqual([results[0].id, results[0].status, results[0].response_status], [event.id, 'succeeded', 202]);
});

test('only the agents that were named are heard, and a test event too', async () => {
  const other = await createAgent(org, 'EchoEngine');
  const { id, secret } = await listen({ agent_ids: [other.id], secret: 'a secret of my own' });
  await run('b');
  const wanted = await run('c', other);
  const { events } = (await pull(id, { wait: 30 })).body;
  assert.deepEqual(
    events.map((event: { body: string }) => JSON.parse(event.body).job.id),
    [wanted],
  );
  assert.equal(secret, 'a secret of my own');
  const tested = await org.request('POST', `/v1/agents/${other.id}/webhooks/${id}/test/`);
  assert.equal(tested.body.success, true, tested.text);
  const [sample] = (await pull(id, { ack: [events[0].id], wait: 30 })).body.events;
  assert.equal(sample.headers['webhook-event'], 'test');
  assert.equal((await verifyWebhook(sample.body, sample.headers, secret)).valid, true);
});

test('a listener ends when it is deleted, or when nobody has pulled for a while', async () => {
  const stopped = await listen();
  assert.equal((await org.request('DELETE', `/v1/webhook-listeners/${stopped.id}/`)).status, 204);
  assert.equal((await pull(stopped.id)).status, 404);
  const killed = await listen();
  await harness.database.system.run("update webhooks set expires_at = now() - interval '1 second' where id = $1", [
    killed.id,
  ]);
  assert.equal((await pull(killed.id)).status, 404);
  await run('d');
  await until(
    async () => (await org.request('GET', `/v1/webhooks/${killed.id}/`)).body.is_active === false,
    'what nobody listens to is switched off',
  );
  await listen();
  assert.equal((await org.request('GET', `/v1/webhooks/${killed.id}/`)).status, 404, 'the next one removes it');
});

test('nobody can make a listener of a webhook with an address, nor give a webhook the address of a listener', async () => {
  const { id, url } = await listen();
  await org.expect(400, 'POST', '/v1/webhooks/', { name: 'x', url });
  const hook = await org.request('POST', '/v1/webhooks/', { name: 'x', url: 'https://example.org/' });
  assert.equal((await pull(hook.body.id)).status, 404);
  const stranger = await harness.org();
  assert.equal((await stranger.request('POST', `/v1/webhook-listeners/${id}/pull/`, {})).status, 404);
  await org.expect(400, 'POST', '/v1/webhook-listeners/', { agent_ids: [id] });
});
