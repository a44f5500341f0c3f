import type { Snapshot } from '#agents/snapshot.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import type { Origin } from '../record/model.ts';
import type { IdempotencyClaim } from './idempotency.ts';
import type { Accepted, NewJob } from './insert-jobs.ts';
import type { Target } from './snapshots.ts';

/** Throws when a budget is spent that stops new jobs; a known answer is not waited for. */
export type CheckBudget = (caller: Caller, agentId: string) => void | Promise<void>;

export type StartOptions = {
  caller: Caller;
  target: Target;
  origin: Origin;
  priority: number;
  skipCache: boolean;
  /** Of a trial: the version of the policy that it is about. */
  policyVersionId?: string | undefined;
  batchId?: string;
  retriedFrom?: string;
  /** Ids that were decided before: a job that was accepted under one of them is not accepted again. */
  jobIds?: string[];
  /** Places within the batch; default: in order from 0. */
  batchIndexes?: number[];
  /** For calls with many items: what messages call one of them. */
  itemName?: (index: number) => string;
  idempotency?: Omit<IdempotencyClaim, 'jobIds' | 'orgId'> | undefined;
  /** Run here and now when the cache has no answer. */
  workerId?: string | undefined;
  /** The target as the caller loaded it a moment ago. */
  snapshot?: Snapshot;
  /** Also written in the accepting transaction. */
  alongside?: (tx: Db, snapshot: Snapshot) => Promise<void>;
};

export type Started = { job: NewJob; accepted: Accepted; snapshot: Snapshot };
/** An earlier call with the same idempotency key made these jobs, or this batch. */
export type Repeated = { repeatedJobIds: string[] };
