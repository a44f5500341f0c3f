// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type Batch = {
  id: string;
  agent_id: string;
  name: string;
  total: number;
  counts: {
    pending: number;
    started: number;
    retry: number;
    success: number;
    failure: number;
    cancelled: number;
    cached: number;
  };
  /** How many of `counts.started` wait for a person, an event or a time. */
  waiting: number;
  /**
   * Jobs missing from `counts` because retention removed them or they are archived. A single batch counts its
   * archived jobs, a list of batches does not.
   */
  left_out?: number;
  cost: number;
  max_cost: number | null;
  created_at: string;
  finished_at: string | null;
  eta_seconds: number | null;
};

export type BatchBody = {
  /** At most 10,000 unless the operator sets another limit. */
  inputs: Record<string, unknown>[];
  name?: string | null;
  metadata?: unknown;
  /** Limit in USD. When it is exceeded, no further row starts. */
  max_cost?: number | null;
  agent_version_id?: string | null;
};

export type BatchPage = Page<Batch>;

export type BatchQuery = {
  /** Seconds to wait for the end of the batch. The response then has its current progress. */
  wait?: number;
};
