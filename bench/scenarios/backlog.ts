import type { Database } from '@errand/server/platform/db.ts';
import { createTenant, httpRequest, type Lab, pause, type Tenant, withDatabase } from '../lab.ts';
import { ms, perSecond, type Row } from '../report.ts';

// The queue under a backlog: how fast it drains, what an old snapshot does to it, and who else gets a turn.

/** A worker process drains; jobs are put in by one statement so that accepting does not compete. */
export async function measureBacklog(lab: Lab): Promise<Row[]> {
  const waiting = lab.quick ? 5_000 : 500_000;
  const sample = lab.quick ? 1_000 : 30_000;
  return inWorld(lab, async (database, tenant, url) => {
    const few = await drain(lab, database, url, tenant, sample, sample);
    await clear(database);
    const many = await drain(lab, database, url, tenant, waiting, sample);
    const ratio = many / few;
    return [
      {
        figure: `drain with ${waiting.toLocaleString('en-US')} waiting`,
        ours: perSecond(many),
        against: `${perSecond(few)} with none besides`,
        ratio,
        target: '≥ 0.9 ×',
        met: ratio >= 0.9,
      },
    ];
  });
}

/** One transaction keeps its snapshot open, so nothing that was claimed can be vacuumed. */
export async function measureOpenTransaction(lab: Lab): Promise<Row[]> {
  const seconds = lab.quick ? 3 : 300;
  return inWorld(lab, async (database, tenant, url) => {
    const sample = lab.quick ? 1_000 : 30_000;
    await drain(lab, database, url, tenant, sample, sample);
    const normal = await drain(lab, database, url, tenant, sample, sample);
    const server = await lab.startServer(url, { ERRAND_ROLE: 'worker' });
    const { default: pg } = await import('pg');
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin isolation level repeatable read');
    await holder.query('select count(*) from job_queue');
    const until = Date.now() + seconds * 1_000;
    let last = 0;
    // A steady load makes dead rows all the time; the last round is the one that counts.
    while (Date.now() < until) last = await drainWith(database, tenant, sample);
    last = await drainWith(database, tenant, sample);
    await holder.query('rollback');
    await holder.end();
    await server.stop();
    const ratio = last / normal;
    return [
      {
        figure: `claims after a transaction was open for ${seconds} s`,
        ours: perSecond(last),
        against: `${perSecond(normal)} without`,
        ratio,
        target: '≥ 0.8 ×',
        met: ratio >= 0.8,
      },
    ];
  });
}

/** Another organization's single job while one has a long line. */
export async function measureFairness(lab: Lab): Promise<Row[]> {
  const waiting = lab.quick ? 5_000 : 200_000;
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url);
  const rows = await withDatabase(url, async (database) => {
    const crowd = await createTenant(database, server.port);
    const single = await createTenant(database, server.port);
    await fill(database, crowd, waiting);
    const request = httpRequest('POST', `/v1/agents/run/${single.agentId}/async/`, {
      apiKey: single.apiKey,
      body: JSON.stringify({ text: 'one' }),
    });
    const { sentAtUs } = await lab.load({
      host: '127.0.0.1',
      port: server.port,
      connections: 1,
      requests: [request],
      total: 1,
      rate: 10,
    });
    let started: string | undefined;
    for (let tries = 0; started === undefined && tries < 600; tries += 1) {
      await pause(50);
      const found = await database.system.query<{ started: string }>(
        `select outputs->0->>'value' as started from job_results where agent_id = $1`,
        [single.agentId],
      );
      started = found[0]?.started;
    }
    const left = await countQueue(database);
    const wait = started === undefined ? Number.POSITIVE_INFINITY : (Number(started) - sentAtUs[0]!) / 1_000;
    return [
      {
        figure: `another organization's job while one has ${waiting.toLocaleString('en-US')} waiting (${left.toLocaleString('en-US')} left)`,
        ours: ms(wait),
        target: '≤ 1 s',
        met: wait <= 1_000,
      },
    ];
  });
  await server.stop();
  await lab.dropDatabase(name);
  return rows;
}

async function inWorld(
  lab: Lab,
  work: (database: Database, tenant: Tenant, url: string) => Promise<Row[]>,
): Promise<Row[]> {
  const { url, name } = await lab.createDatabase();
  // The agent is made over HTTP; then the API has done its part.
  const api = await lab.startServer(url, { ERRAND_ROLE: 'api' });
  const rows = await withDatabase(url, async (database) => {
    const tenant = await createTenant(database, api.port);
    await api.stop();
    return work(database, tenant, url);
  });
  await lab.dropDatabase(name);
  return rows;
}

/** Fills the queue, starts a worker and times the first `sample` results. */
async function drain(
  lab: Lab,
  database: Database,
  url: string,
  tenant: Tenant,
  waiting: number,
  sample: number,
): Promise<number> {
  await fill(database, tenant, waiting);
  const before = await countResults(database);
  const server = await lab.startServer(url, { ERRAND_ROLE: 'worker' });
  const rate = await timeResults(database, before, sample);
  await server.stop();
  return rate;
}

/** The same with a worker that is already running. */
async function drainWith(database: Database, tenant: Tenant, sample: number): Promise<number> {
  const before = await countResults(database);
  await fill(database, tenant, sample);
  return timeResults(database, before, sample);
}

/** The first tenth belongs to starting up. */
async function timeResults(database: Database, before: number, sample: number): Promise<number> {
  let first = 0;
  let firstAt = 0;
  const deadline = Date.now() + 120_000;
  for (;;) {
    const done = (await countResults(database)) - before;
    const now = performance.now();
    if (first === 0 && done >= sample / 10) {
      first = done;
      firstAt = now;
    }
    if (done >= sample * 0.95 || Date.now() > deadline) return ((done - first) * 1_000) / (now - firstAt);
    await pause(20);
  }
}

async function fill(database: Database, tenant: Tenant, count: number): Promise<void> {
  for (let from = 0; from < count; from += 50_000) {
    await database.system.run(
      `with made as (
          select errand_first_id(clock_timestamp()) as base, gs as number,
            (substr(errand_first_id(clock_timestamp())::text, 1, 14) || '7' || substr(md5(random()::text || gs), 1, 3) || '-8' ||
              substr(md5(random()::text), 1, 3) || '-' || substr(md5(gs::text || random()), 1, 12))::uuid as id
          from generate_series(1, $4::int) gs
        ),
        inserted as (
          insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_key, cache_outcome, timeout_seconds, created_at)
          select id, $1, $2, $3, 'api', '[{"key":"text","value":"bench"}]', uuid_send(id), 'miss', 7200, now() from made
        )
        insert into job_queue (job_id, org_id, agent_id, status, priority, run_at)
        select id, $1, $2, 0, 1, clock_timestamp() from made`,
      [tenant.orgId, tenant.agentId, tenant.versionId, Math.min(50_000, count - from)],
    );
  }
}

async function clear(database: Database): Promise<void> {
  await database.system.run('truncate job_queue, jobs, job_results, job_cache');
}

async function countResults(database: Database): Promise<number> {
  const rows = await database.system.query<{ count: number }>('select count(*) as count from job_results');
  return rows[0]!.count;
}

async function countQueue(database: Database): Promise<number> {
  const rows = await database.system.query<{ count: number }>('select count(*) as count from job_queue');
  return rows[0]!.count;
}
