import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGateEngine, testEngines } from '../../../test/engines.ts';
import { type Event, readEvents } from '../../../test/event-client.ts';
import { pluck, startHarness, stopAtEnd, until } from '../../../test/harness.ts';
import { connectRaw } from '../../../test/raw-client.ts';
import { createAgent, getJob, startJob, untilFinal, untilJob } from '../../../test/runs.ts';

const gate = createGateEngine();

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, gate.engine] }));
const org = await harness.org();
const gated = await createAgent(org, 'GateEngine');

const watch = (jobId: string, lastEventId?: string) =>
  readEvents(`${harness.baseUrl}/v1/agents/jobs/${jobId}/events/`, {
    headers: {
      authorization: `Bearer ${org.apiKey}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });

async function readAll(jobId: string, lastEventId?: string): Promise<Event[]> {
  const { events, ended } = await watch(jobId, lastEventId);
  await ended;
  return events;
}

const names = (events: Event[]): string[] =>
  events.map(({ event, data }) =>
    event === 'status' ? `status ${data.status_code}` : event === 'step' ? data.key : event,
  );

test('of a finished job are all there: statuses, steps, progress, the final status, the end', async () => {
  const agent = await createAgent(org, 'StepsEngine', { config: { steps: 3 } });
  const id = await startJob(org, agent.id);
  const job = await untilFinal(org, id);
  const events = await readAll(id);
  assert.deepEqual(
    names(events).filter((name) => name !== 'progress'),
    ['status 0', 'status 1', 'work', 'work#2', 'work#3', 'status 3', 'end'],
  );
  assert.deepEqual(
    pluck(
      events.filter(({ event }) => event === 'status'),
      'data',
    ),
    job.status_events,
  );
  assert.equal(new Set(events.map(({ id: eventId }) => eventId)).size, events.length, 'each has an id of its own');
  assert.deepEqual(events.at(-1)!.data, { status: 3, error_message: null });
});

test('come while the job runs, and the stream ends with the job', async () => {
  const id = await startJob(org, gated.id, { text: 'followed' });
  const { events, ended } = await watch(id);
  await until(async () => names(events).includes('status 1'), 'the start');
  assert.ok(!names(events).includes('end'));
  gate.open();
  await ended;
  gate.close();
  assert.deepEqual(names(events), ['status 0', 'status 1', 'status 3', 'end']);
});

test('say why a job failed or was cancelled', async () => {
  const failed = await startJob(org, (await createAgent(org, 'FailEngine')).id);
  const events = await readAll(failed);
  assert.equal(events.at(-2)!.data.error_message, 'The document has no pages.');
  assert.deepEqual(events.at(-1)!.data, { status: 4, error_message: 'The document has no pages.' });
  const running = await startJob(org, gated.id, { text: 'cancelled' });
  const stream = await watch(running);
  await until(async () => names(stream.events).includes('status 1'), 'the start');
  await org.request('POST', `/v1/agents/jobs/${running}/cancel/`);
  await stream.ended;
  assert.deepEqual(names(stream.events).slice(-2), ['status 5', 'end']);
});

test('resumed after each event miss nothing and double nothing', async () => {
  const agent = await createAgent(org, 'StepsEngine', { config: { steps: 2, failures: 1 } });
  const id = await startJob(org, agent.id);
  await untilFinal(org, id);
  const all = await readAll(id);
  assert.ok(all.length >= 8);
  for (const [index, { id: lastId }] of all.slice(0, -1).entries()) {
    const rest = await readAll(id, lastId);
    const seen = new Set(all.slice(0, index + 1).map(({ id: eventId }) => eventId));
    assert.deepEqual(
      names(rest).filter((name) => name !== 'progress'),
      names(all.slice(index + 1)).filter((name) => name !== 'progress'),
    );
    assert.ok(
      rest.every(({ id: eventId }) => !seen.has(eventId)),
      `after ${lastId}`,
    );
  }
});

test('resumed during a running job continue where they stopped', async () => {
  const id = await startJob(org, gated.id, { text: 'interrupted' });
  const first = await watch(id);
  await until(async () => names(first.events).includes('status 1'), 'the start');
  first.leave();
  const second = await watch(id, first.events.at(-1)!.id);
  gate.open();
  await second.ended;
  gate.close();
  assert.deepEqual([...names(first.events), ...names(second.events)], ['status 0', 'status 1', 'status 3', 'end']);
});

test('after the end there is nothing to come back for: 204 stops a browser', async () => {
  const id = await startJob(org, (await createAgent(org, 'EchoEngine')).id, { text: 'a' });
  const events = await readAll(id);
  await org.expect(204, 'GET', `/v1/agents/jobs/${id}/events/`, undefined, {
    'last-event-id': events.at(-1)!.id,
  });
});

test('an unknown id starts from the beginning', async () => {
  const id = await startJob(org, (await createAgent(org, 'EchoEngine')).id, { text: 'a' });
  await untilFinal(org, id);
  for (const lastId of ['', 'x', '-1.0.0', '1.2', '99999999999.0.0', '1.0.0; drop table jobs']) {
    assert.deepEqual(names(await readAll(id, lastId)).slice(-1), ['end'], lastId);
  }
});

test('a step is never overtaken by a later one, even when all run side by side', async () => {
  const agent = await createAgent(org, 'StepsEngine', { config: { steps: 40, parallel: true } });
  const streams = await Promise.all(
    Array.from({ length: 5 }, async (_, n) => watch(await startJob(org, agent.id, { text: `n${n}` }))),
  );
  for (const { events, ended } of streams) {
    await ended;
    const keys = events.filter(({ event }) => event === 'step').map(({ data }) => data.key);
    assert.equal(new Set(keys).size, 40);
    assert.equal(keys.length, 40);
  }
});

test('progress is reported while the job runs', async () => {
  const agent = await createAgent(org, 'StepsEngine', { config: { steps: 5, failures: 1 } });
  const id = await startJob(org, agent.id);
  await untilJob(org, id, (job) => job.status_code === 2);
  const { events, leave } = await watch(id);
  await until(async () => events.some(({ event }) => event === 'progress'), 'progress');
  const progress = events.filter(({ event }) => event === 'progress');
  assert.equal(progress.at(-1)!.data.of, 5);
  leave();
  await org.request('POST', `/v1/agents/jobs/${id}/cancel/`);
});

test('a client that leaves is forgotten, and the job does not mind', async () => {
  const id = await startJob(org, gated.id, { text: 'left alone' });
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      harness.service.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  // On separate sockets, so that a connection pool does not interfere when one is lost.
  const clients = await Promise.all(Array.from({ length: 5 }, () => connectRaw(harness.baseUrl)));
  const path = `/v1/agents/jobs/${id}/events/`;
  for (const client of clients)
    await client.send(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${org.apiKey}\r\n\r\n`);
  await until(async () => clients.every((client) => client.received().includes('event: status')), 'events for all');
  const before = await connections();
  for (const client of clients) client.destroy();
  await until(async () => (await connections()) <= before - 5, 'the connections to be closed');
  gate.open();
  await untilFinal(org, id);
  gate.close();
  assert.equal((await getJob(org, id)).status_code, 3);
});

test('HEAD answers at once', async () => {
  const id = await startJob(org, gated.id, { text: 'head' });
  const answer = await org.request('HEAD', `/v1/agents/jobs/${id}/events/`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type')!, /^text\/event-stream/);
  await org.request('POST', `/v1/agents/jobs/${id}/cancel/`);
});
