import { createTenant, httpRequest, type Lab, pause, RUN_BODY, runRequest, withDatabase } from '../lab.ts';
import { startOther } from '../other-checkout.ts';
import { ensurePeers } from '../peers.ts';
import { createTally } from '../processor-time.ts';
import { median, perSecond, type Row, us } from '../report.ts';

const CONNECTIONS = 64;
/** For one process with default settings. The peers get the same work without authentication. */
const TARGET = 1_500;
const POSTGRES_US_MAX = 110;

type Peer = { name: string; child: string; batched?: boolean };
const PEERS: Peer[] = [
  { name: 'pg-boss, batched as ours', child: 'pg-boss.ts', batched: true },
  { name: 'pg-boss, a transaction per request', child: 'pg-boss.ts' },
  { name: 'graphile-worker, batched as ours', child: 'graphile-worker.ts', batched: true },
  { name: 'graphile-worker, a transaction per request', child: 'graphile-worker.ts' },
];

/**
 * Measures the time from the first request to the last stored result: accepted over HTTP, executed, result durable. All
 * systems are up and take turns in short rounds, so that other load on the machine affects all of them.
 */
export async function measureEndToEnd(lab: Lab): Promise<Row[]> {
  const runners = [await startOurs(lab)];
  if (lab.against === undefined) for (const peer of await findPeers(lab)) runners.push(await startPeer(lab, peer));
  else runners.push(createRunner(lab, { name: 'the other checkout', ...(await startOther(lab, lab.against)) }));
  for (const runner of runners) await runner.run(lab.quick ? 100 : 3_000);
  for (let round = 0; round < (lab.quick ? 1 : 9); round += 1) {
    for (const runner of runners) await runner.measure(lab.quick ? 200 : 3_000);
    lab.note(runners.map((runner) => `${runner.name} ${perSecond(runner.rates.at(-1)!)}`).join(', '));
  }
  for (const runner of runners) await runner.stop();
  const [ours, ...others] = runners;
  return [
    ...describeOurs(ours!),
    ...others.flatMap((other) => compare(ours!, other, lab.against === undefined ? 1 : 0.95)),
  ];
}

async function findPeers(lab: Lab): Promise<Peer[]> {
  const found = await ensurePeers(['pg-boss', 'graphile-worker'], { install: !lab.quick, note: lab.note });
  return PEERS.filter(({ child }) => found.has(child.replace('.ts', '')));
}

function describeOurs(ours: Runner): Row[] {
  const rate = median(ours.rates);
  const used = ours.tally.perJob();
  return [
    {
      figure: 'end to end (HTTP → executed → result durable), one process',
      ours: perSecond(rate),
      target: `≥ ${TARGET.toLocaleString('en-US')}/s`,
      met: rate >= TARGET,
    },
    ...(used === undefined
      ? []
      : [
          {
            figure: 'end to end, processor time of PostgreSQL per job',
            ours: us(used.postgresUs),
            target: `≤ ${POSTGRES_US_MAX} µs`,
            met: used.postgresUs <= POSTGRES_US_MAX,
          },
          { figure: 'end to end, processor time of the server per job', ours: us(used.programUs) },
        ]),
  ];
}

function compare(ours: Runner, other: Runner, ratioMin: number): Row[] {
  const ratio = median(ours.rates.map((rate, round) => rate / other.rates[round]!));
  const [used, theirs] = [ours.tally.perJob(), other.tally.perJob()];
  const rows: Row[] = [
    {
      figure: `end to end against ${other.name}`,
      ours: perSecond(median(ours.rates)),
      against: perSecond(median(other.rates)),
      ratio,
      target: `> ${ratioMin} ×`,
      met: ratio > ratioMin,
    },
  ];
  if (used === undefined || theirs === undefined) return rows;
  rows.push({
    figure: `processor time per job in PostgreSQL; in the server, against ${other.name}`,
    ours: `${us(used.postgresUs)}; ${us(used.programUs)}`,
    against: `${us(theirs.postgresUs)}; ${us(theirs.programUs)}`,
    ratio: (used.postgresUs + used.programUs) / (theirs.postgresUs + theirs.programUs),
  });
  return rows;
}

type Runner = ReturnType<typeof createRunner>;

async function startOurs(lab: Lab): Promise<Runner> {
  const { url, name } = await lab.createDatabase();
  const program = await lab.startServer(url);
  const tenant = await withDatabase(url, (database) => createTenant(database, program.port));
  const request = runRequest(tenant, 'async/');
  return createRunner(lab, { name: 'errand', url, database: name, program, request, results: 'job_results' });
}

async function startPeer(lab: Lab, { name, child, batched = false }: Peer): Promise<Runner> {
  const { url, name: database } = await lab.createDatabase('empty');
  const program = await lab.start(child, { DATABASE_URL: url, BENCH_BATCHED: batched ? 'yes' : 'no' });
  const request = httpRequest('POST', '/run/', { body: RUN_BODY });
  return createRunner(lab, { name, url, database, program, request, results: 'run_results' });
}

export type Running = {
  url: string;
  database: string;
  program: Awaited<ReturnType<Lab['start']>>;
  /** The request that starts a run. */
  request: string;
  /** The table that gets a row for each ended run. */
  results: string;
};

function createRunner(lab: Lab, running: Running & { name: string }) {
  const { name, url, program, request, results } = running;
  const target = { host: '127.0.0.1', port: program.port, connections: CONNECTIONS, requests: [request] };
  const rates: number[] = [];
  const tally = createTally();
  let sent = 0;

  async function run(jobs: number): Promise<number> {
    return withDatabase(url, async ({ system }) => {
      // Truncated, so that counting results does not get slower from round to round.
      await system.run(`truncate ${results}`);
      const { failures, seconds } = await lab.load({ ...target, from: sent, total: jobs });
      // The start of the load generator does not count.
      const startedAt = performance.now() - seconds * 1_000;
      if (failures > 0) throw new Error(`${name} did not accept every request.`);
      sent += jobs;
      for (;;) {
        const [row] = await system.query<{ count: number }>(`select count(*) as count from ${results}`);
        if (row!.count >= jobs) break;
        if (performance.now() - startedAt > 120_000) throw new Error(`${name} lost jobs.`);
        await pause(20);
      }
      return jobs / ((performance.now() - startedAt) / 1_000);
    });
  }

  return {
    name,
    rates,
    tally,
    run,
    async measure(jobs: number): Promise<void> {
      const before = lab.processorTime(program);
      rates.push(await run(jobs));
      tally.add(jobs, before, lab.processorTime(program));
    },
    async stop(): Promise<void> {
      await program.stop();
      await lab.dropDatabase(running.database);
    },
  };
}
