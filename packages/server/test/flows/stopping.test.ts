import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEngines } from '../engines.ts';
import { type Harness, startHarness, until } from '../harness.ts';
import { connectRaw } from '../raw-client.ts';
import { createAgent } from '../runs.ts';

async function stopOnce(harness: Harness): Promise<void> {
  const { service } = harness;
  const stopped = service.stop();
  service.stop = () => stopped;
  await stopped;
}

test('a client that stalls in the middle of its request does not keep the service from stopping', async (t) => {
  const harness = await startHarness({ engines: testEngines, env: { ERRAND_SHUTDOWN_SECONDS: '600' } });
  t.after(() => harness.stop());
  const org = await harness.org();
  const agent = await createAgent(org, 'SleepEngine');
  const [inBody, inHead] = [await connectRaw(harness.baseUrl), await connectRaw(harness.baseUrl)];
  await inBody.send(
    `POST /v1/agents/run/${agent.id}/async/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${org.apiKey}\r\n` +
      'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"inputs": {',
  );
  await inHead.send('POST /v1/agents/run/');
  await stopOnce(harness);
  await until(async () => inBody.isClosed() && inHead.isClosed(), 'both connections to be closed');
});

test('a service that stops answers the callers that wait, even if their jobs wait for a slot', async (t) => {
  const harness = await startHarness({ engines: testEngines, env: { ERRAND_WORKER_CONCURRENCY: '1' } });
  t.after(() => harness.stop());
  const org = await harness.org();
  const agent = await createAgent(org, 'SleepEngine', { config: { ms: 400 } });
  const answers = Array.from({ length: 4 }, () =>
    org.request('POST', `/v1/agents/run/${agent.id}/`, {}, { 'x-skip-cache': 'true' }),
  );
  await until(async () => {
    const [row] = await harness.database.system.query<{ count: number }>('select count(*) as count from job_queue');
    return row!.count === 4;
  }, 'four accepted jobs');
  await stopOnce(harness);
  for (const { status, text } of await Promise.all(answers)) assert.equal(status, 200, text);
});
