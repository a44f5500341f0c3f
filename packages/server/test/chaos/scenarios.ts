import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../until.ts';
import type { Cluster } from './cluster.ts';
import { during, lockTable, makeReadOnly, promote, turnAddress } from './faults.ts';
import type { Tenant } from './load.ts';
import type { Member } from './members.ts';
import { request } from './request.ts';

// Courses of events that need more than one fault, or a fault at the right moment.

export type Stage = { cluster: Cluster; tenants: Tenant[] };

/**
 * The standby is cut off, the primary goes on for a while, then it is gone and the standby takes over. Whatever was
 * answered meanwhile must be there.
 */
export async function loseStandbyThenPrimary({ cluster }: Stage, aloneMs: number): Promise<void> {
  const { pair } = cluster;
  if (pair === undefined) throw new Error('This needs a standby.');
  await during(cluster, 'standby', `${aloneMs} ms, then promoted`, async () => {
    pair.loseStandby();
    await delay(aloneMs);
  });
  await promote(cluster, { how: 'crash' });
}

/** Jobs with paid steps run when the database takes no writes, and their steps end meanwhile. */
export async function endStepsWhileReadOnly({ cluster, tenants }: Stage, ms: number): Promise<void> {
  await startLong(cluster, tenants[0]!, { count: 4, steps: 2, ms: Math.round(ms / 2) });
  await makeReadOnly(cluster, ms);
}

/**
 * Nobody can look up a key, and strangers ask: every connection for statements waits. A worker whose heartbeat would wait
 * among them looks dead, while its jobs go on.
 */
export async function crowdConnections({ cluster, tenants }: Stage, member: Member, ms: number): Promise<void> {
  await startLong(cluster, tenants[0]!, { count: 3, steps: 1, ms: ms + 1_000 }, member);
  const locked = lockTable(cluster, 'api_keys', ms);
  const end = Date.now() + ms;
  const strangers = Array.from({ length: 40 }, async (_, index) => {
    while (Date.now() < end) {
      const key = `stranger-${index}-${'x'.repeat(32)}`;
      await request(member.baseUrl, key, 'GET', '/v1/agents/', undefined, {}, 20_000).catch(() => undefined);
    }
  });
  await locked;
  await Promise.all(strangers);
}

/** Paid steps run while the address turns to the standby and back, twice. */
export async function turnTwice({ cluster, tenants }: Stage): Promise<void> {
  await startLong(cluster, tenants[0]!, { count: 5, steps: 2, ms: 4_000 });
  for (const _ of [1, 2]) {
    await turnAddress(cluster, 5_000);
    await delay(3_000);
  }
}

/** Paid steps end while the primary is silent: at first before anybody has noticed, then before another one takes over. */
export async function silencePrimary({ cluster, tenants }: Stage): Promise<void> {
  await startLong(cluster, tenants[0]!, { count: 5, steps: 4, ms: 1_500 });
  await promote(cluster, { how: 'silence' });
}

/** A job with 25 MB of input, and then statements over the jobs of all: none of them may fail because of it. */
export async function askBesideBigJob({ cluster, tenants }: Stage): Promise<void> {
  const tenant = tenants[0]!;
  const { baseUrl } = cluster.running('api', 'all')[0]!;
  const ask = (method: string, path: string, body?: unknown) => request(baseUrl, tenant.apiKey, method, path, body);
  const tag = `big-${Date.now()}`;
  const inputs = { tag, steps: '1', ms: '50', padding: 'a "quoted", line\n'.repeat(BIG_BYTES / 17) };
  const started = await ask('POST', `/v1/agents/run/${tenant.agentId}/async/`, { inputs, metadata: { request: tag } });
  if (started.status !== 200) throw new Error(`The big job was not accepted: ${started.text.slice(0, 200)}`);
  for (const table of ['jobs', 'outputs', 'steps']) {
    const query = await ask('POST', '/v1/database/query/async/', {
      query: `select count(*) as n from errand.${table}`,
    });
    let result = query;
    await until(async () => {
      result = await ask('GET', `/v1/database/query/${query.body.id}/result/`);
      return !/PENDING|STARTED/.test(result.body?.status ?? '');
    }, 'the end of the statement');
    if (result.status !== 200 || /FAIL/.test(result.body.status))
      cluster.unexpected.push(`A big job broke errand.${table}: ${result.text.slice(0, 300)}`);
  }
}

const BIG_BYTES = 25_000_000;

/** A worker sleeps beyond its lease and wakes up while others run what was its own, and wants to write its results. */
export async function wakeAfterTakeover({ cluster, tenants }: Stage, member: Member): Promise<void> {
  const own = await startLong(cluster, tenants[0]!, { count: 5, steps: 2, ms: 8_000 }, member);
  cluster.pause(member);
  await until(async () => {
    const others = cluster.witness.sights.filter(({ pid, event }) => pid !== member.pid && event === 'begin');
    return others.filter(({ jobId }) => own.has(jobId)).length >= own.size / 2;
  }, 'others to take over');
  cluster.resume(member);
}

/**
 * Starts jobs that run long enough for something to happen to them, one by one, until so many have begun: anywhere, or in
 * this process.
 */
async function startLong(
  cluster: Cluster,
  tenant: Tenant,
  { count, steps, ms }: { count: number; steps: number; ms: number },
  member?: Member,
): Promise<Set<string>> {
  const { baseUrl } = cluster.running('api', 'all')[0]!;
  const jobs = new Set<string>();
  const begun = (): Set<string> =>
    new Set(
      cluster.witness.sights
        .filter(({ event, jobId, pid }) => event === 'begin' && jobs.has(jobId) && (!member || member.pid === pid))
        .map(({ jobId }) => jobId),
    );
  await until(async () => {
    const tag = `long-${Date.now()}`;
    const body = { inputs: { tag, steps: String(steps), ms: String(ms) }, metadata: { request: tag } };
    const path = `/v1/agents/run/${tenant.agentId}/async/`;
    const answer = await request(baseUrl, tenant.apiKey, 'POST', path, body);
    if (answer.status !== 200) throw new Error(answer.text);
    jobs.add(answer.body);
    await until(
      async () => cluster.witness.sights.some(({ event, jobId }) => event === 'begin' && jobId === answer.body),
      'a job to begin',
    );
    return begun().size >= count;
  }, 'enough jobs to run');
  return begun();
}
