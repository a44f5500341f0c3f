// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type Flip = {
  job_id: string;
  before: string | null;
  after: string;
  rules: {
    /** The candidate's; of a rule that it does not have, the old version's. */
    rule_id: string;
    /** Category and title. */
    title: string;
    /** Hit or not; null: the old version did not have it. */
    before: boolean | null;
    after: boolean | null;
  }[];
};

export type Rehearsal = {
  id: string;
  policy_id: string;
  status: 'pending' | 'running' | 'done' | 'cancelled' | 'failed';
  /** Why it was not done. */
  reason: string | null;
  version_id: string;
  batch_id: string | null;
  total: number;
  done: number;
  cost: number;
  max_cost: number | null;
  /** The first 1,000; all of them at flips/. */
  flips: Flip[];
  flip_count: number;
  unchanged: number;
  undecidable: {
    job_id: string;
    reason: string;
  }[];
  by_verdict: {
    before: Record<string, number>;
    after: Record<string, number>;
  };
  created_by: number | null;
  started_at: string;
  finished_at: string | null;
};

/** With job_ids, or with a filter; without both, the latest 1,000 cases of the policy. */
export type RehearsalBody = {
  version_id: string;
  job_ids?: string[];
  filter?: RehearsalFilter;
  /** USD. Once it is reached no further case is decided; the rehearsal can be resumed. */
  max_cost?: number | null;
};

export type RehearsalFilter = {
  agent_id?: string;
  /** Jobs created at or after. */
  from?: string;
  /** Jobs created before. */
  to?: string;
  verdict?: string;
  /** The latest so many. Default 1,000. */
  limit?: number;
};

export type RehearsalPage = Page<RehearsalSummary>;

/** May be left out. `max_cost` raises the limit. */
export type RehearsalResumeBody = {
  /** USD. Once it is reached no further case is decided; the rehearsal can be resumed. */
  max_cost?: number | null;
};

export type RehearsalSummary = {
  id: string;
  policy_id: string;
  status: 'pending' | 'running' | 'done' | 'cancelled' | 'failed';
  /** Why it was not done. */
  reason: string | null;
  version_id: string;
  batch_id: string | null;
  total: number;
  done: number;
  cost: number;
  max_cost: number | null;
  flip_count: number;
  unchanged: number;
  by_verdict: {
    before: Record<string, number>;
    after: Record<string, number>;
  };
  created_by: number | null;
  started_at: string;
  finished_at: string | null;
};
