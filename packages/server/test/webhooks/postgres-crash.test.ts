import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createOrganization } from '#credits/create-organization.ts';
import { insertApiKey } from '#orgs/api-keys.ts';
import { startCluster } from '../chaos/cluster.ts';
import { callsWith, type TestOrg, until } from '../harness.ts';
import { createAgent, createHook, runJob } from './fixtures.ts';
import { startReceiver } from './receiver.ts';

// PostgreSQL is killed under jobs that end and deliveries that are on their way. A job that ended has its delivery, and
// every delivery arrives.

const KILLS = Number(process.env.WEBHOOK_CRASH_KILLS ?? 2);

test('kill -9 of PostgreSQL loses no event, and duplicates have the same webhook-id', async (t) => {
  const cluster = await startCluster({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' }, prefix: 'errand-webhooks-' });
  t.after(() => cluster.stop());
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  const accepted = new Set<string>();
  const ids = new Map<string, Set<string>>();
  receiver.answer = (response, { body, headers }) => {
    const jobId = JSON.parse(body).job.id as string;
    ids.set(jobId, (ids.get(jobId) ?? new Set()).add(String(headers['webhook-id'])));
    const refused = Math.random() < 0.7;
    if (!refused) accepted.add(jobId);
    response.writeHead(refused ? 500 : 200).end();
  };
  const api = await cluster.spawn('api');
  const { id: orgId, userId } = await createOrganization(cluster.database.system, { name: 'Crash' });
  const key = await insertApiKey(cluster.database.system, { orgId, userId, role: 'admin', name: 'test' });
  const org = { orgId, ...callsWith(() => api.baseUrl, key.apiKey) } as TestOrg;
  const agent = await createAgent(org);
  await createHook(org, [agent.id], { url: receiver.url });
  const script = new URL('./deliverer-child.ts', import.meta.url).pathname;
  const children: ChildProcess[] = [];
  t.after(() => children.map((child) => child.kill('SIGKILL')));
  for (let count = 0; count < 2; count += 1) {
    const child = spawn(process.execPath, [script, cluster.url], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    await once(child.stdout!, 'data');
  }
  let running = true;
  const load = Array.from({ length: 4 }, async (_, lane) => {
    for (let index = 0; running; index += 1) {
      await runJob(org, agent.id, { name: `${lane}-${index}` }).catch(() => undefined);
      await delay(20);
    }
  });
  for (let kill = 0; kill < KILLS; kill += 1) {
    const seen = accepted.size;
    await until(async () => accepted.size >= seen + 15, 'some traffic', 30_000);
    await cluster.killPostgres();
  }
  running = false;
  await Promise.all(load);
  const db = cluster.database.system;
  await until(
    async () => {
      const [left] = await db.query<{ busy: number }>(
        `select (select count(*) from webhook_queue) + (select count(*) from job_queue) as busy`,
      );
      return left!.busy === 0;
    },
    'everything to end',
    60_000,
  );
  const ended = await db.query<{ job_id: string }>('select job_id from job_results where status <> 5');
  assert.ok(ended.length > 30);
  const missing = ended.filter(({ job_id }) => !accepted.has(job_id));
  assert.deepEqual(missing, []);
  for (const [jobId, seen] of ids) assert.equal(seen.size, 1, jobId);
  const doubled = await db.query('select job_id from webhook_deliveries group by job_id having count(*) > 1');
  assert.deepEqual(doubled, []);
});
