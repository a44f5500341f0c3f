import { Type } from 'typebox';
import { jobSummary } from './jobs.ts';
import { reviewStates, reviewStatuses } from './reviews.ts';
import { Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Jobs of one agent by page, jobs of all agents by cursor, and their filters.

export const JobListItem = Type.Object({ ...jobSummary, metadata: Type.Record(Type.String(), Type.String()) });
export const JobPage = Type.Object({
  ...Page(JobListItem).properties,
  archived_left_out: Type.Optional(
    Type.Integer({
      description:
        'With filters or another order: archived jobs of the agent that this list did not look at. The list of all jobs and SQL do.',
    }),
  ),
});

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
  q: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description:
        'A job query: terms such as `status:failure`, `-model:small`, `cost:>0.5`, `output.total:>500`, `since:24h`, or words.',
      examples: ['status:failure cost:>0.5 metadata.case:A-17 since:24h'],
    }),
  ),
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
      description: 'One code from 0 to 6, or several separated by commas.',
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
  semantic_string: Type.Optional(Type.String({ description: 'Like `search`; both must match.' })),
  verdict: Type.Optional(Type.String({ description: 'The verdict of the output.' })),
  review_status: Type.Optional(
    Type.Enum([...reviewStatuses], { description: 'pending: there is a verdict without a review.' }),
  ),
  review_state: Type.Optional(
    Type.Enum([...reviewStates], { description: 'unreviewed: there is no review, with or without a verdict.' }),
  ),
  needs_review: Type.Optional(
    Type.Boolean({ description: 'true: only jobs with values that a person should look at.' }),
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
    Type.String({ format: 'uuid', description: '`next_cursor` of the previous page: continues with older jobs.' }),
  ),
  after: Type.Optional(Type.String({ format: 'uuid', description: 'Only jobs that are newer than this one.' })),
  ids: Type.Optional(
    Type.Array(Type.String({ format: 'uuid' }), {
      maxItems: 100,
      description: 'Only these jobs, for example to refresh them.',
    }),
  ),
  columns: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: 8,
      description: 'Paths such as `output.total`, `input.text` or `metadata.case` whose values each job brings along.',
      examples: [['output.total', 'metadata.case']],
    }),
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

const {
  cursor: _cursor,
  after: _after,
  ids: _ids,
  columns: _columns,
  page_size: _size,
  ...facetFilters
} = AllJobsQuery.properties;
export const JobFacetsQuery = Type.Object(facetFilters);

export const FacetValue = Type.Object({
  value: Type.String({ description: 'Value for the filter.' }),
  label: Type.String({ description: 'Display text, such as the name of an agent.' }),
  count: Type.Integer(),
});
const Facet = Type.Array(FacetValue, { description: 'The most frequent values, at most 20.' });

export const JobFacets = Type.Object({
  counted: Type.Integer({ description: 'Jobs that match the filters.' }),
  searched_to: Nullable(
    Type.String({ format: 'date-time', description: 'Jobs older than this were not searched. Null: all were.' }),
  ),
  status: Facet,
  agent: Facet,
  version: Facet,
  verdict: Facet,
  review: Facet,
});

/** A job in the list across agents. */
export const AnyJob = Type.Object({
  ...jobSummary,
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
  columns: Type.Optional(
    Type.Record(Type.String(), Nullable(Type.String()), {
      description: 'The values of the requested columns as text, at most 1000 characters each; null: there is none.',
    }),
  ),
});

export const AllJobsPage = Type.Object({
  results: Type.Array(AnyJob),
  next_cursor: Nullable(
    Type.String({
      format: 'uuid',
      description: 'Null: there are no older jobs. A short page may still have a next one.',
    }),
  ),
  searched_to: Nullable(
    Type.String({
      format: 'date-time',
      description: 'With filters: how far back this page searched. Null: through all jobs.',
    }),
  ),
  total: Nullable(Type.Integer({ description: 'All jobs of existing agents; null with filters.' })),
});

export const JobSummaryQuery = Type.Object({
  ...facetFilters,
  buckets: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'Into how many parts the period is divided. Default 60.' }),
  ),
});

export const JobSummary = Type.Object({
  count: Type.Integer({ description: 'Jobs that match. With `complete` false there are more.' }),
  cost: Type.Number({ description: 'USD that they cost together.' }),
  p95_ms: Nullable(
    Type.Number({
      description:
        'Of the jobs of the period that succeeded without the cache, 95 % took no longer, from creation to end. Within 2.5 %.',
    }),
  ),
  complete: Type.Boolean({
    description: 'False: the jobs before `searched_to` were not looked at, or are archived and not counted.',
  }),
  searched_to: Nullable(Type.String({ format: 'date-time' })),
  created_from: Timestamp,
  created_to: Timestamp,
  bucket_seconds: Type.Number(),
  buckets: Type.Array(
    Type.Object({
      at: Timestamp,
      jobs: Type.Integer(),
      failed: Type.Integer(),
      cost: Type.Number({ description: 'USD.' }),
      p95_ms: Nullable(Type.Number()),
    }),
    { description: 'The period in equal parts, oldest first; empty ones are left out. Default: the last 7 days.' },
  ),
});

export const JobSuggestionsQuery = Type.Object({
  q: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'A job query as far as it is written.', examples: ['status:fa'] }),
  ),
  at: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_000, description: 'Place of the cursor. Default: the end.' }),
  ),
});

export const JobSuggestions = Type.Object({
  from: Type.Integer({ description: 'A suggestion replaces the text from here …' }),
  to: Type.Integer({ description: '… to here.' }),
  suggestions: Type.Array(
    Type.Object({
      text: Type.String({ examples: ['status:failure'] }),
      about: Type.String({ description: 'What it means, or where it was found.' }),
    }),
  ),
});

/** A list of jobs that was given a name. */
export const JobViewFilter = Type.Object({
  id: Uuid,
  name: Type.String(),
  search: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The filters as the address of the console has them.',
  }),
  shared: Type.Boolean({ description: 'true: everybody in the organization sees it.' }),
  mine: Type.Boolean(),
  creator: Nullable(Type.String({ description: 'E-mail of who saved it.' })),
  created_at: Timestamp,
});

export const JobViewBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  search: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The filters, such as a `q`; at most 10,000 characters of JSON.',
    examples: [{ q: 'status:failure since:24h', columns: 'output.total' }],
  }),
  shared: Type.Optional(Type.Boolean({ description: 'Default false.' })),
});
