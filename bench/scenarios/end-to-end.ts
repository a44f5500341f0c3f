import { createTenant, httpRequest, type Lab, pause, RUN_BODY, runRequest, withDatabase } from '../lab.ts';
import { ensurePeers } from '../peers.ts';
import { median, perSecond, type Row } from '../report.ts';

const CONNECTIONS = 64;
const RATE_MIN = 1_500;

/** Accepted over HTTP, executed, result durable: one process with the embedded database, and the peers the same. */
export async function measureEndToEnd(lab: Lab): Promise<Row[]> {
  const total = lab.quick ? 500 : 15_000;
  const ours = await measureOurs(lab, total);
  const rows: Row[] = [
    {
      figure: 'end to end, no-op engine, role all',
      ours: perSecond(ours),
      target: `≥ ${RATE_MIN}/s`,
      met: ours >= RATE_MIN,
    },
  ];
  if (lab.quick || !ensurePeers(lab.note)) return rows;
  for (const peer of ['pg-boss', 'graphile-worker']) {
    const rate = await measurePeer(lab, `${peer}.ts`, total);
    rows.push({
      figure: `end to end against ${peer}`,
      ours: perSecond(ours),
      against: `${perSecond(rate)} ${peer}`,
      ratio: ours / rate,
      target: '> 1 ×',
      met: ours > rate,
    });
  }
  return rows;
}

async function measureOurs(lab: Lab, total: number): Promise<number> {
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url);
  const rate = await withDatabase(url, async (database) => {
    const tenant = await createTenant(database, server.port);
    const count = async (): Promise<number> =>
      (await database.system.query<{ count: number }>('select count(*) as count from job_results'))[0]!.count;
    const requests = [runRequest(tenant, 'async/')];
    return measureRounds(lab, server.port, requests, total, count);
  });
  await server.stop();
  await lab.dropDatabase(name);
  return rate;
}

async function measurePeer(lab: Lab, file: string, total: number): Promise<number> {
  const { url, name } = await lab.createDatabase('empty');
  const server = await lab.start(file, { DATABASE_URL: url });
  const requests = [httpRequest('POST', '/run/', { body: RUN_BODY })];
  const rate = await withDatabase(url, (database) => {
    const count = async (): Promise<number> =>
      (await database.system.query<{ count: number }>('select count(*) as count from peer_results'))[0]!.count;
    return measureRounds(lab, server.port, requests, total, count);
  });
  await server.stop();
  await lab.dropDatabase(name);
  return rate;
}

/** Jobs per second from the first request to the last durable result; the first round only warms up. */
async function measureRounds(
  lab: Lab,
  port: number,
  requests: string[],
  total: number,
  count: () => Promise<number>,
): Promise<number> {
  const rates: number[] = [];
  let from = 0;
  for (let round = 0; round < (lab.quick ? 1 : 4); round += 1) {
    const before = await count();
    const startedAt = performance.now();
    await lab.load({ host: '127.0.0.1', port, connections: CONNECTIONS, requests, from, total });
    from += total;
    const deadline = Date.now() + 120_000;
    while ((await count()) - before < total && Date.now() < deadline) await pause(20);
    rates.push((((await count()) - before) * 1_000) / (performance.now() - startedAt));
  }
  lab.note(rates.map((rate) => Math.round(rate)).join(', '));
  return median(rates.slice(rates.length > 1 ? 1 : 0));
}
