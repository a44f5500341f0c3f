import type { Database } from '@errand/server/platform/db.ts';
import { createTenant, httpRequest, type Lab, pause, RUN_BODY, runRequest, withDatabase } from '../lab.ts';
import { NUMBER } from '../load.ts';
import { median, ms, percentile, type Row } from '../report.ts';

const RATE = 50;

/**
 * Measures the time from a request to the start of its engine, the overhead of a waiting caller, and cached answers.
 */
export async function measureLatency(lab: Lab): Promise<Row[]> {
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url);
  const bare = await lab.start('bare.ts', {});
  const rows = await withDatabase(url, async (database) => {
    const tenant = await createTenant(database, server.port);
    const target = { host: '127.0.0.1', port: server.port };

    const total = lab.quick ? 50 : 1_500;
    const warmUp = lab.quick ? 10 : 200;
    await lab.load({ ...target, connections: 1, requests: [runRequest(tenant, 'async/')], total: warmUp });
    const from = 1_000_000;
    const load = { ...target, connections: 16, requests: [runRequest(tenant, 'async/')], rate: RATE, total, from };
    const { sentAtUs } = await lab.load(load);
    const startedAtUs = await readStarts(database, from, total);
    const waits = sentAtUs.map((sent, index) => (startedAtUs.get(from + index)! - sent) / 1_000);
    const start = { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) };

    const calls = lab.quick ? 20 : 500;
    const sync: number[] = [];
    const cached: number[] = [];
    const plain: number[] = [];
    let number = 2_000_000;
    const repeated = runRequest(tenant, '').replace(NUMBER, '7'.repeat(NUMBER.length));
    for (let round = 0; round < (lab.quick ? 1 : 4); round += 1) {
      const one = { ...target, connections: 1, total: calls };
      number += calls;
      sync.push(...(await lab.load({ ...one, requests: [runRequest(tenant, '')], from: number })).latenciesMs);
      cached.push(...(await lab.load({ ...one, requests: [repeated] })).latenciesMs.slice(1));
      const post = httpRequest('POST', '/run/', { body: RUN_BODY, apiKey: tenant.apiKey });
      plain.push(...(await lab.load({ ...one, port: bare.port, requests: [post] })).latenciesMs);
    }
    const overhead = median(sync) - median(plain);
    return [
      {
        figure: `start latency p50 at ${RATE} jobs/s (request sent → engine started)`,
        ours: ms(start.p50),
        target: '≤ 6 ms',
        met: start.p50 <= 6,
      },
      {
        figure: `start latency p99 at ${RATE} jobs/s`,
        ours: ms(start.p99),
        target: '≤ 25 ms',
        met: start.p99 <= 25,
      },
      {
        figure: 'sync run, p50 over a bare fastify POST',
        ours: ms(overhead),
        against: `${ms(median(sync))} sync − ${ms(median(plain))} bare`,
        target: '≤ 6 ms',
        met: overhead <= 6,
      },
      {
        figure: 'answer from the cache, p50',
        ours: ms(median(cached)),
        against: `${ms(median(sync))} sync run`,
        ratio: median(cached) / median(sync),
        target: '≤ 1 ×',
        met: median(cached) <= median(sync),
      },
    ];
  });
  await server.stop();
  await bare.stop();
  await lab.dropDatabase(name);
  return rows;
}

/** Returns when the engine of each request started, on the clock of the load generator. */
async function readStarts(database: Database, from: number, total: number): Promise<Map<number, number>> {
  for (let tries = 0; tries < 200; tries += 1) {
    const rows = await database.system.query<{ number: string; started: string }>(
      `select j.inputs->0->>'value' as number, r.outputs->0->>'value' as started
        from jobs j join job_results r on r.job_id = j.id where (j.inputs->0->>'value')::bigint >= $1`,
      [from],
    );
    if (rows.length >= total) return new Map(rows.map((row) => [Number(row.number), Number(row.started)]));
    await pause(100);
  }
  throw new Error('Jobs did not end.');
}
