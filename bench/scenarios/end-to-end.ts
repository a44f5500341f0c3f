import { openDatabase } from '@errand/server/platform/db.ts';
import { createTenant, httpRequest, type Lab, pause, RUN_BODY, runRequest } from '../lab.ts';
import { ensurePeers } from '../peers.ts';
import { median, perSecond, type Row } from '../report.ts';

const CONNECTIONS = 64;
/** One process with the default settings; the peers get the same work and no authentication. */
const TARGET = 1_500;

type System = { name: string; child?: string; batched?: boolean };
const OURS: System = { name: 'errand' };
const PEERS: System[] = [
  { name: 'pg-boss, batched as ours', child: 'pg-boss.ts', batched: true },
  { name: 'pg-boss, a transaction per request', child: 'pg-boss.ts' },
  { name: 'graphile-worker, batched as ours', child: 'graphile-worker.ts', batched: true },
  { name: 'graphile-worker, a transaction per request', child: 'graphile-worker.ts' },
];

/**
 * Accepted over HTTP, executed, result durable: the time from the first request to the last stored result. All systems
 * are up and take turns in short rounds, so that whatever else the machine does meets all of them.
 */
export async function measureEndToEnd(lab: Lab): Promise<Row[]> {
  const comparing = await ensurePeers({ install: !lab.quick, note: lab.note });
  const runners: Runner[] = [];
  for (const system of comparing ? [OURS, ...PEERS] : [OURS]) runners.push(await startSystem(lab, system));
  for (const runner of runners) await runner.run(lab.quick ? 100 : 3_000);
  for (let round = 0; round < (lab.quick ? 1 : 9); round += 1) {
    for (const runner of runners) runner.rates.push(await runner.run(lab.quick ? 200 : 3_000));
    lab.note(runners.map((runner) => `${runner.name} ${perSecond(runner.rates.at(-1)!)}`).join(', '));
  }
  for (const runner of runners) await runner.stop();

  const [ours, ...peers] = runners;
  const rate = median(ours!.rates);
  return [
    {
      figure: 'end to end (HTTP → executed → result durable), one process',
      ours: perSecond(rate),
      target: `≥ ${TARGET.toLocaleString('en-US')}/s`,
      met: rate >= TARGET,
    },
    ...peers.map((peer) => {
      const ratio = median(ours!.rates.map((one, round) => one / peer.rates[round]!));
      return {
        figure: `end to end against ${peer.name}`,
        ours: perSecond(rate),
        against: perSecond(median(peer.rates)),
        ratio,
        target: '> 1 ×',
        met: ratio > 1,
      };
    }),
  ];
}

type Runner = { name: string; rates: number[]; run(jobs: number): Promise<number>; stop(): Promise<void> };

async function startSystem(lab: Lab, { name, child, batched = false }: System): Promise<Runner> {
  const { url, name: databaseName } = await lab.createDatabase(child === undefined ? 'service' : 'empty');
  const program =
    child === undefined
      ? await lab.startServer(url)
      : await lab.start(child, { DATABASE_URL: url, BENCH_BATCHED: batched ? 'yes' : 'no' });
  const database = openDatabase({ url, systemConnectionsMax: 2, tenantConnectionsMax: 1, queueConnectionsMax: 1 });
  const request =
    child === undefined
      ? runRequest(await createTenant(database, program.port), 'async/')
      : httpRequest('POST', '/run/', { body: RUN_BODY });
  const target = { host: '127.0.0.1', port: program.port, connections: CONNECTIONS, requests: [request] };
  const results = child === undefined ? 'job_results' : 'run_results';
  let sent = 0;
  return {
    name,
    rates: [],
    async run(jobs) {
      // Counting what is stored must not become work of its own from round to round.
      await database.system.run(`truncate ${results}`);
      const { failures, seconds } = await lab.load({ ...target, from: sent, total: jobs });
      // The start of the load generator is nobody's work.
      const startedAt = performance.now() - seconds * 1_000;
      if (failures > 0) throw new Error(`${name} did not accept every request.`);
      sent += jobs;
      for (;;) {
        const [row] = await database.system.query<{ count: number }>(`select count(*) as count from ${results}`);
        if (row!.count >= jobs) break;
        if (performance.now() - startedAt > 120_000) throw new Error(`${name} lost jobs.`);
        await pause(20);
      }
      return jobs / ((performance.now() - startedAt) / 1_000);
    },
    async stop() {
      await program.stop();
      await database.close();
      await lab.dropDatabase(databaseName);
    },
  };
}
