// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type Flip = {
  job_id: string;
  before: string | null;
  after: string;
  rules: {
    /** Id in the candidate version, or in the old version if the candidate does not have the rule. */
    rule_id: string;
    /** Category and title. */
    title: string;
    /** Whether the rule was met. Null: the old version does not have the rule. */
    before: boolean | null;
    after: boolean | null;
  }[];
  /** Whether evidence was gathered anew for the case. */
  gathered: boolean;
};

export type Rehearsal = {
  id: string;
  policy_id: string;
  status: 'pending' | 'running' | 'done' | 'cancelled' | 'failed';
  /** Why the rehearsal did not finish. */
  reason: string | null;
  version_id: string;
  batch_id: string | null;
  total: number;
  done: number;
  cost: number;
  max_cost: number | null;
  /** The first 1,000. Get all of them from flips/. */
  flips: Flip[];
  flip_count: number;
  unchanged: number;
  gather: boolean;
  /** Decided cases for which evidence was gathered anew. */
  gathered_count: number;
  undecidable: {
    job_id: string;
    /** `evidence_missing`: this version asks for evidence that the case does not hold. Or a sentence. */
    reason: string;
    /** What would have been asked. */
    questions?: string[];
  }[];
  by_verdict: {
    before: Record<string, number>;
    after: Record<string, number>;
  };
  created_by: number | null;
  started_at: string;
  finished_at: string | null;
};

/** Use job_ids or a filter. Without them: the latest 1,000 cases of the policy. */
export type RehearsalBody = {
  version_id: string;
  job_ids?: string[];
  filter?: RehearsalFilter;
  /** Limit in USD. When it is reached, no further case is decided. You can resume the rehearsal. */
  max_cost?: number | null;
  /**
   * Read pages and tables again for cases that lack evidence which this version asks for. Requires max_cost.
   */
  gather?: boolean;
};

export type RehearsalFilter = {
  agent_id?: string;
  /** Only jobs created at this time or later. */
  from?: string;
  /** Only jobs created before this time. */
  to?: string;
  verdict?: string;
  /** Number of latest jobs. Default: 1,000. */
  limit?: number;
};

export type RehearsalPage = Page<RehearsalSummary>;

/** Optional. `max_cost` raises the limit. */
export type RehearsalResumeBody = {
  /** Limit in USD. When it is reached, no further case is decided. You can resume the rehearsal. */
  max_cost?: number | null;
};

export type RehearsalSummary = Omit<Rehearsal, 'flips' | 'undecidable'>;
