import type { Db } from '#platform/db.ts';
import { idMs } from '#platform/ids.ts';
import type { TraceCarrier } from '#platform/tracing.ts';
import type { CacheMode, JobInput, Origin } from '../record/model.ts';
import { JUDGE_JOBS, QUEUE_JOBS } from './accept-sql.ts';

// One statement accepts a whole batch of requests: it checks that the agent and its policy are still as the caller saw
// them, reads the cache, holds credits and inserts the rows.

export type NewJob = {
  id: string;
  orgId: string;
  agentId: string;
  versionId: string;
  /**
   * The agent as the caller saw it. If it or its policy has changed since, the outcome is `stale` and nothing is
   * stored.
   */
  seen: { currentVersionId: string | null; disableCache: boolean };
  policyVersionId: string | null;
  batchId: string | null;
  batchIndex: number | null;
  retriedFrom: string | null;
  origin: Origin;
  creatorId: number | null;
  /** The API key of the request. */
  keyId: string | null;
  /** What stands behind the caller, as JSON text (`Cause`), or null. */
  cause: string | null;
  /** The trace that the job continues. */
  trace: TraceCarrier | null;
  inputs: JobInput[];
  /** `inputs` as JSON text. */
  inputsText: string;
  /** JSON text of an object, or null. */
  metadata: string | null;
  cacheKey: Buffer;
  cacheMode: CacheMode;
  timeoutSeconds: number;
  maxCost: number | null;
  /** What to hold on a limited account: the job's cost limit, or what recent jobs of the agent cost. */
  estimate: number;
  priority: number;
  /** The worker that runs the job at once: the row is inserted as started, or queued if it is not registered. */
  workerId: string | null;
};

export type Accepted = {
  outcome: 'queued' | 'started' | 'cached' | 'cached_failure' | 'stale' | 'no_credits';
  hold: number;
  /** The claim number if the job was started here. */
  claim: number | null;
  /** The organization's account is limited. */
  limited: boolean;
  /** Whether the agent caches failures. Only known for judged jobs. */
  cacheFailed: boolean;
};

/** Queues the items that need nothing else. Returns outcomes in order, undefined for items that must be judged. */
export async function queueJobs(db: Db, items: NewJob[]): Promise<(Accepted | undefined)[]> {
  const rows = await db.query<{ id: string }>(QUEUE_JOBS, toLists(items));
  const queued = new Set(rows.map(({ id }) => id));
  return items.map(({ id }) => (queued.has(id) ? QUEUED : undefined));
}

const QUEUED: Accepted = { outcome: 'queued', hold: 0, claim: null, limited: false, cacheFailed: false };

/** Accepts or refuses the items and returns their outcomes in order. */
export async function judgeJobs(db: Db, items: NewJob[]): Promise<Accepted[]> {
  const rows = await db.query<Accepted & { id: string }>(JUDGE_JOBS, toLists(items));
  const outcomes = new Map(rows.map((row) => [row.id, row]));
  return items.map(({ id }) => outcomes.get(id)!);
}

/** Queues what it can on the fast path and judges the rest, all in the caller's transaction. */
export async function insertJobs(db: Db, items: NewJob[]): Promise<Accepted[]> {
  const outcomes = await queueJobs(db, items);
  const rest = items.filter((_, index) => outcomes[index] === undefined);
  const judged = rest.length > 0 ? (await judgeJobs(db, rest)).values() : [].values();
  return outcomes.map((accepted) => accepted ?? judged.next().value!);
}

/**
 * Groups jobs by target: jobs that arrive together are mostly for few agents, so what they share is sent and checked
 * once.
 */
function toLists(items: NewJob[]): [targets: string, jobs: string] {
  const targets = new Map<string, Record<string, unknown> & { place: number }>();
  const jobs = items.map((item) => {
    const shared = targetOf(item);
    const key = Object.values(shared).join(' ');
    let target = targets.get(key);
    if (target === undefined) {
      target = { place: targets.size, ...shared };
      targets.set(key, target);
    }
    // Undefined members are left out of the JSON. PostgreSQL would have to read a null.
    return {
      place: target.place,
      id: item.id,
      created_ms: idMs(item.id),
      inputs: item.inputsText,
      metadata: item.metadata ?? undefined,
      cause: item.cause ?? undefined,
      trace: item.trace ?? undefined,
      cache_key: `\\x${item.cacheKey.toString('hex')}`,
      batch_index: item.batchIndex ?? undefined,
      timeout_seconds: item.timeoutSeconds,
      max_cost: item.maxCost ?? undefined,
      estimate: item.estimate,
    };
  });
  return [JSON.stringify([...targets.values()]), JSON.stringify(jobs)];
}

const targetOf = (item: NewJob): Record<string, unknown> => ({
  org_id: item.orgId,
  agent_id: item.agentId,
  version_id: item.versionId,
  seen_version: item.seen.currentVersionId,
  seen_disable_cache: item.seen.disableCache,
  policy_version_id: item.policyVersionId,
  batch_id: item.batchId,
  retried_from: item.retriedFrom,
  origin: item.origin,
  creator_id: item.creatorId,
  key_id: item.keyId,
  cache_mode: item.cacheMode,
  priority: item.priority,
  worker_id: item.workerId,
});
