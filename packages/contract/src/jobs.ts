import { type Static, Type } from 'typebox';
import { Actor } from './actors.ts';
import { displayStatuses, jobStatus, jobStatuses, waitReasons } from './job-status.ts';
import { Certificate, Hold } from './proofs.ts';
import { JobReview, reviewStates } from './reviews.ts';
import { Trust } from './trust.ts';
import { Creator, JsonObject, Nullable, Timestamp, Uuid } from './values.ts';
import { Wait } from './waits.ts';

// Runs and jobs on the wire.

const StatusCode = Type.Integer({
  minimum: jobStatus.pending,
  maximum: jobStatus.cached,
  description: `${jobStatuses.map((word, code) => `${code} ${word.toUpperCase()}`).join(', ')}.`,
  examples: [jobStatus.success],
});

export const OutputItem = Type.Object({
  key: Type.String({ examples: ['output'] }),
  data_type: Type.String({ description: 'Media type of the value.', examples: ['text/plain'] }),
  value: Type.String({ description: 'Text. JSON values are JSON-encoded text.', examples: ['Hello, Ada!'] }),
  description: Type.String(),
  cost: Type.Number({ description: 'USD.' }),
});
export type OutputItem = Static<typeof OutputItem>;

export const RunBody = Type.Object(
  {
    inputs: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Input values by key. They take precedence over keys at the top level.',
      }),
    ),
    metadata: Type.Optional(
      Type.Unknown({
        description: 'A JSON object, or a string that contains one. Stored with the job.',
        examples: [{ case: 'A-17' }],
      }),
    ),
    timeout_seconds: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Time limit of one attempt in seconds, at most 7200.' }),
    ),
    max_cost: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description: 'Limit in USD. When it is exceeded, the job stops at its next step.',
      }),
    ),
    lane: Type.Optional(
      Type.Enum(['normal', 'batch'], {
        description: '`batch`: calls of models may wait for the batch lane of their provider, at half the price.',
      }),
    ),
    priority: Type.Optional(
      Type.Enum(['normal', 'low'], {
        description:
          '`low`: runs after everything else of the organization, without deltas, and in the batch lane if the organization prefers that. Only for asynchronous runs.',
      }),
    ),
    deadline_seconds: Type.Optional(
      Type.Integer({
        minimum: 10,
        maximum: 604_800,
        description: 'In the batch lane: when the job has to be done. Default 86400.',
      }),
    ),
  },
  {
    additionalProperties: true,
    description:
      'Input values by key, at the top level or under `inputs`. Send files as multipart parts, by id or by URL.',
    examples: [{ inputs: { text: 'Ada' }, metadata: { case: 'A-17' } }],
  },
);

export const RunEstimate = Type.Object({
  cost: Nullable(Type.Number({ description: 'USD. Null: no job of the agent has succeeded yet.' })),
  cost_batch: Nullable(
    Type.Number({ description: 'USD in the batch lane. Null: unknown, or nothing of it would go to that lane.' }),
  ),
  jobs: Type.Integer({ description: 'The number of recent jobs that this is an average of, at most 20.' }),
});

export const RunManyBody = Type.Object(
  {
    inputs: Type.Array(JsonObject, { description: '1 to 1000 execution requests.' }),
    worksheet_query_id: Type.Optional(Nullable(Uuid)),
  },
  { additionalProperties: true, examples: [{ inputs: [{ text: 'Ada' }, { text: 'Grace' }] }] },
);

export const JobStatusView = Type.Object({
  status: StatusCode,
  timestamp: Type.Number({
    description: 'Seconds since the epoch of the latest status event.',
    examples: [1760000000.25],
  }),
  error_message: Type.Optional(Type.String({ description: 'Set only for RETRY and FAILURE.' })),
});

const StoredInput = Type.Object({ key: Type.String(), value: Type.String(), data_type: Type.String() });

const archived = Type.Boolean({
  description:
    'If true, the job is in the archive and takes longer to read. Changing the job moves it back to the database.',
});

export const JobResultView = Type.Object({
  agent_id: Uuid,
  agent_version_id: Uuid,
  inputs: Type.Array(StoredInput),
  input_tokens: Nullable(Type.Integer()),
  output_tokens: Nullable(Type.Integer()),
  outputs: Type.Array(OutputItem),
  status: StatusCode,
  error_message: Nullable(Type.String()),
  metadata: JsonObject,
  cost: Type.Number(),
  archived: Type.Optional(archived),
});

export const JobIdsBody = Type.Object({
  job_ids: Type.Array(Uuid, { minItems: 1, description: 'At most 1,000 unless the operator sets another limit.' }),
});

export const BulkStatus = Type.Object({
  id: Uuid,
  status: Nullable(StatusCode),
  created_at: Nullable(Timestamp),
  last_updated_at: Nullable(Timestamp),
  timestamp: Nullable(Type.Number()),
  error_message: Nullable(Type.String()),
});

