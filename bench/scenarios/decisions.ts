import type { Database } from '@errand/server/platform/db.ts';
import { createTenant, httpRequest, type Lab, pause, type Tenant, withDatabase } from '../lab.ts';
import { perSecond, type Row } from '../report.ts';

// Measures rehearsals, case files, and the cost of a job that waits for a person.

const TARGET_SECONDS = 60;
const GIVEN_UP_SECONDS = 900;
const AT_ONCE = 8;

export async function measureDecisions(lab: Lab): Promise<Row[]> {
  return [...(await measureCases(lab)), ...(await measureWaits(lab))];
}

/** `investigations` are really run. The other cases have cached results, as repeated ones do. */
async function measureCases(lab: Lab): Promise<Row[]> {
  const [investigations, cases] = lab.quick ? [10, 40] : [500, 10_000];
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url);
  const rows = await withDatabase(url, async (database) => {
    const tenant = await createTenant(database, server.port);
    const api = createApi(server.port, tenant.apiKey);
    const policy = await api('POST', '/v1/policies/', { name: 'Shop', content: CONTENT });
    const agent = await api('POST', '/v1/agents/', {
      name: 'Desk',
      engine_class_id: 'ProductPolicyEngine',
      engine_config: { policy_version_id: policy.id, model: 'baseline', baseline_verdicts: true },
    });
    lab.note(`running ${investigations} investigations …`);
    const jobIds = await runCases(database, api, agent.id, investigations);
    await copyFromCache(database, cases);
    const candidate = await api('POST', `/v1/policies/${policy.id}/versions/`, {
      content: LENIENT,
      make_current: false,
    });
    lab.settle();
    const [startedAt, usedBefore] = [performance.now(), usedMs(lab, server)];
    const path = `/v1/policies/${policy.id}/rehearsals/`;
    const { id } = await api('POST', path, { version_id: candidate.id, filter: { limit: cases } });
    const done = await until(
      () => api('GET', `${path}${id}/`),
      (rehearsal) => rehearsal.finished_at !== null,
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const each = (usedMs(lab, server) - usedBefore) / cases;
    const isWhole = done.status === 'done' && done.done === cases && done.undecidable.length === 0;
    const files = await lab.load({
      host: '127.0.0.1',
      port: server.port,
      connections: AT_ONCE,
      requests: jobIds.slice(0, 100).map((job) => httpRequest('GET', `/v1/agents/jobs/${job}/case-file/`, tenant)),
      total: lab.quick ? 20 : 500,
    });
    return [
      {
        figure: `rehearsal of ${cases.toLocaleString('en-US')} cases with baseline, no fetch`,
        ours: isWhole ? `${seconds.toFixed(1)} s` : `${done.status}, ${done.done} of ${cases}`,
        against: `${each.toFixed(1)} ms of processor time a case`,
        target: `< ${TARGET_SECONDS} s`,
        met: isWhole && seconds < TARGET_SECONDS,
      },
      {
        figure: 'case files, signed, with their explanation, 8 callers',
        ours: files.failures === 0 ? perSecond(files.answers / files.seconds) : `${files.failures} failed`,
      },
    ];
  });
  await server.stop();
  await lab.dropDatabase(name);
  return rows;
}

/** Measures jobs that wait for an approval: the bytes of their rows, and whether a process does anything for them. */
async function measureWaits(lab: Lab): Promise<Row[]> {
  const waits = lab.quick ? 20 : 2_000;
  const seconds = lab.quick ? 2 : 30;
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url, { ERRAND_WORKER_CONCURRENCY: '4' });
  const rows = await withDatabase(url, async (database) => {
    const tenant = await createTenant(database, server.port, 'NoopEngine');
    const api = createApi(server.port, tenant.apiKey);
    const usedBefore = await measureWork(lab, server, seconds);
    const agent = await api('POST', '/v1/agents/', {
      name: 'Asks',
      engine_class_id: 'TemplateEngine',
      engine_config: { template: 'Dear $text' },
      approval: { when: 'always', role: 'member' },
    });
    await inTurns(waits, (index) => api('POST', `/v1/agents/run/${agent.id}/async/`, { text: `${index}` }));
    await until(
      () => countRows(database, `select count(*) as count from job_waits where status = 'open'`),
      (open) => open === waits,
    );
    const usedAfter = await measureWork(lab, server, seconds);
    const bytes = await countRows(
      database,
      `select round(sum(bytes) / ${waits})::bigint as count from (
         select sum(pg_column_size(j.*)) as bytes from jobs j where agent_id = $1::uuid
         union all select sum(pg_column_size(q.*)) from job_queue q where agent_id = $1::uuid
         union all select sum(pg_column_size(w.*)) from job_waits w where agent_id = $1::uuid
         union all select sum(pg_column_size(s.*)) from job_steps s
           where job_id in (select id from jobs where agent_id = $1::uuid)) parts`,
      [agent.id],
    );
    const free = await timeOne(api, tenant);
    return [
      {
        figure: 'a job that waits for a person, all of its rows',
        ours: `${bytes.toLocaleString('en-US')} bytes`,
        target: '≤ 4,096 bytes',
        met: bytes <= 4_096,
      },
      {
        figure: `processor time at rest, PostgreSQL's included, ${waits.toLocaleString('en-US')} jobs waiting`,
        ours: `${usedAfter.toFixed(1)} ms/s`,
        against: `${usedBefore.toFixed(1)} ms/s with none`,
        ratio: usedAfter / usedBefore,
      },
      { figure: 'a run beside them, with 4 slots', ours: `${Math.round(free)} ms` },
    ];
  });
  await server.stop();
  await lab.dropDatabase(name);
  return rows;
}

