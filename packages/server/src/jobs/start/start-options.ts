import type { Snapshot } from '#agents/snapshot.ts';
import type { Cause } from '#orgs/actor.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import type { Origin } from '../record/model.ts';
import type { IdempotencyClaim } from './idempotency.ts';
import type { Accepted, NewJob } from './insert-jobs.ts';
import type { Target } from './snapshots.ts';

/** Throws if a budget that stops new jobs is spent. Returns a promise only if the answer is not cached. */
export type CheckBudget = (caller: Caller, agentId: string) => void | Promise<void>;

export type StartOptions = {
  caller: Caller;
  /** What stands behind the caller, for each request. Left out: nothing but the caller. */
  causes?: readonly Cause[] | undefined;
  target: Target;
  origin: Origin;
  priority: number;
  skipCache: boolean;
  /** For a trial: the policy version that it tests. */
  policyVersionId?: string | undefined;
  batchId?: string;
  retriedFrom?: string;
  /** Ids chosen by the caller. A job that was accepted under one of them is not accepted again. */
  jobIds?: string[];
  /** Places within the batch. The default is the order of the requests, from 0. */
  batchIndexes?: number[];
  /** The name of an item in messages, for calls with many items. */
  itemName?: (index: number) => string;
  idempotency?: Omit<IdempotencyClaim, 'jobIds' | 'orgId'> | undefined;
  /** The worker that runs the job at once if the cache has no answer. */
  workerId?: string | undefined;
  /** The target as the caller loaded it a moment ago. */
  snapshot?: Snapshot;
  /** Writes more in the accepting transaction. */
  alongside?: (tx: Db, snapshot: Snapshot) => Promise<void>;
};

export type Started = { job: NewJob; accepted: Accepted; snapshot: Snapshot };
/** The jobs, or the batch, of an earlier call with the same idempotency key. */
export type Repeated = { repeatedJobIds: string[] };
