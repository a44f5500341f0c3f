import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { request, until } from '../harness.ts';
import type { Cluster } from './cluster.ts';
import type { Tenant } from './load.ts';
import type { Member } from './members.ts';
import { startRun } from './suite.ts';
import type { Report } from './verify.ts';

// One round of each fault; `npm run chaos` makes many. The three run side by side: most of the time is the lease.

/** For a machine that is busy with other things, too. */
const PATIENCE_MS = 60_000;
const TEST_MS_MAX = 1_500_000;

const assertSound = (report: Report): void => {
  assert.deepEqual(report.violations, [], report.violations.slice(0, 5).join('\n'));
  assert.equal(report.lost, 0);
  assert.equal(report.doubled, 0);
};

describe('what real crashes leave behind', { concurrency: true, timeout: TEST_MS_MAX }, () => {
  test('kill -9 of a worker and of an API with callers waiting, and a worker paused beyond its lease: nothing is lost or done twice, and others take over within 20 s', {
    timeout: TEST_MS_MAX,
  }, async (t) => {
    const run = await startRun({ roles: ['api', 'api', 'worker', 'worker', 'worker'], seed: 11 });
    const { cluster, tenants } = run;
    t.after(run.stop);
    await delay(2_000);
    const [killed, paused] = cluster.running('worker') as [Member, Member];
    // Too much for a socket's buffer: the statement that claims them cannot end while their worker sleeps.
    await startPadded(cluster, tenants[0]!);
    cluster.pause(paused);
    await cluster.kill(killed);
    const [api] = cluster.running('api') as [Member];
    const waiting = await waitAt(cluster, api, tenants[0]!, 10);
    await cluster.kill(api);
    await waiting.answers();
    // All that matters has been started; the rest is waiting for the lease.
    run.load.pace(400);
    await delay(16_000);
    cluster.resume(paused);
    const resumedAt = Date.now();
    await until(
      async () =>
        cluster.witness.sights.some(({ pid, at, event }) => pid === paused.pid && at > resumedAt && event === 'start'),
      'the paused worker to take new work',
      PATIENCE_MS,
    );
    const report = await run.judge();
    assertSound(report);
    assert.ok(report.takeoverMs.length >= 5, `only ${report.takeoverMs.length} jobs were taken over`);
    assert.equal(await countWornOut(cluster), 0, 'a job lost a worker in each of its attempts');
  });

  test('kill -9 of PostgreSQL, cut connections and lost answers under load, then SIGTERM: no process ends, no attempt is lost, no client is cut off', {
    timeout: TEST_MS_MAX,
  }, async (t) => {
    const run = await startRun({ roles: ['all', 'all'], seed: 12 });
    const { cluster } = run;
    t.after(run.stop);
    await delay(1_500);
    await cluster.killPostgres();
    await delay(1_500);
    for (let times = 0; times < 3; times += 1) {
      await cluster.cutConnections();
      await delay(400);
      await cluster.loseAnswers();
      await delay(400);
    }
    await delay(1_000);
    const [leaving] = cluster.running('all') as [Member];
    const waiting = await waitAt(cluster, leaving, run.tenants[0]!, 5);
    const { code, ms } = await cluster.terminate(leaving);
    assert.equal(code, 0);
    assert.ok(ms < 60_000, `it took ${ms} ms`);
    for (const answer of await waiting.answers()) assert.match(String(answer), /^(200|400)$/);
    const report = await run.judge();
    assertSound(report);
    assert.equal(report.repeatedSteps > 0, true, 'the stop interrupted no step');
    const deaths = await cluster.database.system.query<{ count: number }>(
      `select count(*) as count from job_results where events::jsonb @> '[{"died": true}]'`,
    );
    assert.equal(deaths[0]!.count, 0, 'a live worker was given up for dead');
    const cutOff = run.load.entries.filter(({ answer }) => /ECONNRESET|UND_ERR_SOCKET|EPIPE/.test(String(answer)));
    assert.deepEqual(cutOff, []);
  });

  test('a job that ends its worker twice is put aside and takes no other job along', {
    timeout: TEST_MS_MAX,
  }, async (t) => {
    const run = await startRun({ roles: ['api', 'worker'], seed: 13, clients: 1, pauseMs: 500 });
    const { cluster, tenants } = run;
    t.after(run.stop);
    const tenant = tenants[0]!;
    const start = async (inputs: Record<string, string>): Promise<string> => {
      const { baseUrl } = cluster.running('api')[0]!;
      const path = `/v1/agents/run/${tenant.agentId}/async/`;
      const metadata = { request: inputs.tag };
      return (await request(baseUrl, tenant.apiKey, 'POST', path, { inputs, metadata })).body as string;
    };
    // It runs beside the other one whenever that ends their worker.
    const innocent = await start({ tag: 'innocent', steps: '3', ms: '2500' });
    const crashing = await start({ tag: 'crashing', steps: '1', ms: '1000', crash: 'true' });
    const statusOf = async (jobId: string): Promise<number | undefined> =>
      (
        await cluster.database.system.query<{ status: number }>('select status from job_results where job_id = $1', [
          jobId,
        ])
      )[0]?.status;
    const supervisor = new AbortController();
    t.after(() => supervisor.abort());
    const supervised = (async () => {
      while (!supervisor.signal.aborted) {
        if (cluster.running('worker').length === 0) await cluster.spawn('worker');
        await delay(100);
      }
    })();
    supervised.catch(() => undefined);
    await until(async () => (await statusOf(crashing)) !== undefined, 'the end of the crashing job', 150_000);
    await until(async () => (await statusOf(innocent)) !== undefined, 'the end of the other job', 30_000);
    supervisor.abort();
    await supervised;
    assert.equal(await statusOf(crashing), 4);
    assert.equal(await statusOf(innocent), 3);
    assert.equal(cluster.faults.filter(({ kind }) => kind === 'crash').length, 2);
    assertSound(await run.judge());
  });
});

