// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type BulkBody = {
  kind: 'retry' | 'cancel' | 'delete_data' | 'export' | 'add_to_set';
  /** The filters of the job list, such as `q`. At most the newest 10,000 jobs that match. */
  filter?: {
    /**
     * A job query. Terms are for example `status:failure`, `-model:small`, `cost:>0.5`, `output.total:>500` and
     * `since:24h`, or plain words.
     */
    q?: string;
    /** Only jobs accepted at this time or later. */
    created_from?: string;
    /** Only jobs accepted at this time or earlier. */
    created_to?: string;
    /** One code from 0 to 6, or several separated by commas. */
    status_code?: string;
    /**
     * One state or several separated by commas: queued, running, waiting, retrying, succeeded, failed, cancelled.
     */
    display_status?: string;
    /** Name of the version that ran. */
    version_name?: string;
    /** An id or the start of an id. */
    job_id?: string;
    /** Part of any input value. */
    job_inputs?: string;
    /**
     * A JSON object whose pairs must all match (text also matches a number or boolean that is written the same), or
     * part of the stored JSON.
     */
    metadata?: string;
    /** Excludes jobs that `metadata` would match. */
    exclude_metadata?: string;
    /** Part of id, version name, inputs or metadata. */
    search?: string;
    /** Like `search`. Jobs must match both. */
    semantic_string?: string;
    /** The verdict of the output. */
    verdict?: string;
    /** `pending`: the job has a verdict but no review. */
    review_status?: 'pending' | 'approved' | 'rejected';
    /** `unreviewed`: the job has no review, with or without a verdict. */
    review_state?: 'unreviewed' | 'agreed' | 'disagreed' | 'disputed';
    /** If true, only jobs with values that a person should check. */
    needs_review?: boolean;
    /** Only jobs of these agents. */
    agent_id?: string[];
    /** Only jobs of this version. */
    agent_version_id?: string;
    /** Only jobs of this batch. */
    batch_id?: string;
    /** Only jobs accepted with this policy version. */
    policy_version_id?: string;
    /** USD, inclusive. */
    cost_min?: number;
    /** USD, inclusive. */
    cost_max?: number;
  };
  /** Ids of jobs, in place of a filter. */
  job_ids?: string[];
  /** For `retry`: use the current version of each agent instead of the version that ran. */
  with_current_version?: boolean;
  /** For `add_to_set`: the evaluation set. */
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
  /** For `retry`: the new job. */
  new_job_id: string | null;
  /** Why the job was skipped or the action failed. */
  reason: string | null;
  at: string | null;
};

export type BulkItemPage = Page<BulkItem>;

export type BulkItemQuery = {
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
  /** Only jobs with this outcome. */
  status?: 'pending' | 'done' | 'skipped' | 'failed';
};

export type BulkOperation = {
  id: string;
  kind: 'retry' | 'cancel' | 'delete_data' | 'export' | 'add_to_set' | 'remove_from_set';
  status: 'planned' | 'running' | 'paused' | 'done' | 'cancelled';
  filter: Record<string, unknown>;
  /** Jobs that the action applies to. */
  total: number;
  /** Matching jobs that the action cannot apply to, such as finished jobs for `cancel`. */
  left_out: number;
  /**
   * With a filter: jobs accepted before this time are archived and not included. Use job_ids for them. Null: no
   * matching job is archived.
   */
  searched_to: string | null;
  /** USD that the jobs cost originally. Running them again costs about the same. */
  estimated_cost: number;
  counts: {
    pending: number;
    done: number;
    /** Jobs that needed no action any more. */
    skipped: number;
    failed: number;
  };
  evaluation_set_id: string | null;
  with_current_version: boolean;
  can_undo: boolean;
  undoes: string | null;
  undone_by: string | null;
  /**
   * Why the action stopped although nobody paused it: the person who started it no longer has the required role.
   */
  paused_because: string | null;
  /**
   * E-mail of the person who planned, started or last resumed the action. The action runs on behalf of this
   * person.
   */
  creator: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
};

export type BulkPage = Page<BulkOperation>;
