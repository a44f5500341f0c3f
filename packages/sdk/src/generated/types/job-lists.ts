// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Actor } from './actors.ts';
import type { JobInput, StatusEventView } from './jobs.ts';
import type { JobReview } from './reviews.ts';
import type { Creator } from './values.ts';

export type AllJobsPage = {
  results: AnyJob[];
  /** Null if there are no older jobs. A short page may still have a next page. */
  next_cursor: string | null;
  /** With filters: how far back this page searched. Null: it searched all jobs. */
  searched_to: string | null;
  /** Number of jobs of existing agents. Null with filters. */
  total: number | null;
};

export type AllJobsQuery = {
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
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
  /** `next_cursor` of the previous page. Continues with older jobs. */
  cursor?: string;
  /** Only jobs newer than this job. */
  after?: string;
  /** Only these jobs, for example to refresh them. */
  ids?: string[];
  /** Paths such as `output.total`, `input.text` or `metadata.case`. Each job then includes these values. */
  columns?: string[];
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

export type AnyJob = {
  id: string;
  agent_version_name: string | null;
  status_events: StatusEventView[];
  /** 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED. */
  status_code: number;
  /**
   * The state as people see it. `waiting`: for a person, an event, a time or a provider. `queued` and `running`
   * jobs have or need a worker.
   */
  display_status: 'queued' | 'running' | 'waiting' | 'retrying' | 'succeeded' | 'failed' | 'cancelled';
  /** What the job waits for. Null if it does not wait. */
  waiting_for: 'approval' | 'question' | 'event' | 'timer' | 'provider_batch' | null;
  /** Since when it waits. Null if it does not wait. */
  waiting_since: string | null;
  /** How long the job has waited in total. This time is neither queueing nor work. */
  waited_ms: number;
  created_at: string;
  last_updated_at: string;
  /** From acceptance to the end, without `waited_ms`. Null before the end. */
  duration_ms: number | null;
  job_inputs: JobInput[];
  ui_fields: unknown;
  evaluation: Record<string, unknown> | null;
  feedback_review: JobReview | null;
  /** `agreed`: a reviewer confirmed the output. `disagreed`: a reviewer corrected it. */
  review_state: 'unreviewed' | 'agreed' | 'disagreed' | 'disputed';
  /** If true, the output has untrusted values and the agent asks for a review. */
  needs_review: boolean;
  creator: Creator | null;
  /** Who caused it. */
  actor: Actor;
  /**
   * If true, the job is in the archive and takes longer to read. Changing the job moves it back to the database.
   */
  archived?: boolean;
  metadata: Record<string, string>;
  agent_id: string;
  agent_name: string;
  agent_version_id: string;
  /** USD. */
  cost: number;
  input_tokens: number | null;
  output_tokens: number | null;
  error_message: string | null;
  attempt: number;
  origin: string;
  batch_id: string | null;
  retried_from: string | null;
  /**
   * The values of the requested columns as text, at most 1000 characters each. Null if the job has no such value.
   */
  columns?: Record<string, string | null>;
};

export type FacetValue = {
  /** Value for the filter. */
  value: string;
  /** Display text, such as the name of an agent. */
  label: string;
  count: number;
};

export type JobFacets = {
  /** Jobs that match the filters. */
  counted: number;
  /** Jobs older than this were not searched. Null: all jobs were searched. */
  searched_to: string | null;
  /** The most frequent values, at most 20. */
  status: FacetValue[];
  /** The most frequent values, at most 20. */
  display_status: FacetValue[];
  /** The most frequent values, at most 20. */
  agent: FacetValue[];
  /** The most frequent values, at most 20. */
  version: FacetValue[];
  /** The most frequent values, at most 20. */
  verdict: FacetValue[];
  /** The most frequent values, at most 20. */
  review: FacetValue[];
};

export type JobFacetsQuery = {
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

export type JobListItem = {
  id: string;
  agent_version_name: string | null;
  status_events: StatusEventView[];
  /** 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED. */
  status_code: number;
  /**
   * The state as people see it. `waiting`: for a person, an event, a time or a provider. `queued` and `running`
   * jobs have or need a worker.
   */
  display_status: 'queued' | 'running' | 'waiting' | 'retrying' | 'succeeded' | 'failed' | 'cancelled';
  /** What the job waits for. Null if it does not wait. */
  waiting_for: 'approval' | 'question' | 'event' | 'timer' | 'provider_batch' | null;
  /** Since when it waits. Null if it does not wait. */
  waiting_since: string | null;
  /** How long the job has waited in total. This time is neither queueing nor work. */
  waited_ms: number;
  created_at: string;
  last_updated_at: string;
  /** From acceptance to the end, without `waited_ms`. Null before the end. */
  duration_ms: number | null;
  job_inputs: JobInput[];
  ui_fields: unknown;
  evaluation: Record<string, unknown> | null;
  feedback_review: JobReview | null;
  /** `agreed`: a reviewer confirmed the output. `disagreed`: a reviewer corrected it. */
  review_state: 'unreviewed' | 'agreed' | 'disagreed' | 'disputed';
  /** If true, the output has untrusted values and the agent asks for a review. */
  needs_review: boolean;
  creator: Creator | null;
  /** Who caused it. */
  actor: Actor;
  /**
   * If true, the job is in the archive and takes longer to read. Changing the job moves it back to the database.
   */
  archived?: boolean;
  metadata: Record<string, string>;
};

export type JobListQuery = {
  /**
   * A job query. Terms are for example `status:failure`, `-model:small`, `cost:>0.5`, `output.total:>500` and
   * `since:24h`, or plain words.
   */
  q?: string;
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
  /** Consider only the newest N jobs; 0 means all. Default: 100000. */
  limit?: number;
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
  /**
   * Comma-separated list of id, agent_version_name, status_code, created_at, last_updated_at, cost, duration,
   * grader_score. A leading - reverses an order.
   */
  ordering?: string;
};

export type JobPage = {
  count: number;
  next: string | null;
  previous: string | null;
  results: JobListItem[];
  /**
   * With filters or another order: number of archived jobs of the agent that this list did not search. The list of
   * all jobs and SQL search them.
   */
  archived_left_out?: number;
};

export type JobSuggestions = {
  /** Start of the text that a suggestion replaces. */
  from: number;
  /** End of the text that a suggestion replaces. */
  to: number;
  suggestions: {
    text: string;
    /** What the suggestion means, or where it was found. */
    about: string;
  }[];
};

export type JobSuggestionsQuery = {
  /** The job query typed so far. */
  q?: string;
  /** Position of the cursor. Default: the end. */
  at?: number;
};

export type JobSummary = {
  /** Number of matching jobs. If `complete` is false, there are more. */
  count: number;
  /** Total cost of these jobs in USD. */
  cost: number;
  /**
   * 95th percentile of the time from creation to end of jobs in the period that succeeded without the cache.
   * Accurate to 2.5 %.
   */
  p95_ms: number | null;
  /** False if jobs before `searched_to` were not searched, or are archived and not counted. */
  complete: boolean;
  searched_to: string | null;
  created_from: string;
  created_to: string;
  bucket_seconds: number;
  /** The period in equal parts, oldest first. Empty parts are omitted. Default: the last 7 days. */
  buckets: {
    at: string;
    jobs: number;
    failed: number;
    /** USD. */
    cost: number;
    p95_ms: number | null;
  }[];
};

export type JobSummaryQuery = JobFacetsQuery & {
  /** Number of equal parts of the period. Default: 60. */
  buckets?: number;
};

export type JobViewBody = {
  name: string;
  /** The filters, such as `q`. At most 10,000 characters of JSON. */
  search: Record<string, unknown>;
  /** Default false. */
  shared?: boolean;
};

export type JobViewFilter = {
  id: string;
  name: string;
  /** The filters as they appear in the console URL. */
  search: Record<string, unknown>;
  /** If true, everyone in the organization sees the view. */
  shared: boolean;
  mine: boolean;
  /** E-mail of the person who saved the view. */
  creator: string | null;
  created_at: string;
};