type Server = Awaited<ReturnType<Lab['startServer']>>;

function usedMs(lab: Lab, server: Server): number {
  const { programMs = 0, postgresMs = 0 } = lab.processorTime(server) ?? {};
  return programMs + postgresMs;
}

async function measureWork(lab: Lab, server: Server, seconds: number): Promise<number> {
  await pause(lab.quick ? 200 : 5_000);
  const before = usedMs(lab, server);
  await pause(seconds * 1_000);
  return (usedMs(lab, server) - before) / seconds;
}

async function timeOne(api: Api, tenant: Tenant): Promise<number> {
  const startedAt = performance.now();
  await api('POST', `/v1/agents/run/${tenant.agentId}/`, { text: 'free' });
  return performance.now() - startedAt;
}

type Told = { id: string; status: string; done: number; undecidable: unknown[]; finished_at: string | null };
type Api = <T = Told>(method: string, path: string, body?: object) => Promise<T>;

const createApi =
  (port: number, apiKey: string): Api =>
  async <T>(method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
    return (await answer.json()) as T;
  };

async function runCases(database: Database, api: Api, agentId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  await inTurns(count, async (index) => {
    const product_listing = `${index % 2 === 0 ? BAD : GOOD}\nItem number ${index}, in stock.`;
    ids.push(await api<string>('POST', `/v1/agents/run/${agentId}/async/`, { product_listing }));
  });
  await until(
    () => countRows(database, 'select count(*) as count from job_results where agent_id = $1::uuid', [agentId]),
    (ended) => ended === count,
  );
  return ids;
}

/** Writes results as the service does for cached ones. Copies of one investigation are far apart. */
async function copyFromCache(database: Database, wanted: number): Promise<void> {
  const made = await countRows(database, 'select count(*) as count from job_results where status = 3');
  for (let round = 1; round < wanted / made; round += 1)
    await database.system.run(
      `with copied as (
         select r.job_id as source, errand_new_id(clock_timestamp()) as id from job_results r where r.status = 3
         order by r.job_id limit $1::int
       ),
       inserted as (
         insert into jobs (id, org_id, agent_id, version_id, policy_version_id, origin, inputs, cache_outcome,
           timeout_seconds, created_at)
         select c.id, j.org_id, j.agent_id, j.version_id, j.policy_version_id, j.origin, j.inputs, 'hit',
           j.timeout_seconds, clock_timestamp()
         from copied c join jobs j on j.id = c.source
       )
       insert into job_results (job_id, org_id, agent_id, status, outputs, events, ui_fields, source_job_id, finished_at)
       select c.id, r.org_id, r.agent_id, 6, r.outputs, r.events, r.ui_fields, r.job_id, clock_timestamp()
       from copied c join job_results r on r.job_id = c.source`,
      [Math.min(made, wanted - made * round)],
    );
}

async function inTurns(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const givenUpAt = Date.now() + GIVEN_UP_SECONDS * 1_000;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > givenUpAt) throw new Error(`It took more than ${GIVEN_UP_SECONDS} s.`);
    await pause(200);
  }
}

async function countRows(database: Database, sql: string, values: unknown[] = []): Promise<number> {
  const [row] = await database.system.query<{ count: number }>(sql, values);
  return Number(row!.count);
}

const rule = (title: string, description: string, flag: string) => ({ title, description, flag });
const PROHIBITED = {
  title: 'Prohibited goods',
  rules: [
    rule('Weapons', 'Weapons, ammunition, or knives with a fixed blade.', 'RED_FLAG'),
    rule('Counterfeit brands', 'Replicas or copies of branded goods.', 'RED_FLAG'),
    rule('Tobacco', 'Tobacco, cigars or cigarettes.', 'RED_FLAG'),
  ],
};
const PRACTICE = {
  title: 'Good practice',
  rules: [rule('Return policy', 'The seller takes goods back within 30 days.', 'GREEN_FLAG')],
};
const dispositions = {
  classifications: ['approved', 'manual_review', 'rejected'].map((name) => ({ name, description: '' })),
};
const CONTENT = { guidelines: { categories: [PROHIBITED, PRACTICE] }, dispositions };
const LENIENT = { guidelines: { categories: [PRACTICE] }, dispositions };
const BAD = 'Tactical knife with a fixed blade of 18 cm.\nSharp weapons for hunters.\nShips today.';
const GOOD = 'Wool blanket, 140 x 200 cm.\nSoft and warm.\nThe seller takes goods back within 30 days: return policy.';