/** Jobs of 200 KB each, as many as a worker has slots. */
async function startPadded(cluster: Cluster, tenant: Tenant): Promise<void> {
  const inputs = Array.from({ length: 24 }, (_, index) => ({
    tag: `padded-${index}`,
    steps: '1',
    ms: '20',
    padding: 'x'.repeat(200_000),
  }));
  const path = `/v1/agents/run/${tenant.agentId}/async/many/`;
  const answer = await request(cluster.running('api')[0]!.baseUrl, tenant.apiKey, 'POST', path, { inputs });
  assert.equal(answer.status, 200, answer.text);
}

/**
 * Callers that wait at a process for jobs of three seconds. Where it has no free slot, another process runs the job, so
 * callers are added until the process itself runs one. `answers` tells what those still waiting get: a status, or the
 * error of the connection.
 */
async function waitAt(
  cluster: Cluster,
  member: Member,
  tenant: Tenant,
  count: number,
): Promise<{ answers(): Promise<(number | string)[]> }> {
  const waiting = new Set<Promise<number | string>>();
  const early: (number | string)[] = [];
  let called = 0;
  const call = (): void => {
    called += 1;
    const tag = `waiting-${called}`;
    const body = { inputs: { tag, steps: '2', ms: '5000' }, metadata: { request: tag } };
    const answer = request(member.baseUrl, tenant.apiKey, 'POST', `/v1/agents/run/${tenant.agentId}/`, body).then(
      ({ status }) => status,
      (error) => String(error),
    );
    waiting.add(answer);
    void answer.then((status) => {
      early.push(status);
      waiting.delete(answer);
    });
  };
  const deadline = Date.now() + PATIENCE_MS;
  while (called < count || !(await runsWaitingCaller(cluster, member.pid))) {
    assert.ok(Date.now() < deadline, `The process ran no job of a waiting caller. Answers: ${early.join(', ')}`);
    if (waiting.size < count) call();
    await delay(50);
  }
  const atStake = [...waiting];
  return { answers: () => Promise.all(atStake) };
}

/** A job of a waiting caller has begun in the process and not ended. */
async function runsWaitingCaller(cluster: Cluster, pid: number): Promise<boolean> {
  const begun = new Set(
    cluster.witness.sights.filter((sight) => sight.pid === pid && sight.event === 'start').map(({ jobId }) => jobId),
  );
  const rows = await cluster.database.system.query(
    `select from jobs j where id = any($1::uuid[]) and metadata->>'request' like 'waiting-%'
      and not exists (select from job_results r where r.job_id = j.id) limit 1`,
    [[...begun]],
  );
  return rows.length > 0;
}

async function countWornOut(cluster: Cluster): Promise<number> {
  const rows = await cluster.database.system.query<{ count: number }>(
    `select count(*) as count from job_results where status = 4 and error_message ~ 'during each of its attempts|died or were stuck'`,
  );
  return rows[0]!.count;
}
