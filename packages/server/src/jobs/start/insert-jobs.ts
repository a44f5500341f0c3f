import type { Db } from '#platform/db.ts';
import { idMs } from '#platform/ids.ts';
import type { CacheMode, JobInput, Origin } from '../record/model.ts';
import { JUDGE_JOBS, QUEUE_JOBS } from './accept-sql.ts';

// Accepting is one statement for a whole batch of requests: it checks that the agent and its policy are still as the
// caller saw them, looks into the cache, holds credits and inserts.

export type NewJob = {
  id: string;
  orgId: string;
  agentId: string;
  versionId: string;
  /** The agent as the caller saw it; when it or its policy changed since, the outcome is `stale`: nothing is stored. */
  seen: { currentVersionId: string | null; disableCache: boolean };
  policyVersionId: string | null;
  batchId: string | null;
  batchIndex: number | null;
  retriedFrom: string | null;
  origin: Origin;
  creatorId: number | null;
  /** The API key that asked for it. */
  keyId: string | null;
  inputs: JobInput[];
  /** The same as JSON text. */
  inputsText: string;
  /** JSON text of an object, or null. */
  metadata: string | null;
  cacheKey: Buffer;
  cacheMode: CacheMode;
  timeoutSeconds: number;
  maxCost: number | null;
  /** What to hold on a limited account: the cap, or what such jobs cost lately. */
  estimate: number;
  priority: number;
  /** Run here and now: the row is inserted as started by this worker, or queued when it is not registered any more. */
  workerId: string | null;
};

export type Accepted = {
  outcome: 'queued' | 'started' | 'cached' | 'cached_failure' | 'stale' | 'no_credits';
  hold: number;
  /** Under which this process runs it, when it was started here. */
  claim: number | null;
  /** The organization's account is limited. */
  limited: boolean;
  /** The agent lets failures be reused; only told of jobs that were judged. */
  cacheFailed: boolean;
};

/** What became of the items, in their order; undefined for those that must be judged. */
export async function queueJobs(db: Db, items: NewJob[]): Promise<(Accepted | undefined)[]> {
  const rows = await db.query<{ id: string }>(QUEUE_JOBS, toLists(items));
  const queued = new Set(rows.map(({ id }) => id));
  return items.map(({ id }) => (queued.has(id) ? QUEUED : undefined));
}

const QUEUED: Accepted = { outcome: 'queued', hold: 0, claim: null, limited: false, cacheFailed: false };

/** What became of the items, in their order. */
export async function judgeJobs(db: Db, items: NewJob[]): Promise<Accepted[]> {
  const rows = await db.query<Accepted & { id: string }>(JUDGE_JOBS, toLists(items));
  const outcomes = new Map(rows.map((row) => [row.id, row]));
  return items.map(({ id }) => outcomes.get(id)!);
}

/** Those that need nothing but their rows first, then the others; all in the caller's transaction. */
export async function insertJobs(db: Db, items: NewJob[]): Promise<Accepted[]> {
  const outcomes = await queueJobs(db, items);
  const rest = items.filter((_, index) => outcomes[index] === undefined);
  const judged = rest.length > 0 ? (await judgeJobs(db, rest)).values() : [].values();
  return outcomes.map((accepted) => accepted ?? judged.next().value!);
}

/** Most jobs that come together are for few agents: what they have in common is sent and checked once. */
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
    // A member that is missing costs nothing, one that is null must be read.
    return {
      place: target.place,
      id: item.id,
      created_ms: idMs(item.id),
      inputs: item.inputsText,
      metadata: item.metadata ?? undefined,
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
