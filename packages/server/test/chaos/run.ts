// npm run chaos -- --doors [--operations N]: one truth through all doors, see doors-run.ts.
// npm run chaos -- --minutes N [--seed S] [--clients C] [--laboratory 1|2]: rounds of random faults under load, each
// judged when it has healed. Stops by itself after the minutes, or after the first round with a violation, and then exits with 1.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts';
import { createDeck } from './deck.ts';
import { playDoors } from './doors-run.ts';
import { createRandom, createTenants, type Kind, type Random } from './load.ts';
import type { Role } from './members.ts';
import { describeAll, describeRound, type Played } from './report.ts';
import { beginRound } from './suite.ts';

const POPULATION: Role[] = ['api', 'api', 'worker', 'worker', 'worker', 'all'];
/** A round with a pause beyond the lease and the healing after it. */
const ROUND_MS = 90_000;
const HEAL_MS_MAX = 180_000;
const KINDS: Kind[] = [
  ...Array<Kind>(8).fill('async'),
  ...Array<Kind>(4).fill('sync'),
  ...(['many', 'batch', 'copies', 'copies', 'again', 'retry', 'cancel', 'cancel'] as const),
  ...(['capped', 'hasty', 'late', 'upload', 'sql'] as const),
];

/** They share the time. */
const LABORATORIES: { name: string; options: ClusterOptions }[] = [
  { name: 'a synchronous standby and an S3', options: { standby: true, s3: true } },
  {
    name: 'a synchronous standby, a pooler and a small disk',
    options: { standby: true, pooler: true, smallDisk: true },
  },
];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    clients: { type: 'string', default: '6' },
    laboratory: { type: 'string' },
    doors: { type: 'boolean', default: false },
    operations: { type: 'string', default: '10000' },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
const clients = Number(values.clients);
if (!(minutes > 0 && minutes <= 24 * 60) || !Number.isInteger(seed) || !(clients >= 1 && clients <= 100)) {
  console.error(
    'usage: npm run chaos -- --minutes N [--seed S] [--clients C] [--laboratory 1|2], N from 1 to 1440, S a whole number, C from 1 to 100',
  );
  process.exit(2);
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
process.exitCode = await (values.doors ? runDoors(Number(values.operations)) : main());

/** `--doors`: random operations through random doors, with a process killed every 20 seconds. */
async function runDoors(operations: number): Promise<number> {
  console.log(`seed ${seed}, ${operations} operations through all doors, ${clients} clients`);
  const note = (text: string): void => console.log(`  ${new Date().toISOString().slice(11, 19)} ${text}`);
  const { violations, ...report } = await playDoors({ operations, seed, clients, killEveryMs: 20_000, note });
  console.log(JSON.stringify(report));
  for (const violation of violations.slice(0, 50)) console.log(`  VIOLATION ${violation}`);
  console.log(violations.length === 0 ? 'Every door tells the same.' : `${violations.length} violations.`);
  return violations.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const random = createRandom(seed);
  console.log(`seed ${seed}, ${minutes} minutes, ${clients} clients`);
  const chosen = LABORATORIES.filter((_, index) => [undefined, String(index + 1)].includes(values.laboratory));
  for (const { name, options } of chosen) {
    const end = Date.now() + (minutes * 60_000) / chosen.length;
    const rounds: Played[] = [];
    const cluster = await startCluster(options);
    try {
      console.log(`\nThe laboratory has ${name}.`);
      for (const reason of cluster.skipped) console.log(`  skipped: ${reason}`);
      const deck = createDeck(random);
      while (rounds.length === 0 || (Date.now() + ROUND_MS < end && !interrupted.signal.aborted)) {
        const round = await playRound(cluster, deck, random, rounds.length);
        rounds.push(round);
        describeRound(rounds.length, round);
        if (round.report.violations.length > 0) break;
      }
    } finally {
      describeAll(cluster, rounds);
      await cluster.stop();
    }
    if (rounds.some(({ report }) => report.violations.length > 0)) return 1;
    if (interrupted.signal.aborted) break;
  }
  return 0;
}

async function playRound(
  cluster: Cluster,
  deck: ReturnType<typeof createDeck>,
  random: Random,
  number: number,
): Promise<Played> {
  await repopulate(cluster, POPULATION);
  const tenants = await createTenants(cluster);
  // What was seen in earlier rounds has been judged.
  cluster.witness.sights.length = 0;
  cluster.receiver.received.length = 0;
  cluster.stalls.length = 0;
  const firstFault = cluster.faults.length;
  const options = { seed: seed + number + 1, clients, pauseMs: 150, kinds: KINDS, readiness: true };
  const round = beginRound(cluster, tenants, options);
  const names: string[] = [];
  // In every second round nobody asks for anything any more while the last fault lasts: what heals, heals by itself.
  const isIdle = number % 2 === 0;
  for (let left = random.between(1, 3); left > 0 && !interrupted.signal.aborted; left -= 1) {
    await delay(random.between(500, 3_000));
    const card = deck.draw(cluster);
    names.push(card.name);
    const played = card.play({ cluster, tenants, random });
    if (left === 1 && isIdle) {
      await Promise.race([delay(1_000), played]);
      void round.load.stop();
    }
    await played;
    // One of each is enough to go on; the others come back between faults only.
    await repopulate(cluster, left === 1 && isIdle ? ['api', 'worker'] : POPULATION);
  }
  if (!isIdle) await delay(2_000);
  const report = await round.judge({ healMs: HEAL_MS_MAX });
  return { names, isIdle, report, faults: cluster.faults.slice(firstFault) };
}

async function repopulate(cluster: Cluster, roles: Role[]): Promise<void> {
  const missing = [...roles];
  for (const { role, state } of cluster.members) {
    const place = state === 'running' || state === 'paused' ? missing.indexOf(role) : -1;
    if (place >= 0) missing.splice(place, 1);
  }
  await Promise.all(missing.map((role) => supervise(cluster, role)));
}

const STARTS_MAX = 5;

/** As a supervisor does: a start that fails is told and tried again. */
async function supervise(cluster: Cluster, role: Role): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await cluster.spawn(role);
      return;
    } catch (error) {
      console.log(`  note: ${(error as Error).message.split('\n').slice(0, 8).join(' | ')}`);
      if (tries === STARTS_MAX) throw error;
      await delay(1_000);
    }
  }
}
