import type { Database } from '@errand/server/platform/db.ts';
import { createTenant, httpRequest, type Lab, type Tenant, withDatabase } from '../lab.ts';
import { ms, percentile, type Row } from '../report.ts';

/** Reads with a long history against reads with a short one. */
export async function measureHistory(lab: Lab): Promise<Row[]> {
  const short = 10_000;
  const long = lab.quick ? 50_000 : 10_000_000;
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url, { ERRAND_ROLE: 'api' });
  const rows = await withDatabase(url, async (database) => {
    const tenant = await createTenant(database, server.port);
    await fillHistory(database, tenant, short);
    const before = await measureReads(lab, database, tenant, server.port);
    lab.note(`filling ${long.toLocaleString('en-US')} finished jobs …`);
    await fillHistory(database, tenant, long - short);
    await database.system.run('analyze jobs');
    await database.system.run('analyze job_results');
    const after = await measureReads(lab, database, tenant, server.port);
    return (['status', 'result', 'list'] as const).map((what): Row => {
      const ratio = after[what] / before[what];
      return {
        figure: `${what} with ${long.toLocaleString('en-US')} finished jobs, p99`,
        ours: ms(after[what]),
        against: `${ms(before[what])} with ${short.toLocaleString('en-US')}`,
        ratio,
        target: '≤ 1.5 ×',
        met: ratio <= 1.5,
      };
    });
  });
  await server.stop();
  await lab.dropDatabase(name);
  return rows;
}

async function measureReads(
  lab: Lab,
  database: Database,
  tenant: Tenant,
  port: number,
): Promise<{ status: number; result: number; list: number }> {
  const ids = await sampleIds(database);
  const get = (path: string): string => httpRequest('GET', path, { apiKey: tenant.apiKey });
  const read = async (requests: string[]): Promise<number> => {
    const load = { host: '127.0.0.1', port, connections: 4, requests };
    await lab.load({ ...load, total: lab.quick ? 100 : 1_000 });
    const { latenciesMs } = await lab.load({ ...load, total: lab.quick ? 200 : 6_000 });
    return percentile(latenciesMs, 0.99);
  };
  return {
    status: await read(ids.map(({ id }) => get(`/v1/agents/jobs/${id}/status/`))),
    result: await read(ids.map(({ id }) => get(`/v1/agents/jobs/${id}/result/`))),
    list: await read([get(`/v1/agents/${tenant.agentId}/jobs/`), get(`/v1/agents/${tenant.agentId}/jobs/?page=7`)]),
  };
}

async function sampleIds(database: Database): Promise<{ id: string }[]> {
  return database.system.query<{ id: string }>('select id from jobs tablesample bernoulli (1) limit 200');
}

/** Finished jobs as the service writes them, spread over the last months. */
async function fillHistory(database: Database, tenant: Tenant, count: number): Promise<void> {
  const chunk = 250_000;
  for (let from = 0; from < count; from += chunk) {
    const size = Math.min(chunk, count - from);
    await database.system.tx(async (tx) => {
      await tx.run(`set local statement_timeout = 0`);
      await tx.run(`set local synchronous_commit = off`);
      await tx.run(
        `with made as materialized (
            select moment, (substr(errand_first_id(moment)::text, 1, 14) || '7' || substr(md5(random()::text || gs), 1, 3) || '-8' ||
              substr(md5(random()::text), 1, 3) || '-' || substr(md5(gs::text || random()), 1, 12))::uuid as id
            from (select gs, now() - random() * interval '20 days' as moment from generate_series(1, $4::int) gs) m
          ),
          inserted as (
            insert into jobs (id, org_id, agent_id, version_id, origin, inputs, metadata, cache_outcome, timeout_seconds, created_at)
            select id, $1, $2, $3, 'api', '[{"key":"text","value":"some text of a job"}]', '{"case":"A-17"}', 'miss', 7200, moment from made
          ),
          counted as (
            insert into agent_job_deltas (agent_id, org_id, job_count, most_recent_job) select $2, $1, $4::int, now()
          )
          insert into job_results (job_id, org_id, agent_id, status, outputs, cost, duration_ms, attempt, events, finished_at)
          select id, $1, $2, 3, '[{"key":"output","data_type":"text/plain","value":"done","description":"","cost":0}]', 0, 12, 1,
            '[{"at":1,"status":1},{"at":2,"status":3}]', moment from made`,
        [tenant.orgId, tenant.agentId, tenant.versionId, size],
      );
    });
  }
}
