import type { Caller } from '#platform/caller.ts';

// The part of the jobs domain that the workspace uses. That domain is above this one, so the
// composition root passes it in.

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

/** Cost and duration of an agent's recent jobs. Values are null if none has succeeded. */
export type AgentEstimate = {
  name: string;
  /** Number of jobs that the estimate is based on. */
  jobs: number;
  costPerJob: number | null;
  costPerJobMax: number | null;
  medianMs: number | null;
};

export type JobCounts = { total: number; done: number; cost: number };

export type Agents = {
  /** Starts a batch. Calls that cannot be started get an error each. Throws an AppError if none can be started. */
  start(batch: AgentBatch): Promise<{ batchId: string | null; jobs: AgentJob[] }>;
  /** Whether a batch with this key exists. */
  isStarted(orgId: string, queryId: string, key: string): Promise<boolean>;
  /** Counts the jobs of a query. `awaited`: the jobs of these batches that have not ended. */
  countJobs(orgId: string, queryId: string, batchIds: string[]): Promise<JobCounts & { awaited: number }>;
  /** Counts the jobs of these batches and their cost so far. */
  sumBatches(orgId: string, batchIds: string[]): Promise<{ jobs: number; cost: number }>;
  /** Estimates from the agent's recent jobs. Returns undefined if there is no such agent. */
  estimate(orgId: string, agentId: string): Promise<AgentEstimate | undefined>;
  findResults(orgId: string, jobIds: string[]): Promise<Map<string, AgentResult>>;
  /** Cancels the jobs of a query that have not started. */
  cancelWaiting(orgId: string, queryId: string): Promise<void>;
};
