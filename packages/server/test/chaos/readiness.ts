import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { type Fault, OUTAGES } from './faults.ts';
import type { Member } from './members.ts';

// What each process says of itself, asked as a balancer asks, and whether it was true.

type Said = { pid: number; at: number; status: number; body: { status?: string; database?: string; storage?: string } };

export type ReadinessWatch = { said: Said[]; stop(): Promise<void> };

const ASK_EVERY_MS = 500;
/** A fault is noticed within a background write and its limit; the storage is looked at less often. */
const NOTICE_MS = 8_000;
const NOTICE_STORAGE_MS = 25_000;
/** Before that, callers may wait: no process takes itself out. */
const PATIENCE_MS = 30_000;
const HEALED_MS_MAX = 60_000;

export function watchReadiness(cluster: Cluster): ReadinessWatch {
  const said: Said[] = [];
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const answers = await Promise.all(cluster.running().map(ask));
      said.push(...answers.filter((answer) => answer !== undefined));
      await delay(ASK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    said,
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

async function ask({ baseUrl, pid }: Member): Promise<Said | undefined> {
  const at = Date.now();
  try {
    const response = await fetch(`${baseUrl}/ready/`, { signal: AbortSignal.timeout(5_000) });
    return { pid, at, status: response.status, body: (await response.json()) as Said['body'] };
  } catch {
    // Killed, paused or without a turn: it said nothing.
    return undefined;
  }
}

/** During a fault that lasts it said so, it took itself out neither early nor for a part that all share. */
export function checkReadiness(said: Said[], { faults, stalls }: Cluster, violations: string[]): void {
  const slowMs = 2 * Math.max(0, ...stalls.map(({ at, until }) => until - at));
  const fails = new Set<string>();
  for (const { pid, at, status, body } of said) {
    const fail = (text: string): void => void fails.add(`/ready/ of process ${pid}: ${text}`);
    const lasting = (kinds: Fault['kind'][], noticeMs: number): Fault | undefined =>
      faults.find(
        (fault) =>
          kinds.includes(fault.kind) && at > fault.at + noticeMs + slowMs && at < (fault.until ?? at) - slowMs - 1_000,
      );
    const outage = lasting(OUTAGES, NOTICE_MS);
    if (outage && body.database === 'ok') fail(`said that the database is ok during ${outage.kind} ${outage.note}`);
    const stall = lasting(['storage', 'full'], NOTICE_STORAGE_MS);
    if (stall && body.storage === 'ok') fail(`said that the storage is ok during ${stall.kind} ${stall.note}`);
    if (status === 503 && !isExcused(pid, at, faults, slowMs)) fail(`said 503 ${JSON.stringify(body)}`);
  }
  violations.push(...fails);
}

/** Out for longer than callers wait, told to stop, or just back from a pause. */
function isExcused(pid: number, at: number, faults: Fault[], slowMs: number): boolean {
  return faults.some((fault) => {
    if (fault.pid === pid) return fault.kind !== 'clock';
    const lastsLong = (fault.until ?? at) - fault.at > PATIENCE_MS - 5_000;
    return OUTAGES.includes(fault.kind) && lastsLong && at > fault.at && at < (fault.until ?? at) + NOTICE_MS + slowMs;
  });
}

/** When everything has healed, everybody says so. */
export async function checkHealed(cluster: Cluster, violations: string[]): Promise<void> {
  const end = Date.now() + HEALED_MS_MAX;
  for (const member of cluster.running()) {
    let last = await ask(member);
    while ((last?.status !== 200 || last.body.status !== 'ok') && Date.now() < end) {
      await delay(ASK_EVERY_MS);
      last = await ask(member);
    }
    if (last?.status !== 200 || last.body.status !== 'ok')
      violations.push(`/ready/ of a ${member.role} does not recover: ${JSON.stringify(last)}`);
  }
}
