import type { Caller } from '#platform/caller.ts';

// What the workspace needs of jobs. The jobs domain stands above this one, so the service hands it in.

export type AgentBatch = {
  caller: Caller;
  agentId: string;
  /** Input values by key, one object per call. */
  inputs: Record<string, unknown>[];
  queryId: string;
  /** The same key gives the same batch, however often it is asked for. */
  key: string;
  maxCost: number | null;
};

export type AgentJob = { jobId: string } | { error: string };
export type AgentResult = { status: number; isFinal: boolean; value: string | null; error: string | null };

export type JobCounts = { total: number; done: number; cost: number };

export type Agents = {
  /** Starts a batch; calls that cannot be started get an error each. Throws an AppError when none can be. */
  start(batch: AgentBatch): Promise<{ batchId: string | null; jobs: AgentJob[] }>;
  /** Whether there is a batch of this key already. */
  isStarted(orgId: string, queryId: string, key: string): Promise<boolean>;
  /** Jobs of a query: how many there are, how many are over, what they have cost; and how many of these batches are not over. */
  countJobs(orgId: string, queryId: string, batchIds: string[]): Promise<JobCounts & { awaited: number }>;
  /** What these batches are, and have cost so far. */
  sumBatches(orgId: string, batchIds: string[]): Promise<{ jobs: number; cost: number }>;
  findResults(orgId: string, jobIds: string[]): Promise<Map<string, AgentResult>>;
  /** Cancels those jobs of a query that have not started. */
  cancelWaiting(orgId: string, queryId: string): Promise<void>;
};
