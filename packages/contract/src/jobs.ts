import { type Static, Type } from 'typebox';
import { JobReview, reviewStatuses } from './reviews.ts';
import { Creator, JsonObject, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// What runs, jobs and batches look like on the wire.

const StatusCode = Type.Integer({
  minimum: 0,
  maximum: 6,
  description: '0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED.',
  examples: [3],
});

export const OutputItem = Type.Object({
  key: Type.String({ examples: ['output'] }),
  data_type: Type.String({ description: 'Media type of the value.', examples: ['text/plain'] }),
  value: Type.String({ description: 'Text; JSON is carried as JSON text.', examples: ['Hello, Ada!'] }),
  description: Type.String(),
  cost: Type.Number({ description: 'USD.' }),
});
export type OutputItem = Static<typeof OutputItem>;

export const RunBody = Type.Object(
  {
    inputs: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Input values by key; wins over the top level.' }),
    ),
    metadata: Type.Optional(
      Type.Unknown({
        description: 'A JSON object, or a text holding one. Kept on the job.',
        examples: [{ case: 'A-17' }],
      }),
    ),
    timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, description: 'Limit of one attempt, at most 7200.' })),
    max_cost: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'USD; the job stops at its next step beyond it.' }),
    ),
  },
  {
    additionalProperties: true,
    description: 'Input values by key, at the top level or under `inputs`. Files: as multipart parts, by id or by URL.',
    examples: [{ inputs: { text: 'Ada' }, metadata: { case: 'A-17' } }],
  },
);

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
  error_message: Type.Optional(Type.String({ description: 'Only for RETRY and FAILURE.' })),
});

const StoredInput = Type.Object({ key: Type.String(), value: Type.String(), data_type: Type.String() });

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
});

export const JobIdsBody = Type.Object({
  job_ids: Type.Array(Uuid, { minItems: 1, description: 'At most 1,000, unless the operator changed it.' }),
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
  count: Type.Optional(Type.Integer({ description: 'How often in a row the job waited for something outside.' })),
});

const listItem = {
  id: Uuid,
  agent_version_name: Nullable(Type.String()),
  status_events: Type.Array(StatusEventView),
  status_code: StatusCode,
  created_at: Timestamp,
  last_updated_at: Timestamp,
  duration_ms: Nullable(Type.Integer()),
  job_inputs: Type.Array(
    Type.Object({
      key: Type.String(),
      description: Type.String(),
      data_type: Type.String(),
      value: Type.String({ description: 'At most 1000 characters in lists.' }),
      file_name: Type.Optional(Type.String()),
    }),
  ),
  ui_fields: Type.Unknown(),
  evaluation: Nullable(JsonObject),
  feedback_review: Nullable(JobReview),
  creator: Nullable(Creator),
};

export const JobListItem = Type.Object({ ...listItem, metadata: Type.Record(Type.String(), Type.String()) });
export const JobPage = Page(JobListItem);

export const jobOrderings = [
  'id',
  'agent_version_name',
  'status_code',
  'created_at',
  'last_updated_at',
  'cost',
  'duration',
  'grader_score',
] as const;

export const JobListQuery = Type.Object({
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Only the newest N jobs are considered; 0: all. Default 100000.',
    }),
  ),
  created_from: Type.Optional(Type.String({ format: 'date-time', description: 'Accepted at this time or later.' })),
  created_to: Type.Optional(Type.String({ format: 'date-time', description: 'Accepted at this time or earlier.' })),
  status_code: Type.Optional(
    Type.String({
      pattern: '^ *[0-6] *(, *[0-6] *)*$',
      description: 'One code from 0 to 6, or several with commas between them.',
    }),
  ),
  version_name: Type.Optional(Type.String({ description: 'Name of the version that ran.' })),
  job_id: Type.Optional(Type.String({ description: 'An id or its beginning.' })),
  job_inputs: Type.Optional(Type.String({ description: 'Part of any input value.' })),
  metadata: Type.Optional(
    Type.String({
      description:
        'A JSON object whose pairs all match (a text also a number or boolean that reads like it), or part of the stored JSON.',
    }),
  ),
  exclude_metadata: Type.Optional(Type.String({ description: 'Leaves out what `metadata` would find.' })),
  search: Type.Optional(Type.String({ description: 'Part of id, version name, inputs or metadata.' })),
  semantic_string: Type.Optional(Type.String({ description: 'Like `search`; both have to match.' })),
  verdict: Type.Optional(Type.String({ description: 'The verdict of the output.' })),
  review_status: Type.Optional(
    Type.Enum([...reviewStatuses], { description: 'pending: there is a verdict that nobody has reviewed.' }),
  ),
  ordering: Type.Optional(
    Type.String({ description: `Comma list out of ${jobOrderings.join(', ')}, each with - to reverse.` }),
  ),
});

