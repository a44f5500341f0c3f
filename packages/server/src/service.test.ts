import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import pg from 'pg';
import { createLog } from '#platform/log.ts';
import { testEngines } from '../test/engines.ts';
import { request, startHarness, until } from '../test/harness.ts';
import { createAgent, runSync } from '../test/runs.ts';

// What load balancers and collectors see of a process: readiness, metrics and its shutdown.

test('/ready/ tells from memory: an outage degrades at first, and a lock keeps neither it nor metrics waiting', async (t) => {
  const harness = await startHarness({ engines: testEngines });
  t.after(() => harness.stop());
  const ready = () => request(harness.baseUrl, undefined, 'GET', '/ready/');
  await until(async () => (await ready()).body.status === 'ok', 'all is well');
  assert.deepEqual((await ready()).body, {
    status: 'ok',
    database: 'ok',
    storage: 'ok',
    queue: 'ok',
    problems: [],
  });
  const locker = new pg.Client({ connectionString: harness.databaseUrl });
  await locker.connect();
  await locker.query('begin; lock table write_probes, job_queue in access exclusive mode');
  await until(async () => (await ready()).body.database !== 'ok', 'the outage is seen');
  const out = await ready();
  assert.deepEqual([out.status, out.body.status, out.body.problems.length], [200, 'degraded', 1]);
  const metrics = await request(harness.baseUrl, undefined, 'GET', '/metrics');
  assert.match(metrics.text, /^errand_database_writable 0$/m);
  await locker.query('commit');
  await locker.end();
  await until(async () => (await ready()).body.status === 'ok', 'all is well again');
});

test('metrics have requests, pools, lease, writes, storage, clock and the queue; probes are not logged', async (t) => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const harness = await startHarness({ engines: testEngines, log });
  t.after(() => harness.stop());
  const org = await harness.org();
  const agent = await createAgent(org, 'EchoEngine');
  await runSync(org, agent.id, { text: 'a' });
  const read = () => request(harness.baseUrl, undefined, 'GET', '/metrics');
  const sampled = /^errand_queue_broken_invariants\{invariant="lost_jobs"\} 0$/m;
  await until(async () => sampled.test((await read()).text), 'a sample');
  // On a busy machine one sample comes later than another.
  for (const line of [
    /^errand_http_requests_total\{method="POST",route="\/v1\/agents\/run\/:agent_id\/",status="200"\} 1$/m,
    /^errand_http_request_seconds_count\{method="POST",route="\/v1\/agents\/run\/:agent_id\/"\} 1$/m,
    /^errand_database_connections\{pool="system",state="idle"\} \d+$/m,
    /^errand_database_connections\{pool="queue",state="waiting"\} 0$/m,
    /^errand_database_outage\{cause="read_only"\} 0$/m,
    /^errand_database_write_seconds_count [1-9]/m,
    /^errand_lease_age_seconds \d/m,
    /^errand_clock_difference_seconds -?\d/m,
    /^errand_storage_usable 1$/m,
    /^errand_queue_oldest_seconds 0$/m,
    /^errand_queue_oldest_started_seconds 0$/m,
    /^errand_workers 1$/m,
    /^errand_model_providers_down 0$/m,
  ])
    await until(async () => line.test((await read()).text), String(line));
  await request(harness.baseUrl, undefined, 'GET', '/health/');
  await request(harness.baseUrl, undefined, 'GET', '/ready/');
  const routes = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'http.request');
  assert.ok(routes.some(({ route }) => route === '/v1/agents/run/:agent_id/'));
  assert.ok(!routes.some(({ route }) => ['/health/', '/ready/', '/metrics'].includes(route)));
});

test('a scrape runs no statement', async (t) => {
  const harness = await startHarness({ engines: testEngines });
  t.after(() => harness.stop());
  const read = () => request(harness.baseUrl, undefined, 'GET', '/metrics');
  await until(async () => /^errand_queue_jobs\{status="started"\} 0$/m.test((await read()).text), 'a sample');
  const scans = async () => {
    const [row] = await harness.database.system.query<{ scans: number }>(
      `select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0) as scans from pg_stat_user_tables where relname = 'webhook_queue'`,
    );
    return row!.scans;
  };
  const before = await scans();
  for (let n = 0; n < 20; n += 1) assert.equal((await read()).status, 200);
  assert.ok((await scans()) - before < 20);
});

test('metrics want their token, and with a port of their own they are there only', async (t) => {
  const token = 'a-token-of-the-collector';
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  const locked = await startHarness({ env: { ERRAND_METRICS_TOKEN: token } });
  t.after(() => locked.stop());
  const refused = await request(locked.baseUrl, undefined, 'GET', '/metrics');
  assert.deepEqual([refused.status, Object.keys(refused.body)], [401, ['detail', 'code']]);
  assert.equal((await request(locked.baseUrl, 'a-token-of-somebody-else', 'GET', '/metrics')).status, 401);
  assert.equal((await request(locked.baseUrl, token, 'GET', '/metrics')).status, 200);

  const apart = await startHarness({ env: { ERRAND_METRICS_TOKEN: token, ERRAND_METRICS_PORT: String(port) } });
  t.after(() => apart.stop());
  const own = `http://127.0.0.1:${port}`;
  assert.equal((await request(apart.baseUrl, token, 'GET', '/metrics')).status, 404);
  assert.equal((await request(own, undefined, 'GET', '/metrics')).status, 401);
  assert.match((await request(own, token, 'GET', '/metrics')).text, /^errand_jobs_running 0$/m);
  assert.equal((await request(own, token, 'GET', '/ready/')).status, 404);
});

test('a clock that is set forward by an hour changes nothing about readiness', async (t) => {
  const harness = await startHarness();
  t.after(() => harness.stop());
  const ready = () => request(harness.baseUrl, undefined, 'GET', '/ready/');
  await until(async () => (await ready()).body.status === 'ok', 'all is well');
  const now = Date.now.bind(Date);
  t.mock.method(Date, 'now', () => now() + 3_600_000);
  const { status, body } = await ready();
  assert.deepEqual([status, body.status, body.queue], [200, 'ok', 'ok']);
});

test('a stop is told to balancers first: /ready/ is 503 while requests are still answered, then the port closes', async (t) => {
  const harness = await startHarness({ engines: testEngines, env: { ERRAND_DRAIN_SECONDS: '3' } });
  const org = await harness.org();
  const agent = await createAgent(org, 'EchoEngine');
  const { service } = harness;
  const stopped = service.stop();
  service.stop = () => stopped;
  t.after(() => harness.stop());
  const ready = await org.request('GET', '/ready/');
  assert.deepEqual([ready.status, ready.body.status, ready.body.queue], [503, 'unavailable', 'stopping']);
  assert.equal((await runSync(org, agent.id, { text: 'still' })).status, 200);
  await stopped;
  await assert.rejects(org.request('GET', '/ready/'));
});
