// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { JobInput, StatusEventView } from './jobs.ts';
import type { JobReview } from './reviews.ts';
import type { Creator } from './values.ts';

export type AllJobsPage = {
  results: AnyJob[];
  /** Null: there are no older jobs. A short page may still have a next one. */
  next_cursor: string | null;
  /** With filters: how far back this page searched. Null: through all jobs. */
  searched_to: string | null;
  /** All jobs of existing agents; null with filters. */
  total: number | null;
};

export type AllJobsQuery = {
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
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
  /** `next_cursor` of the previous page: continues with older jobs. */
  cursor?: string;
  /** Only jobs that are newer than this one. */
  after?: string;
  /** Only these jobs, for example to refresh them. */
  ids?: string[];
  /** Paths such as `output.total`, `input.text` or `metadata.case` whose values each job brings along. */
  columns?: string[];
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

export type AnyJob = {
  id: string;
  agent_version_name: string | null;
  status_events: StatusEventView[];
  /** 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED. */
  status_code: number;
  created_at: string;
  last_updated_at: string;
  duration_ms: number | null;
  job_inputs: JobInput[];
  ui_fields: unknown;
  evaluation: Record<string, unknown> | null;
  feedback_review: JobReview | null;
  /** agreed: a reviewer found the output right; disagreed: a reviewer corrected it. */
  review_state: 'unreviewed' | 'agreed' | 'disagreed';
  /** A value is not trusted, and the agent wants a person to look. */
  needs_review: boolean;
  creator: Creator | null;
  /** True: the job is in the archive, and reading it takes longer. Changing it brings it back. */
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
  /** The values of the requested columns as text, at most 1000 characters each; null: there is none. */
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
  /** Jobs older than this were not searched. Null: all were. */
  searched_to: string | null;
  /** The most frequent values, at most 20. */
  status: FacetValue[];
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

export type JobListItem = {
  id: string;
  agent_version_name: string | null;
  status_events: StatusEventView[];
  /** 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED. */
  status_code: number;
  created_at: string;
  last_updated_at: string;
  duration_ms: number | null;
  job_inputs: JobInput[];
  ui_fields: unknown;
  evaluation: Record<string, unknown> | null;
  feedback_review: JobReview | null;
  /** agreed: a reviewer found the output right; disagreed: a reviewer corrected it. */
  review_state: 'unreviewed' | 'agreed' | 'disagreed';
  /** A value is not trusted, and the agent wants a person to look. */
  needs_review: boolean;
  creator: Creator | null;
  /** True: the job is in the archive, and reading it takes longer. Changing it brings it back. */
  archived?: boolean;
  metadata: Record<string, string>;
};

export type JobListQuery = {
  /**
   * A job query: terms such as `status:failure`, `-model:small`, `cost:>0.5`, `output.total:>500`, `since:24h`, or
   * words.
   */
  q?: string;
  /** From 1. */
  page?: string;
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
  /** Only the newest N jobs are considered; 0: all. Default 100000. */
  limit?: number;
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
  /**
   * Comma list out of id, agent_version_name, status_code, created_at, last_updated_at, cost, duration,
   * grader_score, each with - to reverse.
   */
  ordering?: string;
};

export type JobPage = {
  count: number;
  next: string | null;
  previous: string | null;
  results: JobListItem[];
  /**
   * With filters or another order: archived jobs of the agent that this list did not look at. The list of all jobs
   * and SQL do.
   */
  archived_left_out?: number;
};

export type JobSuggestions = {
  /** A suggestion replaces the text from here … */
  from: number;
  /** … to here. */
  to: number;
  suggestions: {
    text: string;
    /** What it means, or where it was found. */
    about: string;
  }[];
};

export type JobSuggestionsQuery = {
  /** A job query as far as it is written. */
  q?: string;
  /** Place of the cursor. Default: the end. */
  at?: number;
};

export type JobSummary = {
  /** Jobs that match. With `complete` false there are more. */
  count: number;
  /** USD that they cost together. */
  cost: number;
  /**
   * Of the jobs of the period that succeeded without the cache, 95 % took no longer, from creation to end. Within
   * 2.5 %.
   */
  p95_ms: number | null;
  /** False: the jobs before `searched_to` were not looked at, or are archived and not counted. */
  complete: boolean;
  searched_to: string | null;
  created_from: string;
  created_to: string;
  bucket_seconds: number;
  /** The period in equal parts, oldest first; empty ones are left out. Default: the last 7 days. */
  buckets: {
    at: string;
    jobs: number;
    failed: number;
    /** USD. */
    cost: number;
    p95_ms: number | null;
  }[];
};

export type JobSummaryQuery = {
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
  /** Into how many parts the period is divided. Default 60. */
  buckets?: number;
};

export type JobViewBody = {
  name: string;
  /** The filters, such as a `q`; at most 10,000 characters of JSON. */
  search: Record<string, unknown>;
  /** Default false. */
  shared?: boolean;
};

export type JobViewFilter = {
  id: string;
  name: string;
  /** The filters as the address of the console has them. */
  search: Record<string, unknown>;
  /** true: everybody in the organization sees it. */
  shared: boolean;
  mine: boolean;
  /** E-mail of who saved it. */
  creator: string | null;
  created_at: string;
};
