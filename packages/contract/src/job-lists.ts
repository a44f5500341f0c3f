import { Type } from 'typebox';
import { displayStatuses } from './job-status.ts';
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
        'With filters or another order: number of archived jobs of the agent that this list did not search. The list of all jobs and SQL search them.',
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
        'A job query. Terms are for example `status:failure`, `-model:small`, `cost:>0.5`, `output.total:>500` and `since:24h`, or plain words.',
      examples: ['status:failure cost:>0.5 metadata.case:A-17 since:24h'],
    }),
  ),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Consider only the newest N jobs; 0 means all. Default: 100000.',
    }),
  ),
  created_from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only jobs accepted at this time or later.' }),
  ),
  created_to: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only jobs accepted at this time or earlier.' }),
  ),
  status_code: Type.Optional(
    Type.String({
      pattern: '^ *[0-6] *(, *[0-6] *)*$',
      description: 'One code from 0 to 6, or several separated by commas.',
    }),
  ),
  display_status: Type.Optional(
    Type.String({
      pattern: `^(${displayStatuses.join('|')})(,(${displayStatuses.join('|')}))*$`,
      description: `One state or several separated by commas: ${displayStatuses.join(', ')}.`,
      examples: ['waiting'],
    }),
  ),
  version_name: Type.Optional(Type.String({ description: 'Name of the version that ran.' })),
  job_id: Type.Optional(Type.String({ description: 'An id or the start of an id.' })),
  job_inputs: Type.Optional(Type.String({ description: 'Part of any input value.' })),
  metadata: Type.Optional(
    Type.String({
      description:
        'A JSON object whose pairs must all match (text also matches a number or boolean that is written the same), or part of the stored JSON.',
    }),
  ),
  exclude_metadata: Type.Optional(Type.String({ description: 'Excludes jobs that `metadata` would match.' })),
  search: Type.Optional(Type.String({ description: 'Part of id, version name, inputs or metadata.' })),
  semantic_string: Type.Optional(Type.String({ description: 'Like `search`. Jobs must match both.' })),
  verdict: Type.Optional(Type.String({ description: 'The verdict of the output.' })),
  review_status: Type.Optional(
    Type.Enum([...reviewStatuses], { description: '`pending`: the job has a verdict but no review.' }),
  ),
  review_state: Type.Optional(
    Type.Enum([...reviewStates], { description: '`unreviewed`: the job has no review, with or without a verdict.' }),
  ),
  needs_review: Type.Optional(
    Type.Boolean({ description: 'If true, only jobs with values that a person should check.' }),
  ),
  ordering: Type.Optional(
    Type.String({ description: `Comma-separated list of ${jobOrderings.join(', ')}. A leading - reverses an order.` }),
  ),
});

const { page: _page, limit: _limit, ordering: _ordering, page_size, ...filters } = JobListQuery.properties;

export const AllJobsQuery = Type.Object({
  ...filters,
  page_size,
  cursor: Type.Optional(
    Type.String({ format: 'uuid', description: '`next_cursor` of the previous page. Continues with older jobs.' }),
  ),
  after: Type.Optional(Type.String({ format: 'uuid', description: 'Only jobs newer than this job.' })),
  ids: Type.Optional(
    Type.Array(Type.String({ format: 'uuid' }), {
      maxItems: 100,
      description: 'Only these jobs, for example to refresh them.',
    }),
  ),
  columns: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: 8,
      description:
        'Paths such as `output.total`, `input.text` or `metadata.case`. Each job then includes these values.',
      examples: [['output.total', 'metadata.case']],
    }),
  ),
  agent_id: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { description: 'Only jobs of these agents.' })),
  agent_version_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only jobs of this version.' })),
  batch_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only jobs of this batch.' })),
  policy_version_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only jobs accepted with this policy version.' }),
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
    Type.String({
      format: 'date-time',
      description: 'Jobs older than this were not searched. Null: all jobs were searched.',
    }),
  ),
  status: Facet,
  display_status: Facet,
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
      description:
        'The values of the requested columns as text, at most 1000 characters each. Null if the job has no such value.',
    }),
  ),
});

export const AllJobsPage = Type.Object({
  results: Type.Array(AnyJob),
  next_cursor: Nullable(
    Type.String({
      format: 'uuid',
      description: 'Null if there are no older jobs. A short page may still have a next page.',
    }),
  ),
  searched_to: Nullable(
    Type.String({
      format: 'date-time',
      description: 'With filters: how far back this page searched. Null: it searched all jobs.',
    }),
  ),
  total: Nullable(Type.Integer({ description: 'Number of jobs of existing agents. Null with filters.' })),
});

export const JobSummaryQuery = Type.Object({
  ...facetFilters,
  buckets: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'Number of equal parts of the period. Default: 60.' }),
  ),
});

export const JobSummary = Type.Object({
  count: Type.Integer({ description: 'Number of matching jobs. If `complete` is false, there are more.' }),
  cost: Type.Number({ description: 'Total cost of these jobs in USD.' }),
  p95_ms: Nullable(
    Type.Number({
      description:
        '95th percentile of the time from creation to end of jobs in the period that succeeded without the cache. Accurate to 2.5 %.',
    }),
  ),
  complete: Type.Boolean({
    description: 'False if jobs before `searched_to` were not searched, or are archived and not counted.',
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
    { description: 'The period in equal parts, oldest first. Empty parts are omitted. Default: the last 7 days.' },
  ),
});

export const JobSuggestionsQuery = Type.Object({
  q: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'The job query typed so far.', examples: ['status:fa'] }),
  ),
  at: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_000, description: 'Position of the cursor. Default: the end.' }),
  ),
});

export const JobSuggestions = Type.Object({
  from: Type.Integer({ description: 'Start of the text that a suggestion replaces.' }),
  to: Type.Integer({ description: 'End of the text that a suggestion replaces.' }),
  suggestions: Type.Array(
    Type.Object({
      text: Type.String({ examples: ['status:failure'] }),
      about: Type.String({ description: 'What the suggestion means, or where it was found.' }),
    }),
  ),
});

/** The filter of a saved list of jobs. */
export const JobViewFilter = Type.Object({
  id: Uuid,
  name: Type.String(),
  search: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The filters as they appear in the console URL.',
  }),
  shared: Type.Boolean({ description: 'If true, everyone in the organization sees the view.' }),
  mine: Type.Boolean(),
  creator: Nullable(Type.String({ description: 'E-mail of the person who saved the view.' })),
  created_at: Timestamp,
});

export const JobViewBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  search: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The filters, such as `q`. At most 10,000 characters of JSON.',
    examples: [{ q: 'status:failure since:24h', columns: 'output.total' }],
  }),
  shared: Type.Optional(Type.Boolean({ description: 'Default false.' })),
});
