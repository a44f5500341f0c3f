// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Actor } from './actors.ts';
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
  /** Code from the error catalogue. See /docs/errors/{code}/. */
  code: string;
  /** What happened in this job. Same text as error_message. */
  message: string;
  /** What to do about it. */
  remedy: string;
  /**
   * Number of jobs in the organization that failed with this code in the last 24 hours, including this job.
   * Counted up to 10,000.
   */
  similar_24h: number;
};

export type JobIdsBody = {
  /** At most 1,000 unless the operator sets another limit. */
  job_ids: string[];
};

export type JobInput = {
  key: string;
  description: string;
  data_type: string;
  /** In lists, cut to 1000 characters. */
  value: string;
  file_name?: string;
};

export type JobModel = {
  model: string;
  provider: string;
  /** Whose key was used. */
  key: 'house' | 'organization';
  lane: 'normal' | 'batch';
  /**
   * Why it was asked in place of `instead_of`: `outage`, `rate_limit`, `refusal`, `too_long`, `budget` or
   * `untrusted`. `late`: an answer of the batch lane that came when the job had gone on without it; it is paid and
   * not used.
   */
  reason: string | null;
  /** The model that the configuration names. */
  instead_of: string | null;
  succeeded: boolean;
  cost: number;
  input_tokens: number | null;
  cached_tokens: number | null;
  output_tokens: number | null;
  /** Of a streamed answer. */
  first_token_ms: number | null;
  ms: number;
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
  /**
   * If true, the job is in the archive and takes longer to read. Changing the job moves it back to the database.
   */
  archived?: boolean;
};

export type JobStatusView = {
  /** 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED. */
  status: number;
  /** Seconds since the epoch of the latest status event. */
  timestamp: number;
  /** Set only for RETRY and FAILURE. */
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
  /** Input tokens that came from the prompt cache of the provider. */
  cached_input_tokens: number | null;
  /** The job whose recorded answer this step reused at no cost. */
  reused_from: string | null;
  /** Where untrusted content came from: `web`, `document`, `connection` or `tool`. */
  untrusted: string | null;
  route: ModelRoute | null;
};

export type JobView = Omit<JobResultView, 'inputs' | 'status'> & {
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
  /** What a failed job had found. `trust` has the marks of these values. It is not a result. */
  partial_outputs: OutputItem[];
  trust: Trust | null;
  error: JobError | null;
  policy_version_id: string | null;
  /** Attempts that count so far. A wait gives its attempt back until the job continues. */
  attempt: number;
  origin: string;
  batch_id: string | null;
  retried_from: string | null;
  /**
   * The trace of the job: that of the `traceparent` header of its request, or a new one if the server exports
   * traces.
   */
  trace_id: string | null;
  /** The trace in the operator's tool (`ERRAND_TRACE_URL`). Null if there is none. */
  trace_url: string | null;
  /** Reruns of this job, newest first, at most 10. */
  retried_as: string[];
  /** When the next attempt is due. Null if there is none. */
  next_attempt_at: string | null;
  waiting: Wait | null;
  cache: {
    hit: boolean;
    reason: string;
  };
  steps: JobStep[];
  /** Requests to models, in the order in which they ended. */
  models: JobModel[];
  /** Whether a model answered in place of the one that the agent names. */
  substituted: boolean;
  hold: Hold | null;
  /** Post actions of the job and their outcome. */
  post_actions: PostActionDelivery[];
  /**
   * Where untrusted content came from that the job has read, or that jobs before it read for its inputs: `web`,
   * `document`, `connection`, `tool`, or `event`, the request to a trigger that checks no signature. The policies
   * of connections decide what it may write afterwards.
   */
  untrusted_content: string[];
};

export type ModelRoute = {
  provider: string;
  key: 'house' | 'organization';
  lane: 'normal' | 'batch';
  /** Why the model was asked in place of `instead_of`. */
  reason?: string;
  /** The model that the configuration names. */
  instead_of?: string;
  first_token_ms?: number;
};

export type OutputItem = {
  key: string;
  /** Media type of the value. */
  data_type: string;
  /** Text. JSON values are JSON-encoded text. */
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
  /** Message of the last attempt. */
  message: string | null;
  next_attempt_at: string | null;
  finished_at: string | null;
};

export type RetryBody = {
  agent_version_id?: string | null;
  /** Input values to replace, by key. The other inputs stay. */
  inputs?: Record<string, unknown>;
  /** Replaces the configured model. */
  model?: string | null;
  /**
   * Number (`seq`) of a step. Steps before it are reused at no cost. This step and later steps run again, and
   * people are asked again.
   */
  from_step?: number | null;
};

/**
 * Input values by key, at the top level or under `inputs`. Send files as multipart parts, by id or by URL.
 */
export type RunBody = {
  /** Input values by key. They take precedence over keys at the top level. */
  inputs?: Record<string, unknown>;
  /** A JSON object, or a string that contains one. Stored with the job. */
  metadata?: unknown;
  /** Time limit of one attempt in seconds, at most 7200. */
  timeout_seconds?: number;
  /** Limit in USD. When it is exceeded, the job stops at its next step. */
  max_cost?: number;
  /** `batch`: calls of models may wait for the batch lane of their provider, at half the price. */
  lane?: 'normal' | 'batch';
  /**
   * `low`: runs after everything else of the organization, without deltas, and in the batch lane if the
   * organization prefers that. Only for asynchronous runs.
   */
  priority?: 'normal' | 'low';
  /** In the batch lane: when the job has to be done. Default 86400. */
  deadline_seconds?: number;
};

export type RunEstimate = {
  /** USD. Null: no job of the agent has succeeded yet. */
  cost: number | null;
  /** USD in the batch lane. Null: unknown, or nothing of it would go to that lane. */
  cost_batch: number | null;
  /** The number of recent jobs that this is an average of, at most 20. */
  jobs: number;
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
  /** How many times in a row the job waited for an external service. */
  count?: number;
  /** The wait that the job entered at this point. */
  wait_id?: string;
};
