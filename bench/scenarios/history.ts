import { fillHistory, sampleJobIds, vacuum } from '../fill.ts';
import { createTenant, httpRequest, type Lab, type Tenant, withDatabase } from '../lab.ts';
import type { Program } from '../programs.ts';
import { median, ms, percentile, type Row } from '../report.ts';

const CONNECTIONS = 2;
const MONTHS = 9;

type Side = { server: Program; name: string; tenant: Tenant; ids: string[] };

/** Measures reads of single jobs and lists with a long history against a short one, in turns. */
export async function measureHistory(lab: Lab): Promise<Row[]> {
  const size = { long: lab.quick ? 100_000 : 10_000_000, short: lab.quick ? 1_000 : 10_000 };
  const long = await prepare(lab, size.long);
  const short = await prepare(lab, size.short);
  const reads: Record<string, (side: Side) => string[]> = {
    status: ({ tenant, ids }) => ids.map((id) => get(tenant, `/v1/agents/jobs/${id}/status/`)),
    result: ({ tenant, ids }) => ids.map((id) => get(tenant, `/v1/agents/jobs/${id}/result/`)),
    list: ({ tenant }) => [get(tenant, `/v1/agents/${tenant.agentId}/jobs/`)],
    'list, failed only': ({ tenant }) => [get(tenant, `/v1/agents/${tenant.agentId}/jobs/?status_code=4`)],
  };
  const rows: Row[] = [];
  for (const [read, requests] of Object.entries(reads)) {
    const p99: { long: number; short: number }[] = [];
    for (let round = 0; round < (lab.quick ? 1 : 6); round += 1) {
      const once = async (side: Side): Promise<number> => {
        const load = { host: '127.0.0.1', port: side.server.port, connections: CONNECTIONS, requests: requests(side) };
        const { latenciesMs } = await lab.load({ ...load, total: lab.quick ? 200 : 1_500, durationMs: 20_000 });
        return percentile(latenciesMs, 0.99);
      };
      const pair = { long: await once(long), short: await once(short) };
      // The first round fills caches and prepares statements.
      if (round > 0 || lab.quick) p99.push(pair);
    }
    const ratio = median(p99.map((pair) => pair.long / pair.short));
    rows.push({
      figure: `${read} p99 with ${size.long.toLocaleString('en-US')} finished jobs`,
      ours: ms(median(p99.map((pair) => pair.long))),
      against: `${ms(median(p99.map((pair) => pair.short)))} with ${size.short.toLocaleString('en-US')}`,
      ratio,
      target: '≤ 1.5 ×',
      met: ratio <= 1.5,
    });
    lab.note(`${read}: ${p99.map((pair) => `${pair.long.toFixed(2)} / ${pair.short.toFixed(2)}`).join(', ')}`);
  }
  for (const side of [long, short]) {
    await side.server.stop();
    await lab.dropDatabase(side.name);
  }
  return rows;
}

const get = (tenant: Tenant, path: string): string => httpRequest('GET', path, { apiKey: tenant.apiKey });

async function prepare(lab: Lab, jobs: number): Promise<Side> {
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url);
  return withDatabase(url, async (database) => {
    const tenant = await createTenant(database, server.port);
    const startedAt = performance.now();
    await fillHistory(url, { tenant, jobs, months: MONTHS });
    await vacuum(url);
    lab.note(`filled ${jobs} jobs in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    return { server, name, tenant, ids: await sampleJobIds(database, tenant, 1_000, jobs) };
  });
}