const { page: _page, limit: _limit, ordering: _ordering, page_size, ...filters } = JobListQuery.properties;

export const AllJobsQuery = Type.Object({
  ...filters,
  page_size,
  cursor: Type.Optional(
    Type.String({ format: 'uuid', description: '`next_cursor` of the page before: goes on with older jobs.' }),
  ),
  after: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only jobs that are newer than this one: what came since then.' }),
  ),
  ids: Type.Optional(
    Type.Array(Type.String({ format: 'uuid' }), { maxItems: 100, description: 'Of these jobs only: to look again.' }),
  ),
  agent_id: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { description: 'Jobs of these agents.' })),
  agent_version_id: Type.Optional(Type.String({ format: 'uuid', description: 'Jobs of this version.' })),
  batch_id: Type.Optional(Type.String({ format: 'uuid', description: 'Jobs of this batch.' })),
  policy_version_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Jobs that were accepted with this version of a policy.' }),
  ),
  cost_min: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000, description: 'USD, inclusive.' })),
  cost_max: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000, description: 'USD, inclusive.' })),
});

const { cursor: _cursor, after: _after, ids: _ids, page_size: _size, ...facetFilters } = AllJobsQuery.properties;
export const JobFacetsQuery = Type.Object(facetFilters);

const Facet = Type.Array(
  Type.Object({
    value: Type.String({ description: 'What the filter takes.' }),
    label: Type.String({ description: 'For people: the name of an agent.' }),
    count: Type.Integer(),
  }),
  { description: 'The most frequent values, at most 20.' },
);

export const JobFacets = Type.Object({
  counted: Type.Integer({ description: 'Jobs that fit the filters.' }),
  searched_to: Nullable(
    Type.String({ format: 'date-time', description: 'Older jobs than this were not looked at. Null: all were.' }),
  ),
  status: Facet,
  agent: Facet,
  version: Facet,
  verdict: Facet,
  review: Facet,
});

export const AllJobsPage = Type.Object({
  results: Type.Array(
    Type.Object({
      ...listItem,
      metadata: Type.Record(Type.String(), Type.String()),
      agent_id: Uuid,
      agent_name: Type.String(),
      agent_version_id: Uuid,
      cost: Type.Number({ description: 'USD.' }),
      input_tokens: Nullable(Type.Integer()),
      output_tokens: Nullable(Type.Integer()),
      error_message: Nullable(Type.String()),
      attempt: Type.Integer(),
      origin: Type.String(),
      batch_id: Nullable(Uuid),
      retried_from: Nullable(Uuid),
    }),
  ),
  next_cursor: Nullable(
    Type.String({ format: 'uuid', description: 'Null: there are no older jobs. A page may be short and go on.' }),
  ),
  searched_to: Nullable(
    Type.String({
      format: 'date-time',
      description: 'With filters: how far back this page looked. Null: all the way.',
    }),
  ),
  total: Nullable(Type.Integer({ description: 'All jobs of agents that exist; null with filters.' })),
});

export const JobStep = Type.Object({
  key: Type.String(),
  seq: Type.Integer({ description: 'Its place in the order in which steps ended.' }),
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
});

