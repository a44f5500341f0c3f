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
  /** The organization's account is limited. */
  limited: boolean;
  /** The agent lets failures be reused; only told of jobs that were judged. */
  cacheFailed: boolean;
};

/** What became of the items, in their order; undefined for those that have to be judged. */
export const queueJobs = (db: Db, items: NewJob[]): Promise<(Accepted | undefined)[]> => accept(db, QUEUE_JOBS, items);

/** What became of the items, in their order. */
export const judgeJobs = (db: Db, items: NewJob[]): Promise<Accepted[]> =>
  accept(db, JUDGE_JOBS, items) as Promise<Accepted[]>;

/** Those that need nothing but their rows first, then the others; all in the caller's transaction. */
export async function insertJobs(db: Db, items: NewJob[]): Promise<Accepted[]> {
  const outcomes = await queueJobs(db, items);
  const rest = items.filter((_, index) => outcomes[index] === undefined);
  const judged = rest.length > 0 ? (await judgeJobs(db, rest)).values() : [].values();
  return outcomes.map((accepted) => accepted ?? judged.next().value!);
}

async function accept(db: Db, statement: string, items: NewJob[]): Promise<(Accepted | undefined)[]> {
  const rows = await db.query<Accepted & { id: string }>(statement, [JSON.stringify(groupByTarget(items))]);
  const outcomes = new Map(rows.map((row) => [row.id, row]));
  return items.map((item) => outcomes.get(item.id));
}

type Target = Record<string, unknown> & { jobs: Record<string, unknown>[] };

/** Most jobs that come together are for few agents: what they have in common is sent and checked once. */
function groupByTarget(items: NewJob[]): Target[] {
  const targets = new Map<string, Target>();
  for (const item of items) {
    const shared = {
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
      cache_mode: item.cacheMode,
      priority: item.priority,
      worker_id: item.workerId,
    };
    const key = Object.values(shared).join(' ');
    let target = targets.get(key);
    if (target === undefined) {
      target = { ...shared, jobs: [] };
      targets.set(key, target);
    }
    target.jobs.push({
      id: item.id,
      created_ms: idMs(item.id),
      inputs: item.inputsText,
      metadata: item.metadata,
      cache_key: `\\x${item.cacheKey.toString('hex')}`,
      batch_index: item.batchIndex,
      timeout_seconds: item.timeoutSeconds,
      max_cost: item.maxCost,
      estimate: item.estimate,
    });
  }
  return [...targets.values()];
}
