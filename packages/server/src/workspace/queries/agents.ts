import type { Caller } from '#platform/caller.ts';

// The part of the jobs domain that the workspace uses. That domain is above this one, so main hands it in.

export type AgentBatch = {
  caller: Caller;
  agentId: string;
  /** Input values by key, one object per call. */
  inputs: Record<string, unknown>[];
  queryId: string;
  /** The same key returns the same batch, however often it is requested. */
  key: string;
  maxCost: number | null;
};

export type AgentJob = { jobId: string } | { error: string };
export type AgentResult = { status: number; isFinal: boolean; value: string | null; error: string | null };

/** What an agent's jobs have been like lately; null: none has succeeded yet. */
export type AgentEstimate = {
  name: string;
  /** How many jobs it is taken from. */
  jobs: number;
  costPerJob: number | null;
  costPerJobMax: number | null;
  medianMs: number | null;
};

export type JobCounts = { total: number; done: number; cost: number };

export type Agents = {
  /** Starts a batch; calls that cannot be started get an error each. Throws an AppError when none can be. */
  start(batch: AgentBatch): Promise<{ batchId: string | null; jobs: AgentJob[] }>;
  /** Whether a batch with this key exists. */
  isStarted(orgId: string, queryId: string, key: string): Promise<boolean>;
  /** Jobs of a query: total, ended, cost; and how many of these batches have not ended. */
  countJobs(orgId: string, queryId: string, batchIds: string[]): Promise<JobCounts & { awaited: number }>;
  /** These batches, with their cost so far. */
  sumBatches(orgId: string, batchIds: string[]): Promise<{ jobs: number; cost: number }>;
  /** From its last jobs; undefined: there is no such agent. */
  estimate(orgId: string, agentId: string): Promise<AgentEstimate | undefined>;
  findResults(orgId: string, jobIds: string[]): Promise<Map<string, AgentResult>>;
  /** Cancels the jobs of a query that have not started. */
  cancelWaiting(orgId: string, queryId: string): Promise<void>;
};