export const BulkResult = Type.Object({
  id: Uuid,
  status: Nullable(StatusCode),
  result: Nullable(Type.Array(OutputItem)),
  corrected_outputs: Nullable(Type.Array(OutputItem)),
  agent_id: Nullable(Uuid),
  agent_version_id: Nullable(Uuid),
  cost: Nullable(Type.Number()),
  inputs: Nullable(Type.Array(StoredInput)),
  input_tokens: Nullable(Type.Integer()),
  output_tokens: Nullable(Type.Integer()),
});

export const StatusEventView = Type.Object({
  timestamp: Timestamp,
  status_code: StatusCode,
  error_message: Type.Optional(Type.String()),
  count: Type.Optional(
    Type.Integer({ description: 'How many times in a row the job waited for an external service.' }),
  ),
  wait_id: Type.Optional(Type.String({ format: 'uuid', description: 'The wait that the job entered at this point.' })),
});

export const JobInput = Type.Object({
  key: Type.String(),
  description: Type.String(),
  data_type: Type.String(),
  value: Type.String({ description: 'In lists, cut to 1000 characters.' }),
  file_name: Type.Optional(Type.String()),
});

export const JobError = Type.Object({
  code: Type.String({
    description: 'Code from the error catalogue. See /docs/errors/{code}/.',
    examples: ['errand.jobs.timeout'],
  }),
  message: Type.String({ description: 'What happened in this job. Same text as error_message.' }),
  remedy: Type.String({ description: 'What to do about it.' }),
  similar_24h: Type.Integer({
    description:
      'Number of jobs in the organization that failed with this code in the last 24 hours, including this job. Counted up to 10,000.',
  }),
});

const DisplayStatus = Type.Enum([...displayStatuses], {
  description:
    'The state as people see it. `waiting`: for a person, an event, a time or a provider. `queued` and `running` jobs have or need a worker.',
  examples: ['succeeded'],
});

/** Fields of a job in lists and in full. */
export const jobSummary = {
  id: Uuid,
  agent_version_name: Nullable(Type.String()),
  status_events: Type.Array(StatusEventView),
  status_code: StatusCode,
  display_status: DisplayStatus,
  waiting_for: Nullable(
    Type.Enum([...waitReasons], { description: 'What the job waits for. Null if it does not wait.' }),
  ),
  waiting_since: Nullable(
    Type.String({ format: 'date-time', description: 'Since when it waits. Null if it does not wait.' }),
  ),
  waited_ms: Type.Integer({
    description: 'How long the job has waited in total. This time is neither queueing nor work.',
  }),
  created_at: Timestamp,
  last_updated_at: Timestamp,
  duration_ms: Nullable(
    Type.Integer({ description: 'From acceptance to the end, without `waited_ms`. Null before the end.' }),
  ),
  job_inputs: Type.Array(JobInput),
  ui_fields: Type.Unknown(),
  evaluation: Nullable(JsonObject),
  feedback_review: Nullable(JobReview),
  review_state: Type.Enum([...reviewStates], {
    description: '`agreed`: a reviewer confirmed the output. `disagreed`: a reviewer corrected it.',
  }),
  needs_review: Type.Boolean({
    description: 'If true, the output has untrusted values and the agent asks for a review.',
  }),
  creator: Nullable(Creator),
  actor: Actor,
  archived: Type.Optional(archived),
};

export const ModelRoute = Type.Object({
  provider: Type.String({ examples: ['openai'] }),
  key: Type.Enum(['house', 'organization']),
  lane: Type.Enum(['normal', 'batch']),
  reason: Type.Optional(Type.String({ description: 'Why the model was asked in place of `instead_of`.' })),
  instead_of: Type.Optional(Type.String({ description: 'The model that the configuration names.' })),
  first_token_ms: Type.Optional(Type.Integer()),
});

export const JobStep = Type.Object({
  key: Type.String(),
  seq: Type.Integer({ description: 'Position in the order in which steps ended.' }),
  kind: Type.String(),
  name: Type.String(),
  model: Nullable(Type.String()),
  status: Type.String(),
  started_at: Timestamp,
  duration_ms: Type.Integer(),
  input_tokens: Nullable(Type.Integer()),
  output_tokens: Nullable(Type.Integer()),
  cost: Type.Number(),
  artifact_key: Nullable(Type.String()),
  error: Nullable(Type.String()),
  cached_input_tokens: Nullable(
    Type.Integer({ description: 'Input tokens that came from the prompt cache of the provider.' }),
  ),
  reused_from: Nullable(
    Type.String({ format: 'uuid', description: 'The job whose recorded answer this step reused at no cost.' }),
  ),
  untrusted: Nullable(
    Type.String({ description: 'Where untrusted content came from: `web`, `document`, `connection` or `tool`.' }),
  ),
  route: Nullable(ModelRoute),
});

