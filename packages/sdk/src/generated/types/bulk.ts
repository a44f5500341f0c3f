// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type BulkBody = {
  kind: 'retry' | 'cancel' | 'delete_data' | 'export' | 'add_to_set';
  /** The filters of the job list, such as `q`. At most the newest 10,000 jobs that match. */
  filter?: {
    /**
     * A job query: terms such as `status:failure`, `-model:small`, `cost:>0.5`, `output.total:>500`, `since:24h`, or
     * words.
     */
    q?: string;
    /** Accepted at this time or later. */
    created_from?: string;
    /** Accepted at this time or earlier. */
    created_to?: string;
    /** One code from 0 to 6, or several separated by commas. */
    status_code?: string;
    /** Name of the version that ran. */
    version_name?: string;
    /** An id or its beginning. */
    job_id?: string;
    /** Part of any input value. */
    job_inputs?: string;
    /**
     * A JSON object whose pairs all match (a text also a number or boolean that reads like it), or part of the
     * stored JSON.
     */
    metadata?: string;
    /** Leaves out what `metadata` would find. */
    exclude_metadata?: string;
    /** Part of id, version name, inputs or metadata. */
    search?: string;
    /** Like `search`; both must match. */
    semantic_string?: string;
    /** The verdict of the output. */
    verdict?: string;
    /** pending: there is a verdict without a review. */
    review_status?: 'pending' | 'approved' | 'rejected';
    /** unreviewed: there is no review, with or without a verdict. */
    review_state?: 'unreviewed' | 'agreed' | 'disagreed';
    /** true: only jobs with values that a person should look at. */
    needs_review?: boolean;
    /** Jobs of these agents. */
    agent_id?: string[];
    /** Jobs of this version. */
    agent_version_id?: string;
    /** Jobs of this batch. */
    batch_id?: string;
    /** Jobs that were accepted with this version of a policy. */
    policy_version_id?: string;
    /** USD, inclusive. */
    cost_min?: number;
    /** USD, inclusive. */
    cost_max?: number;
  };
  /** Instead of a filter. */
  job_ids?: string[];
  /** retry: with the current version of each agent instead of the one that ran. */
  with_current_version?: boolean;
  /** add_to_set: the set. */
  evaluation_set_id?: string;
};

export type BulkFileQuery = {
  /** Default csv. */
  format?: 'csv' | 'parquet';
};

export type BulkItem = {
  position: number;
  job_id: string;
  status: 'pending' | 'done' | 'skipped' | 'failed';
  /** retry: the job that was started. */
  new_job_id: string | null;
  /** Why it was skipped or failed. */
  reason: string | null;
  at: string | null;
};

export type BulkItemPage = Page<BulkItem>;

export type BulkItemQuery = {
  /** From 1. */
  page?: string;
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
  /** Only jobs with this outcome. */
  status?: 'pending' | 'done' | 'skipped' | 'failed';
};

export type BulkOperation = {
  id: string;
  kind: 'retry' | 'cancel' | 'delete_data' | 'export' | 'add_to_set' | 'remove_from_set';
  status: 'planned' | 'running' | 'paused' | 'done' | 'cancelled';
  filter: Record<string, unknown>;
  /** Jobs that the action is done with. */
  total: number;
  /** Jobs that match and that it cannot be done with, such as ended ones for cancel. */
  left_out: number;
  /**
   * With a filter: jobs accepted before are archived, and not part of it; name them by job_ids. Null: none is.
   */
  searched_to: string | null;
  /** USD that the jobs cost before: about what it costs to run them again. */
  estimated_cost: number;
  counts: {
    pending: number;
    done: number;
    /** There was nothing to do any more. */
    skipped: number;
    failed: number;
  };
  evaluation_set_id: string | null;
  with_current_version: boolean;
  can_undo: boolean;
  undoes: string | null;
  undone_by: string | null;
  /** Why it stands still where nobody paused it: who started it lost the role for it. */
  paused_because: string | null;
  /** E-mail of who planned it, or started or resumed it last: it is done in their name. */
  creator: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
};

export type BulkPage = Page<BulkOperation>;
