import type { Database } from '@errand/server/platform/db.ts';
import { createTenant, httpRequest, type Lab, RUN_BODY, runRequest, type Tenant, withDatabase } from '../lab.ts';
import { median, ms, percentile, type Row } from '../report.ts';

const RATE = 50;

/** How long a lone job waits, what a synchronous run adds to a bare answer, and what a cached one costs. */
export async function measureLatency(lab: Lab): Promise<Row[]> {
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url);
  const bare = await lab.start('bare.ts', {});
  const durationMs = lab.quick ? 1_000 : 15_000;
  const rows = await withDatabase(url, async (database) => {
    const tenant = await createTenant(database, server.port);
    const target = { host: '127.0.0.1', port: server.port, connections: 16, rate: RATE, durationMs };
    await lab.load({ ...target, requests: [runRequest(tenant, 'async/')], durationMs: 1_000 });
    const started = await startLatencies(database, tenant, lab, target);
    const sync = await lab.load({ ...target, requests: [runRequest(tenant, '')], from: 20_000_000 });
    const same = httpRequest('POST', `/v1/agents/run/${tenant.agentId}/`, {
      apiKey: tenant.apiKey,
      body: JSON.stringify({ inputs: { text: 'always the same' } }),
    });
    const cached = await lab.load({ ...target, requests: [same] });
    const plain = await lab.load({
      ...target,
      port: bare.port,
      requests: [httpRequest('POST', '/run/', { body: RUN_BODY })],
    });
    const overhead = median(sync.latenciesMs) - median(plain.latenciesMs);
    const cachedRatio = median(cached.latenciesMs) / median(sync.latenciesMs);
    return [
      limit(`start after acceptance was asked, ${RATE} jobs/s, p50`, median(started), 6),
      limit(`start after acceptance was asked, ${RATE} jobs/s, p99`, percentile(started, 0.99), 25),
      limit('synchronous run less a bare POST, p50', overhead, 6),
      {
        figure: 'cached answer against a synchronous run, p50',
        ours: ms(median(cached.latenciesMs)),
        against: `${ms(median(sync.latenciesMs))} synchronous run`,
        ratio: cachedRatio,
        target: '≤ 1 ×',
        met: cachedRatio <= 1,
      },
    ];
  });
  await server.stop();
  await bare.stop();
  await lab.dropDatabase(name);
  return rows;
}

/** From the moment the request was sent to the first line of the engine, on the clock that all processes share. */
async function startLatencies(
  database: Database,
  tenant: Tenant,
  lab: Lab,
  target: { host: string; port: number; connections: number; rate: number; durationMs: number },
): Promise<number[]> {
  const from = 10_000_000;
  const { sentAtUs } = await lab.load({ ...target, requests: [runRequest(tenant, 'async/')], from });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const rows = await database.system.query<{ text: string; started: string }>(
    `select j.inputs->0->>'value' as text, r.outputs->0->>'value' as started
      from jobs j join job_results r on r.job_id = j.id where j.agent_id = $1`,
    [tenant.agentId],
  );
  return rows.flatMap((row) => {
    const sentAt = sentAtUs[Number(row.text) - from];
    return sentAt === undefined ? [] : [(Number(row.started) - sentAt) / 1_000];
  });
}

const limit = (figure: string, value: number, max: number): Row => ({
  figure,
  ours: ms(value),
  target: `≤ ${max} ms`,
  met: value <= max,
});