export const JobModel = Type.Object({
  model: Type.String({ examples: ['gpt-4.1-2025-04-14'] }),
  provider: Type.String({ examples: ['openai'] }),
  key: Type.Enum(['house', 'organization'], { description: 'Whose key was used.' }),
  lane: Type.Enum(['normal', 'batch']),
  reason: Nullable(
    Type.String({
      description:
        'Why it was asked in place of `instead_of`: `outage`, `rate_limit`, `refusal`, `too_long`, `budget` or `untrusted`. `late`: an answer of the batch lane that came when the job had gone on without it; it is paid and not used.',
    }),
  ),
  instead_of: Nullable(Type.String({ description: 'The model that the configuration names.' })),
  succeeded: Type.Boolean(),
  cost: Type.Number(),
  input_tokens: Nullable(Type.Integer()),
  cached_tokens: Nullable(Type.Integer()),
  output_tokens: Nullable(Type.Integer()),
  first_token_ms: Nullable(Type.Integer({ description: 'Of a streamed answer.' })),
  ms: Type.Integer(),
});

export const PostActionDelivery = Type.Object({
  id: Uuid,
  name: Type.String({ examples: ['Store the result'] }),
  connection_id: Uuid,
  operation: Type.String({ examples: ['put_object'] }),
  status: Type.Enum(['pending', 'succeeded', 'failed']),
  attempts: Type.Integer(),
  message: Nullable(Type.String({ description: 'Message of the last attempt.' })),
  next_attempt_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
});
export type PostActionDelivery = Static<typeof PostActionDelivery>;

export const JobView = Type.Object({
  ...jobSummary,
  metadata: JsonObject,
  agent_id: Uuid,
  agent_version_id: Uuid,
  outputs: Type.Array(OutputItem),
  partial_outputs: Type.Array(OutputItem, {
    description: 'What a failed job had found. `trust` has the marks of these values. It is not a result.',
  }),
  trust: Nullable(Trust),
  cost: Type.Number(),
  input_tokens: Nullable(Type.Integer()),
  output_tokens: Nullable(Type.Integer()),
  error_message: Nullable(Type.String()),
  error: Nullable(JobError),
  policy_version_id: Nullable(Uuid),
  attempt: Type.Integer({
    description: 'Attempts that count so far. A wait gives its attempt back until the job continues.',
  }),
  origin: Type.String(),
  batch_id: Nullable(Uuid),
  retried_from: Nullable(Uuid),
  trace_id: Nullable(
    Type.String({
      description:
        'The trace of the job: that of the `traceparent` header of its request, or a new one if the server exports traces.',
      examples: ['0af7651916cd43dd8448eb211c80319c'],
    }),
  ),
  trace_url: Nullable(
    Type.String({ description: "The trace in the operator's tool (`ERRAND_TRACE_URL`). Null if there is none." }),
  ),
  retried_as: Type.Array(Uuid, { description: 'Reruns of this job, newest first, at most 10.' }),
  next_attempt_at: Nullable(
    Type.String({ format: 'date-time', description: 'When the next attempt is due. Null if there is none.' }),
  ),
  waiting: Nullable(Wait),
  cache: Type.Object({ hit: Type.Boolean(), reason: Type.String() }),
  steps: Type.Array(JobStep),
  models: Type.Array(JobModel, { description: 'Requests to models, in the order in which they ended.' }),
  substituted: Type.Boolean({ description: 'Whether a model answered in place of the one that the agent names.' }),
  hold: Nullable(Hold),
  post_actions: Type.Array(PostActionDelivery, {
    description: 'Post actions of the job and their outcome.',
  }),
  untrusted_content: Type.Array(Type.String(), {
    description:
      'Where untrusted content came from that the job has read, or that jobs before it read for its inputs: `web`, `document`, `connection`, `tool`, or `event`, the request to a trigger that checks no signature. The policies of connections decide what it may write afterwards.',
  }),
});

export const DeletedData = Type.Object({
  status: Type.String({ examples: ['success'] }),
  deleted_count: Type.Integer(),
  failed_count: Type.Integer(),
  blob_sanitized: Type.Boolean(),
  outputs_sanitized: Type.Boolean(),
  artifacts_deleted_count: Type.Integer(),
  artifacts_failed_count: Type.Integer(),
  certificate: Nullable(Certificate),
  errors: Nullable(Type.Array(Type.String())),
});

export const CancelledAll = Type.Object({
  task_id: Nullable(Uuid),
  targeted_count: Type.Integer(),
  note: Type.String(),
});

export const RetryBody = Type.Object({
  agent_version_id: Type.Optional(Nullable(Uuid)),
  inputs: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Input values to replace, by key. The other inputs stay.',
    }),
  ),
  model: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 200, description: 'Replaces the configured model.' })),
  ),
  from_step: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        description:
          'Number (`seq`) of a step. Steps before it are reused at no cost. This step and later steps run again, and people are asked again.',
      }),
    ),
  ),
});
