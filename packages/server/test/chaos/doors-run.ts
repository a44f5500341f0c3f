import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, startCluster } from './cluster.ts';
import { createDoors, type Door, pickDoor, prepareDoors } from './doors.ts';
import { type DoorReport, judgeDoors } from './doors-judge.ts';
import { createRandom, createTenants, type Random } from './load.ts';
import type { Role } from './members.ts';
import { heal } from './verify.ts';

// Random operations through random doors while processes are killed; afterwards every door has to tell the same.

export type DoorsOptions = {
  operations: number;
  seed: number;
  clients: number;
  killEveryMs: number;
  env?: NodeJS.ProcessEnv;
  roles?: Role[];
  note?(text: string): void;
};

/** One start of a job and what its sender knows of it. */
export type Sent = { door: string; tag: string; jobId: string | undefined; isRepeatable: boolean; tries: number };

const ROLES: Role[] = ['all', 'all', 'api'];
const HEAL_MS_MAX = 180_000;
const TRIES_MAX = 60;

export async function playDoors(options: DoorsOptions): Promise<DoorReport> {
  const { operations, seed, clients, killEveryMs, roles = ROLES, note = () => undefined } = options;
  const random = createRandom(seed);
  const cluster = await startCluster({ ...(options.env && { env: options.env }) });
  try {
    await Promise.all(roles.map((role) => cluster.spawn(role)));
    const tenants = await createTenants(cluster);
    const tenant = tenants.find(({ webhookId }) => webhookId !== undefined)!;
    const doors = createDoors(await prepareDoors(cluster, tenant));
    const sent: Sent[] = [];
    const done = new AbortController();
    const killing = killAndReplace(cluster, random, killEveryMs, done.signal);
    let left = operations;
    const work = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        if (left % 500 === 0) note(`${left} operations left`);
        await operate(cluster, doors, random, { sent, cost: tenant.cost });
      }
    };
    await Promise.all(Array.from({ length: clients }, work));
    done.abort();
    await killing;
    await cancelOne(cluster, doors.http!, { sent, cost: tenant.cost });
    note('healing …');
    await heal(cluster, HEAL_MS_MAX);
    return await judgeDoors(cluster, { tenant, doors, sent, operations, note });
  } finally {
    await cluster.stop();
  }
}

async function operate(
  cluster: Cluster,
  doors: Record<string, Door>,
  random: Random,
  { sent, cost }: { sent: Sent[]; cost: number },
): Promise<void> {
  const known = sent.slice(-100).flatMap(({ jobId }) => (jobId === undefined ? [] : [jobId]));
  const chance = random.next();
  if (chance < 0.7 || known.length === 0) return start(cluster, doors, random, { sent, cost });
  const [, door] = pickDoor(random, doors, chance < 0.8 ? 'cancel' : 'read');
  const jobId = random.pick(known);
  const { baseUrl } = random.pick(cluster.running('all', 'api')) ?? {};
  if (baseUrl === undefined) return void (await delay(100));
  // The process may be killed meanwhile: then nothing is known, and nothing is claimed.
  await (chance < 0.8 ? door.cancel!(baseUrl, jobId) : door.read!(baseUrl, jobId)).catch(() => undefined);
}

/** What can be sent again is, until it is answered. */
async function start(
  cluster: Cluster,
  doors: Record<string, Door>,
  random: Random,
  { sent, cost }: { sent: Sent[]; cost: number },
): Promise<void> {
  const [name, door] = pickDoor(random, doors, 'start');
  const tag = `${name}-${sent.length}-${random.between(0, 1e9)}`;
  const inputs = { tag, steps: '1', ms: String(random.pick([0, 5, 50, 300])), cost: String(cost) };
  const entry: Sent = { door: name, tag, jobId: undefined, isRepeatable: door.isRepeatable === true, tries: 0 };
  sent.push(entry);
  const isDoubled = entry.isRepeatable && random.next() < 0.2;
  do {
    const member = random.pick(cluster.running('all', 'api'));
    if (member === undefined) await delay(100);
    else {
      entry.tries += 1;
      const jobId = await door.start!(member.baseUrl, inputs).catch(() => undefined);
      entry.jobId ??= jobId;
    }
  } while (
    entry.isRepeatable &&
    entry.tries < TRIES_MAX &&
    (entry.jobId === undefined || (isDoubled && entry.tries < 2))
  );
}

/** On a busy machine, all others may be over before they are cancelled. */
async function cancelOne(cluster: Cluster, door: Door, { sent, cost }: { sent: Sent[]; cost: number }): Promise<void> {
  const { baseUrl } = cluster.running('all', 'api')[0]!;
  const inputs = { tag: `http-${sent.length}-cancelled`, steps: '1', ms: '60000', cost: String(cost) };
  const jobId = await door.start!(baseUrl, inputs);
  sent.push({ door: 'http', tag: inputs.tag, jobId, isRepeatable: true, tries: 1 });
  await door.cancel!(baseUrl, jobId!);
}

async function killAndReplace(cluster: Cluster, random: Random, everyMs: number, done: AbortSignal): Promise<void> {
  while (!done.aborted) {
    await delay(everyMs * (0.7 + 0.6 * random.next()), undefined, { signal: done }).catch(() => undefined);
    if (done.aborted) return;
    const member = random.pick(cluster.running());
    if (member === undefined) continue;
    await cluster.kill(member);
    await cluster.spawn(member.role);
  }
}
