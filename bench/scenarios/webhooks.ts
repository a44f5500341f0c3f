import type { Database } from '@errand/server/platform/db.ts';
import { buildBody } from '@errand/server/webhooks/message/payload.ts';
import { createTenant, type Lab, pause, runRequest, type Tenant, withDatabase } from '../lab.ts';
import type { Program } from '../programs.ts';
import { median, ms, percentile, perSecond, type Row } from '../report.ts';

const CONCURRENCY = 64;
const OUTPUT = 'x'.repeat(300);
const ALLOW = { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'warn' };

/** Measures deliveries per second against a bare loop, the time from a job's end to its event, and silent receivers. */
export async function measureWebhooks(lab: Lab): Promise<Row[]> {
  return [await measureRate(lab), ...(await measureFirstAttempts(lab))];
}

async function measureRate(lab: Lab): Promise<Row> {
  // Enough that the first look into the queue and the first claims do not affect the rate.
  const count = lab.quick ? 2_000 : 40_000;
  const { url, name } = await lab.createDatabase();
  const receiver = await lab.start('webhook-receiver.ts', {});
  const peer = await lab.start('webhook-peer.ts', {});
  const setup = await lab.startServer(url, { ...ALLOW, ERRAND_ROLE: 'api' });
  const bare = async (): Promise<number> => {
    const path = `/?port=${receiver.port}&count=${count}&concurrency=${CONCURRENCY / 2}`;
    const answer = await fetch(`http://127.0.0.1:${peer.port}${path}`, { method: 'POST', body: exampleBody() });
    return count / ((await answer.json()) as { seconds: number }).seconds;
  };
  const pairs = await withDatabase(url, async (database) => {
    const tenant = await createTenant(database, setup.port);
    const hookId = await createHook(setup.port, tenant, receiver.port);
    await setup.stop();
    const server = await lab.startServer(url, {
      ...ALLOW,
      ERRAND_ROLE: 'worker',
      ERRAND_WEBHOOK_CONCURRENCY: String(CONCURRENCY),
    });
    const ours = (): Promise<number> => {
      lab.settle();
      return drain(database, receiver, tenant, hookId, count);
    };
    await bare();
    await ours();
    const measured: { ours: number; bare: number }[] = [];
    for (let round = 0; round < (lab.quick ? 1 : 5); round += 1)
      measured.push({ bare: await bare(), ours: await ours() });
    await server.stop();
    lab.note(`deliveries: ${measured.map((pair) => `${Math.round(pair.ours)} / ${Math.round(pair.bare)}`).join(', ')}`);
    return measured;
  });
  for (const program of [receiver, peer]) await program.stop();
  await lab.dropDatabase(name);
  // Flushes earlier writes, so that they do not affect the latencies that are measured next.
  await lab.admin.query('checkpoint');
  const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
  return {
    figure: `webhook deliveries to a fast receiver, ${CONCURRENCY / 2} at once`,
    ours: perSecond(median(pairs.map((pair) => pair.ours))),
    against: `${perSecond(median(pairs.map((pair) => pair.bare)))} bare signing loop`,
    ratio,
    target: '≥ 0.6 ×',
    met: ratio >= 0.6,
  };
}

/** Has the same length as the events of `drain`. */
function exampleBody(): string {
  const id = '019e5a7c-0000-7000-8000-000000000000';
  const named = { id, name: 'Bench' };
  return buildBody(
    {
      id,
      status: 3,
      cost: 0,
      createdAt: new Date(),
      completedAt: new Date(),
      outputs: [{ key: 'o', data_type: 'text/plain', value: OUTPUT }],
      metadata: {},
      errorMessage: null,
      agent: named,
      version: named,
      organization: named,
    },
    new Date(),
  );
}

/** Inserts finished jobs and their deliveries in one statement, as ending jobs does, and waits until all are sent. */
async function drain(
  database: Database,
  receiver: Program,
  tenant: Tenant,
  hookId: string,
  count: number,
): Promise<number> {
  const receivedCount = async () => (await receiver.ask<{ received: number }>()).received;
  const before = await receivedCount();
  await database.system.run(
    `with job as (
        select errand_new_id(clock_timestamp()) as id from generate_series(1, $5::int)
      ), j as (
        insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_outcome, timeout_seconds, created_at)
        select id, $1, $2, $3, 'api', '[]', 'miss', 60, now() from job
      ), r as (
        insert into job_results (job_id, org_id, agent_id, status, outputs, events, finished_at)
        select id, $1, $2, 3, json_build_array(json_build_object('key', 'o', 'data_type', 'text/plain', 'value', $6::text)), '[]', now() from job
      ), d as (
        insert into webhook_deliveries (id, org_id, webhook_id, agent_id, job_id, kind, next_attempt_at, created_at)
        select errand_new_id(ended_at), $1, $4, $2, id, 'job', ended_at, ended_at
        from (select id, clock_timestamp() as ended_at from job offset 0) job returning id, job_id, created_at
      )
      insert into webhook_queue (delivery_id, webhook_id, org_id, job_id, due_at)
      select id, $4, $1, job_id, created_at from d`,
    [tenant.orgId, tenant.agentId, tenant.versionId, hookId, count, OUTPUT],
  );
  const filledAt = performance.now();
  // Polling the queue would scan deleted rows many times a second and affect the figure.
  while ((await receivedCount()) - before < count) await pause(20);
  for (;;) {
    const [row] = await database.system.query<{ left: boolean }>('select exists (select from webhook_queue) as left');
    if (!row!.left) break;
    await pause(5);
  }
  return count / ((performance.now() - filledAt) / 1_000);
}

