// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Certificate, Hold } from './proofs.ts';
import type { JobReview } from './reviews.ts';
import type { Trust } from './trust.ts';
import type { Creator } from './values.ts';
import type { Wait } from './waits.ts';

export type BulkResult = {
  id: string;
  /** 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED. */
  status: number | null;
  result: OutputItem[] | null;
  corrected_outputs: OutputItem[] | null;
  agent_id: string | null;
  agent_version_id: string | null;
  cost: number | null;
  inputs:
    | {
        key: string;
        value: string;
        data_type: string;
      }[]
    | null;
  input_tokens: number | null;
  output_tokens: number | null;
};

export type BulkStatus = {
  id: string;
  /** 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED. */
  status: number | null;
  created_at: string | null;
  last_updated_at: string | null;
  timestamp: number | null;
  error_message: string | null;
};

export type CancelledAll = {
  task_id: string | null;
  targeted_count: number;
  note: string;
};

export type DeletedData = {
  status: string;
  deleted_count: number;
  failed_count: number;
  blob_sanitized: boolean;
  outputs_sanitized: boolean;
  artifacts_deleted_count: number;
  artifacts_failed_count: number;
  certificate: Certificate | null;
  errors: string[] | null;
};

export type JobError = {
  /** Of the error catalogue: /docs/errors/{code}/ tells more. */
  code: string;
  /** What happened in this job, as error_message. */
  message: string;
  /** What to do about it. */
  remedy: string;
  /**
   * Jobs of the organization that failed for the same reason within 24 hours, this one included; counted up to
   * 10,000.
   */
  similar_24h: number;
};

export type JobIdsBody = {
  /** At most 1,000, unless the operator changed it. */
  job_ids: string[];
};

export type JobInput = {
  key: string;
  description: string;
  data_type: string;
  /** At most 1000 characters in lists. */
  value: string;
  file_name?: string;
};

export type JobResultView = {
  agent_id: string;
  agent_version_id: string;
  inputs: {
    key: string;
    value: string;
    data_type: string;
  }[];
  input_tokens: number | null;
  output_tokens: number | null;
  outputs: OutputItem[];
  /** 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED. */
  status: number;
  error_message: string | null;
  metadata: Record<string, unknown>;
  cost: number;
  /** True: the job is in the archive, and reading it takes longer. Changing it brings it back. */
  archived?: boolean;
};

export type JobStatusView = {
  /** 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED. */
  status: number;
  /** Seconds since the epoch of the latest status event. */
  timestamp: number;
  /** Only for RETRY and FAILURE. */
  error_message?: string;
};

export type JobStep = {
  key: string;
  /** Position in the order in which steps ended. */
  seq: number;
  kind: string;
  name: string;
  model: string | null;
  status: string;
  started_at: string;
  duration_ms: number;
  input_tokens: number | null;
  output_tokens: number | null;
  cost: number;
  artifact_key: string | null;
  error: string | null;
  /** Of the input tokens: read from the cache of the provider. */
  cached_input_tokens: number | null;
  /** The job whose recorded answer this step took over; it cost nothing. */
  reused_from: string | null;
};

export type JobView = {
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
  metadata: Record<string, unknown>;
  agent_id: string;
  agent_version_id: string;
  outputs: OutputItem[];
  trust: Trust | null;
  cost: number;
  input_tokens: number | null;
  output_tokens: number | null;
  error_message: string | null;
  error: JobError | null;
  policy_version_id: string | null;
  attempt: number;
  origin: string;
  batch_id: string | null;
  retried_from: string | null;
  /** Jobs that ran this one again, newest first; at most 10. */
  retried_as: string[];
  /** When the next attempt is due; null if none is. */
  next_attempt_at: string | null;
  waiting: Wait | null;
  cache: {
    hit: boolean;
    reason: string;
  };
  steps: JobStep[];
  hold: Hold | null;
  /** What the version asks to be done after the job, and how that went. */
  post_actions: PostActionDelivery[];
};

export type OutputItem = {
  key: string;
  /** Media type of the value. */
  data_type: string;
  /** Text; JSON is carried as JSON text. */
  value: string;
  description: string;
  /** USD. */
  cost: number;
};

export type PostActionDelivery = {
  id: string;
  name: string;
  connection_id: string;
  operation: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  /** What the last attempt said. */
  message: string | null;
  next_attempt_at: string | null;
  finished_at: string | null;
};

export type RetryBody = {
  agent_version_id?: string | null;
  /** Values that replace those of the job, by key; the others stay. */
  inputs?: Record<string, unknown>;
  /** Instead of the configured one. */
  model?: string | null;
  /**
   * Number (seq) of a step: what the job recorded before it is taken over and costs nothing; it and what follows
   * are done anew. People are asked again.
   */
  from_step?: number | null;
};

/** Input values by key, at the top level or under `inputs`. Files: as multipart parts, by id or by URL. */
export type RunBody = {
  /** Input values by key; wins over the top level. */
  inputs?: Record<string, unknown>;
  /** A JSON object, or a text holding one. Kept on the job. */
  metadata?: unknown;
  /** Timeout of one attempt, at most 7200. */
  timeout_seconds?: number;
  /** USD; once it is exceeded the job stops at its next step. */
  max_cost?: number;
};

export type RunManyBody = {
  /** 1 to 1000 execution requests. */
  inputs: Record<string, unknown>[];
  worksheet_query_id?: string | null;
};

export type StatusEventView = {
  timestamp: string;
  /** 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED. */
  status_code: number;
  error_message?: string;
  /** How many times in a row the job waited for an outside service. */
  count?: number;
  /** From here on the job waits for this. */
  wait_id?: string;
};
