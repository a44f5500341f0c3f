import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { startHarness, until } from '../harness.ts';
import { createAgent, createHook, runJob } from './fixtures.ts';
import { startReceiver } from './receiver.ts';

// Processes that deliver are killed again and again while a receiver refuses most of what it gets. Every event has to
// arrive, and whatever arrives twice has to carry the same webhook-id.

const EVENTS = Number(process.env.WEBHOOK_CRASH_EVENTS ?? 160);
const KILLS = Number(process.env.WEBHOOK_CRASH_KILLS ?? 5);
const REFUSED = 0.7;

const children = new Set<ChildProcess>();

const harness = await startHarness({ env: { ERRAND_ROLE: 'api', ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } });
const org = await harness.org();
const receiver = await startReceiver();
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await receiver.stop();
  await harness.stop();
});

async function startChild(): Promise<ChildProcess> {
  const script = new URL('./deliverer-child.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, harness.databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  await once(child.stdout!, 'data');
  return child;
}

test('kill -9 of delivering processes loses no event, and duplicates have the same webhook-id', async () => {
  const accepted = new Map<string, number>();
  const ids = new Map<string, Set<string>>();
  receiver.answer = (response, { body, headers }) => {
    const jobId = JSON.parse(body).job.id as string;
    ids.set(jobId, (ids.get(jobId) ?? new Set()).add(String(headers['webhook-id'])));
    // Refusals of several kinds: an error, no answer, a cut connection.
    const dice = Math.random();
    if (dice < REFUSED * 0.8) response.writeHead(500).end();
    else if (dice < REFUSED * 0.9) response.destroy();
    else if (dice < REFUSED) setTimeout(() => response.writeHead(503).end(), 300);
    else {
      accepted.set(jobId, (accepted.get(jobId) ?? 0) + 1);
      response.writeHead(200).end();
    }
  };
  const agent = await createAgent(org);
  const hook = await createHook(org, [agent.id], { url: receiver.url });
  const jobs: string[] = [];
  const load = Array.from({ length: 4 }, async (_, lane) => {
    for (let index = 0; index < EVENTS / 4; index += 1)
      jobs.push(await runJob(org, agent.id, { name: `${lane}-${index}` }));
  });
  let [victim, survivor] = [await startChild(), await startChild()];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const seen = receiver.received.length;
    await until(async () => receiver.received.length >= seen + 10 || accepted.size === EVENTS, 'some traffic');
    victim.kill('SIGKILL');
    children.delete(victim);
    [victim, survivor] = [survivor, await startChild()];
  }
  await Promise.all(load);
  await until(async () => accepted.size === EVENTS, `${EVENTS} events`, 60_000);
  await until(async () => {
    const [left] = await harness.database.system.query<{ count: number }>(
      'select count(*) as count from webhook_queue',
    );
    return left!.count === 0;
  }, 'an empty queue');
  assert.deepEqual(new Set(accepted.keys()), new Set(jobs));
  for (const [jobId, seen] of ids) assert.equal(seen.size, 1, jobId);
  const rows = await harness.database.system.query<{ status: string; count: number; jobs: number }>(
    'select status, count(*) as count, count(distinct job_id) as jobs from webhook_deliveries where webhook_id = $1 group by status',
    [hook.id],
  );
  assert.deepEqual(rows, [{ status: 'succeeded', count: EVENTS, jobs: EVENTS }]);
});
