import { createTenant, httpRequest, type Lab, RUN_BODY, runRequest, withDatabase } from '../lab.ts';
import { ensurePeers } from '../peers.ts';
import { createTally } from '../processor-time.ts';
import { median, ms, perSecond, type Row, us } from '../report.ts';

// Measures a run of three durable steps, answered when its result is durable: the price of not repeating an agent's
// calls. Each step returns a small object and does nothing else.

const CONNECTIONS = 64;
const PEERS = [
  { name: 'Restate', packages: ['@restatedev/restate-server', '@restatedev/restate-sdk'], child: 'restate.ts' },
  { name: 'DBOS', packages: ['@dbos-inc/dbos-sdk'], child: 'dbos.ts' },
];

type System = {
  name: string;
  program: Awaited<ReturnType<Lab['start']>>;
  request: string;
  latenciesMs: number[];
  rates: number[];
  tally: ReturnType<typeof createTally>;
};

export async function measureSteps(lab: Lab): Promise<Row[]> {
  const systems = [await startOurs(lab), ...(await startPeers(lab))];
  const calls = lab.quick ? 20 : 300;
  const durationMs = lab.quick ? 200 : 4_000;
  let from = 0;
  const load = async ({ program, request }: System, options: { connections: number; total?: number }) => {
    from += 1_000_000;
    const target = { host: '127.0.0.1', port: program.port, requests: [request] };
    const result = await lab.load({ ...target, ...options, from, durationMs });
    if (result.failures > 0) throw new Error(`A run of steps failed: ${result.firstFailure}`);
    return result;
  };
  for (const system of systems) await load(system, { connections: 8, total: calls });
  for (let round = 0; round < (lab.quick ? 1 : 5); round += 1) {
    for (const system of systems) {
      system.latenciesMs.push(median((await load(system, { connections: 1, total: calls })).latenciesMs));
      const before = lab.processorTime(system.program);
      const { answers, seconds } = await load(system, { connections: CONNECTIONS });
      system.tally.add(answers, before, lab.processorTime(system.program));
      system.rates.push(answers / seconds);
    }
    const last = systems.map((one) => `${one.name} ${ms(one.latenciesMs.at(-1)!)}, ${perSecond(one.rates.at(-1)!)}`);
    lab.note(last.join('; '));
  }
  for (const { program } of systems) await program.stop();
  const [ours, ...peers] = systems;
  return [...describeOurs(ours!), ...peers.flatMap((peer) => compare(ours!, peer))];
}

async function startOurs(lab: Lab): Promise<System> {
  const { url } = await lab.createDatabase();
  const program = await lab.startServer(url);
  const tenant = await withDatabase(url, (database) => createTenant(database, program.port, 'StepsEngine'));
  return create('errand', program, runRequest(tenant, ''));
}

async function startPeers(lab: Lab): Promise<System[]> {
  const names = PEERS.flatMap(({ packages }) => packages);
  const found = await ensurePeers(names, { install: !lab.quick, note: lab.note });
  const systems: System[] = [];
  for (const { name, packages, child } of PEERS) {
    if (!packages.every((one) => found.has(one))) continue;
    try {
      const { url } = await lab.createDatabase('empty');
      const program = await lab.start(child, { DATABASE_URL: url });
      const path = child === 'restate.ts' ? '/bench/run' : '/run/';
      systems.push(create(name, program, httpRequest('POST', path, { body: RUN_BODY })));
    } catch (error) {
      lab.note(`${name} does not start, so there is no comparison with it: ${(error as Error).message}`);
    }
  }
  return systems;
}

const create = (name: string, program: System['program'], request: string): System => ({
  name,
  program,
  request,
  latenciesMs: [],
  rates: [],
  tally: createTally(),
});

function describeOurs(ours: System): Row[] {
  const used = ours.tally.perJob();
  return [
    { figure: 'run of three durable steps, p50, one connection', ours: ms(median(ours.latenciesMs)) },
    { figure: `runs of three durable steps, ${CONNECTIONS} connections`, ours: perSecond(median(ours.rates)) },
    ...(used === undefined
      ? []
      : [{ figure: 'the same, processor time of PostgreSQL per run', ours: us(used.postgresUs) }]),
  ];
}

function compare(ours: System, peer: System): Row[] {
  const latency = median(ours.latenciesMs.map((value, round) => value / peer.latenciesMs[round]!));
  const rate = median(ours.rates.map((value, round) => value / peer.rates[round]!));
  return [
    {
      figure: `three steps, p50 against ${peer.name}`,
      ours: ms(median(ours.latenciesMs)),
      against: ms(median(peer.latenciesMs)),
      ratio: latency,
      ...(peer.name === 'Restate' && { target: '≤ 1 ×', met: latency <= 1 }),
    },
    {
      figure: `three steps, rate against ${peer.name}`,
      ours: perSecond(median(ours.rates)),
      against: perSecond(median(peer.rates)),
      ratio: rate,
    },
  ];
}