export const JobView = Type.Object({
  ...listItem,
  metadata: JsonObject,
  agent_id: Uuid,
  agent_version_id: Uuid,
  outputs: Type.Array(OutputItem),
  cost: Type.Number(),
  input_tokens: Nullable(Type.Integer()),
  output_tokens: Nullable(Type.Integer()),
  error_message: Nullable(Type.String()),
  policy_version_id: Nullable(Uuid),
  attempt: Type.Integer(),
  origin: Type.String(),
  batch_id: Nullable(Uuid),
  retried_from: Nullable(Uuid),
  retried_as: Type.Array(Uuid, { description: 'Jobs that ran this one again, newest first; at most 10.' }),
  next_attempt_at: Nullable(
    Type.String({ format: 'date-time', description: 'When a job that is to be tried again is due; null otherwise.' }),
  ),
  cache: Type.Object({ hit: Type.Boolean(), reason: Type.String() }),
  steps: Type.Array(JobStep),
});

export const DeletedData = Type.Object({
  status: Type.String({ examples: ['success'] }),
  deleted_count: Type.Integer(),
  failed_count: Type.Integer(),
  blob_sanitized: Type.Boolean(),
  outputs_sanitized: Type.Boolean(),
  artifacts_deleted_count: Type.Integer(),
  artifacts_failed_count: Type.Integer(),
  errors: Nullable(Type.Array(Type.String())),
});

export const CancelledAll = Type.Object({
  task_id: Nullable(Uuid),
  targeted_count: Type.Integer(),
  note: Type.String(),
});

export const RetryBody = Type.Object({ agent_version_id: Type.Optional(Nullable(Uuid)) });

export const BatchBody = Type.Object(
  {
    inputs: Type.Array(JsonObject, { minItems: 1, description: 'At most 10,000, unless the operator changed it.' }),
    name: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    metadata: Type.Optional(Type.Unknown()),
    max_cost: Type.Optional(
      Nullable(
        Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, description: 'USD; beyond it no further row starts.' }),
      ),
    ),
    agent_version_id: Type.Optional(Nullable(Uuid)),
  },
  { examples: [{ name: 'Friday', inputs: [{ text: 'Ada' }, { text: 'Grace', metadata: { row: 2 } }], max_cost: 5 }] },
);

export const Batch = Type.Object({
  id: Uuid,
  agent_id: Uuid,
  name: Type.String(),
  total: Type.Integer(),
  counts: Type.Object({
    pending: Type.Integer(),
    started: Type.Integer(),
    retry: Type.Integer(),
    success: Type.Integer(),
    failure: Type.Integer(),
    cancelled: Type.Integer(),
    cached: Type.Integer(),
  }),
  cost: Type.Number(),
  max_cost: Nullable(Type.Number()),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
  eta_seconds: Nullable(Type.Number()),
});
export const BatchPage = Page(Batch);

export const UsageQuery = Type.Object({
  bucket: Type.Optional(Type.Enum(['hour', 'day'], { description: 'Default day.' })),
  created_from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Default: 30 days before created_to, one day by hour.' }),
  ),
  created_to: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now.' })),
});

export const Usage = Type.Object({
  bucket: Type.Enum(['hour', 'day']),
  created_from: Timestamp,
  created_to: Timestamp,
  counted_from: Nullable(
    Type.String({ format: 'date-time', description: 'Older jobs of this time were not counted: more than a million.' }),
  ),
  results: Type.Array(
    Type.Object({
      starts_at: Timestamp,
      agent_id: Uuid,
      agent_name: Type.String(),
      jobs: Type.Integer({ description: 'Accepted, whatever became of them.' }),
      succeeded: Type.Integer(),
      cached: Type.Integer(),
      failed: Type.Integer(),
      cancelled: Type.Integer(),
      cost: Type.Number({ description: 'USD.' }),
      input_tokens: Type.Number(),
      output_tokens: Type.Number(),
      duration_p50_ms: Nullable(Type.Number({ description: 'Of jobs that ran to an end.' })),
      duration_p95_ms: Nullable(Type.Number()),
    }),
  ),
});
