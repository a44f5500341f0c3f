// npm run chaos -- --minutes N [--seed S]: rounds of random faults under load, each judged when it has healed.
// Stops by itself after the minutes, or after the first round with a violation, and then exits with 1.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Cluster, type FaultKind, type Role, startCluster } from './cluster.ts';
import { createRandom, createTenants, type Random } from './load.ts';
import { beginRound } from './suite.ts';
import type { Report } from './verify.ts';

const POPULATION: Role[] = ['api', 'api', 'worker', 'worker', 'worker', 'all'];
/** A round with a pause beyond the lease and the healing after it. */
const ROUND_MS = 50_000;
const PAUSE_MS = 17_000;
const FAULTS = ['kill', 'kill', 'pause', 'term', 'postgres', 'cut', 'lost', 'lost'] as const;
let deck: (typeof FAULTS)[number][] = [];

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0 && minutes <= 24 * 60) || !Number.isInteger(seed)) {
  console.error('usage: npm run chaos -- --minutes N [--seed S], N from 1 to 1440, S a whole number');
  process.exit(2);
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
process.exitCode = await main();

async function main(): Promise<number> {
  const random = createRandom(seed);
  const end = Date.now() + minutes * 60_000;
  const reports: Report[] = [];
  const cluster = await startCluster();
  try {
    console.log(`seed ${seed}, ${minutes} minutes`);
    while (reports.length === 0 || (Date.now() + ROUND_MS < end && !interrupted.signal.aborted)) {
      const report = await playRound(cluster, random, reports.length);
      reports.push(report);
      describeRound(reports.length, report);
      if (report.violations.length > 0) break;
    }
  } finally {
    describeAll(cluster, reports);
    await cluster.stop();
  }
  return reports.some(({ violations }) => violations.length > 0) ? 1 : 0;
}

async function playRound(cluster: Cluster, random: Random, number: number): Promise<Report> {
  await repopulate(cluster);
  const tenants = await createTenants(cluster);
  // What was seen in earlier rounds has been judged.
  cluster.witness.sights.length = 0;
  const round = beginRound(cluster, tenants, { seed: seed + number + 1, clients: 8 });
  const paused: Promise<void>[] = [];
  for (let faults = random.between(2, 6); faults > 0 && !interrupted.signal.aborted; faults -= 1) {
    await delay(random.between(300, 3_000));
    await strike(cluster, random, paused);
    if (random.next() < 0.6) await repopulate(cluster);
  }
  await Promise.all(paused);
  await repopulate(cluster);
  await delay(2_000);
  return round.judge();
}

/** From a shuffled deck, so that a short run sees each kind too. */
function drawFault(random: Random): (typeof FAULTS)[number] {
  if (deck.length === 0)
    deck = FAULTS.map((kind) => ({ kind, at: random.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ kind }) => kind);
  return deck.pop()!;
}

async function strike(cluster: Cluster, random: Random, paused: Promise<void>[]): Promise<void> {
  const victims = cluster.running().filter(({ role }) => cluster.running(role).length > 1 || role === 'all');
  const victim = random.pick(victims);
  const kind = drawFault(random);
  if (kind === 'postgres') await cluster.killPostgres();
  else if (kind === 'cut') await cluster.cutConnections();
  else if (kind === 'lost') for (let times = 0; times < 5; times += 1) await cluster.loseAnswers();
  else if (victim === undefined) return;
  else if (kind === 'kill') await cluster.kill(victim);
  else if (kind === 'term') await cluster.terminate(victim);
  else if (paused.length === 0) {
    cluster.pause(victim);
    paused.push(delay(PAUSE_MS).then(() => cluster.resume(victim)));
  }
}

async function repopulate(cluster: Cluster): Promise<void> {
  const missing = [...POPULATION];
  for (const { role, state } of cluster.members) {
    const place = state === 'running' || state === 'paused' ? missing.indexOf(role) : -1;
    if (place >= 0) missing.splice(place, 1);
  }
  await Promise.all(missing.map((role) => cluster.spawn(role)));
}

function describeRound(number: number, report: Report): void {
  const { jobs, acknowledged, lost, doubled, takeoverMs, orphaned, repeatedSteps, byStatus, violations } = report;
  const slowest = takeoverMs.length > 0 ? `${(Math.max(...takeoverMs) / 1_000).toFixed(1)} s` : '-';
  console.log(
    `round ${number}: ${jobs} jobs ${JSON.stringify(byStatus)}, ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, ` +
      `${takeoverMs.length} taken over (slowest ${slowest}), ${orphaned} claimed without an answer, ${repeatedSteps} steps done again after an interruption`,
  );
  for (const violation of violations.slice(0, 20)) console.log(`  VIOLATION ${violation}`);
}

function describeAll(cluster: Cluster, reports: Report[]): void {
  const sum = (read: (report: Report) => number): number => reports.reduce((total, report) => total + read(report), 0);
  const count = (kind: FaultKind, role?: string): number =>
    cluster.faults.filter((fault) => fault.kind === kind && (role === undefined || fault.role === role)).length;
  const takeovers = reports.flatMap(({ takeoverMs }) => takeoverMs);
  const outages = cluster.faults.filter(({ kind }) => kind === 'postgres').map(({ at, until = at }) => until - at);
  console.table({
    rounds: reports.length,
    'kill -9 of a worker': count('kill', 'worker'),
    'kill -9 of an API': count('kill', 'api'),
    'kill -9 of a process with both roles': count('kill', 'all'),
    'kill -9 of PostgreSQL': count('postgres'),
    'longest absence of PostgreSQL, ms': Math.max(0, ...outages),
    'all connections cut': count('cut'),
    'answers of PostgreSQL lost': count('lost'),
    'paused beyond the lease': count('pause'),
    'stopped in order': count('term'),
    'jobs made': sum(({ jobs }) => jobs),
    'jobs acknowledged': sum(({ acknowledged }) => acknowledged),
    'jobs final': sum(({ jobs, byStatus }) => jobs - (byStatus.null ?? 0)),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    'taken over': takeovers.length,
    'slowest takeover, ms': Math.max(0, ...takeovers),
    'claimed without an answer, and noticed': sum(({ orphaned }) => orphaned),
    'steps done again after an interruption': sum(({ repeatedSteps }) => repeatedSteps),
    'longest wait of this process for its turn, ms': cluster.lagMs(),
    violations: sum(({ violations }) => violations.length),
  });
}