/** Compares two services with the same jobs, one with silent receivers, in turns, because the machine's load varies. */
async function measureFirstAttempts(lab: Lab): Promise<Row[]> {
  const silent = await lab.start('webhook-receiver.ts', { HANG: '1' });
  const quiet = await startSite(lab);
  const beset = await startSite(lab);
  // Ten further agents keep getting jobs. In one of the services, each has ten silent receivers.
  const createOthers = (site: typeof quiet) => Promise.all(Array.from({ length: 10 }, site.createTenant));
  const [ofQuiet, ofBeset] = [await createOthers(quiet), await createOthers(beset)];
  for (const other of ofBeset)
    for (let index = 0; index < 10; index += 1) await createHook(beset.port, other, silent.port);
  await quiet.measure(ofQuiet);
  await beset.measure(ofBeset);
  const rounds: { without: number[]; beside: number[] }[] = [];
  for (let round = 0; round < (lab.quick ? 1 : 9); round += 1) {
    const without = await quiet.measure(ofQuiet);
    rounds.push({ without, beside: await beset.measure(ofBeset) });
  }
  for (const site of [quiet, beset]) await site.stop();
  await silent.stop();
  const p99s = (read: (round: (typeof rounds)[number]) => number[]) =>
    rounds.map((round) => percentile(read(round), 0.99));
  const [without, beside] = [p99s((round) => round.without), p99s((round) => round.beside)];
  lab.note(
    `first attempts, p99 without / beside silent ones: ${without.map((p99, index) => `${p99} / ${beside[index]}`).join(', ')}`,
  );
  const [p99, besideP99] = [median(without), median(beside)];
  return [
    {
      figure: `first attempt after a job's end, ${FIRST_RATE} jobs/s, p99`,
      ours: ms(p99),
      target: '≤ 1000 ms',
      met: p99 <= 1_000,
    },
    {
      figure: 'the same beside 100 receivers that never answer, p99',
      ours: ms(besideP99),
      against: `${ms(p99)} without them`,
      ratio: besideP99 / p99,
      target: '< 1.2 ×',
      met: besideP99 < p99 * 1.2,
    },
  ];
}

const FIRST_RATE = 200;
const NOISE_RATE = 20;
const NOISE_AHEAD_MS = 1_000;

/** Starts a service with one tenant whose receiver answers. */
async function startSite(lab: Lab) {
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url, ALLOW);
  const fast = await lab.start('webhook-receiver.ts', { TIMES: '1' });
  const newTenant = () => withDatabase(url, (database) => createTenant(database, server.port));
  const tenant = await newTenant();
  await createHook(server.port, tenant, fast.port);
  const durationMs = lab.quick ? 2_000 : 5_000;
  const target = { host: '127.0.0.1', port: server.port, connections: 16, durationMs };
  const noiseTarget = { ...target, rate: NOISE_RATE, durationMs: durationMs + 2 * NOISE_AHEAD_MS };
  const asyncRun = (runner: Tenant): string => runRequest(runner, 'async/');
  let from = 0;

  return {
    port: server.port,
    createTenant: newTenant,
    /** Returns the milliseconds from the ends of jobs to their events, while the agents of `others` get jobs too. */
    async measure(others: Tenant[]): Promise<number[]> {
      from += 1_000_000;
      const noise = lab.load({ ...noiseTarget, requests: others.map(asyncRun), from: from + 500_000 });
      // Excludes the start of the second load generator from the measurement.
      await pause(NOISE_AHEAD_MS);
      const { answers, failures } = await lab.load({ ...target, rate: FIRST_RATE, requests: [asyncRun(tenant)], from });
      await noise;
      await pause(2_000);
      const { arrivals } = await fast.ask<{ arrivals: [number, number][] }>();
      const missing = answers - failures - arrivals.length;
      if (missing > 0) lab.note(`webhooks: ${missing} of ${answers} events had not come after 2 s`);
      // Missing events count as late.
      return [...arrivals.map(([completedAt, at]) => at - completedAt), ...Array(Math.max(0, missing)).fill(2_000)];
    },
    async stop(): Promise<void> {
      for (const program of [server, fast]) await program.stop();
      await lab.dropDatabase(name);
    },
  };
}

async function createHook(port: number, tenant: Tenant, receiverPort: number): Promise<string> {
  const call = async (path: string, body: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { id: string };
  };
  const { id } = await call('/webhooks/', { name: 'Bench', url: `http://127.0.0.1:${receiverPort}/` });
  await call(`/webhooks/${id}/agents/`, { agent_ids: [tenant.agentId] });
  return id;
}
