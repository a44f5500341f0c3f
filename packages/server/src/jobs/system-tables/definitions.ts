import { succeededStatuses } from '@errand/contract/job-status.ts';

// The system tables `errand.…` of SQL queries: their columns, and how each is computed from stored rows. One definition
// serves rows of the database and of the archive.

export const rowKinds = ['jobs', 'steps', 'deliveries'] as const;
export type RowKind = (typeof rowKinds)[number];

export type ColumnDefinition = {
  name: string;
  type: string;
  description: string;
  /** An expression of the SQL engine. `j`, `s` and `d` are rows of jobs, steps and deliveries. */
  sql: string;
  /** The stored columns that it needs, as kind.column. */
  needs: string[];
};

export type TableDefinition = {
  name: string;
  description: string;
  /** The FROM clause, with the kinds as `$jobs`, `$steps`, `$deliveries`. */
  from: string;
  kinds: RowKind[];
  /** The stored columns that `from` itself needs. */
  needs: string[];
  columns: ColumnDefinition[];
};

const column = (name: string, type: string, sql: string, needs: string, description: string): ColumnDefinition => ({
  name,
  type,
  sql,
  needs: needs.split(' ').filter((one) => one !== ''),
  description,
});

const plain = (kind: RowKind, stored: string, type: string, description: string, name = stored): ColumnDefinition =>
  column(name, type, `${kind[0]}."${stored}"`, `${kind}.${stored}`, description);

/** The time in an id, in milliseconds: when its job was accepted. */
const acceptedAt = (id: string): string =>
  `make_timestamp_ms(cast('0x' || replace(left(${id}, 13), '-', '') as bigint))`;

const STATUS = `case coalesce(j.result_status, j.queue_status) when 0 then 'pending' when 1 then 'started' when 2 then 'retry'
  when 3 then 'success' when 4 then 'failure' when 5 then 'cancelled' when 6 then 'cached' end`;

/** Only rows of the database have a queue row; `queue_state` is its state as people see it. */
const DISPLAY = `case j.result_status when 3 then 'succeeded' when 6 then 'succeeded' when 4 then 'failed'
  when 5 then 'cancelled' else j.queue_state end`;

/** Null instead of text that the SQL engine does not accept as JSON, which would fail the statement. */
const validJson = (text: string): string => `(case when json_valid(${text}) then ${text} end)`;

const jobColumns: ColumnDefinition[] = [
  plain('jobs', 'id', 'VARCHAR', 'id of the job'),
  plain('jobs', 'agent_id', 'VARCHAR', 'its agent'),
  plain('jobs', 'version_id', 'VARCHAR', 'the version of the agent that ran', 'agent_version_id'),
  column(
    'status',
    'VARCHAR',
    STATUS,
    'jobs.result_status jobs.queue_status',
    '`pending`, `started`, `retry`, `success`, `failure`, `cancelled` or `cached`',
  ),
  column(
    'display_status',
    'VARCHAR',
    DISPLAY,
    'jobs.result_status jobs.queue_state',
    '`queued`, `running`, `waiting`, `retrying`, `succeeded`, `failed` or `cancelled`',
  ),
  column(
    'created_at',
    'TIMESTAMP',
    acceptedAt('j.id'),
    'jobs.id',
    'when it was accepted, in UTC; a condition on it makes a query fast',
  ),
  plain('jobs', 'result_finished_at', 'TIMESTAMP', 'when it ended; null before that', 'finished_at'),
  plain('jobs', 'result_duration_ms', 'BIGINT', 'duration in milliseconds', 'duration_ms'),
  plain('jobs', 'result_cost', 'DECIMAL(20, 8)', 'USD', 'cost'),
  plain('jobs', 'result_input_tokens', 'BIGINT', 'tokens that models read', 'input_tokens'),
  plain('jobs', 'result_output_tokens', 'BIGINT', 'tokens that models wrote', 'output_tokens'),
  plain('jobs', 'result_attempt', 'BIGINT', 'how many attempts it took', 'attempt'),
  plain('jobs', 'result_error_code', 'VARCHAR', 'code of the failure in the error catalogue', 'error_code'),
  plain('jobs', 'result_error_message', 'VARCHAR', 'message of the failure', 'error_message'),
  column(
    'verdict',
    'VARCHAR',
    `${validJson('j.result_ui_fields')} ->> '$.verdict'`,
    'jobs.result_ui_fields',
    'verdict of an investigation',
  ),
  plain('jobs', 'result_needs_review', 'BOOLEAN', 'whether a value is not trusted', 'needs_review'),
  plain('jobs', 'origin', 'VARCHAR', 'how it was started: `api`, `ui`, `sql`, `schedule`, …'),
  plain('jobs', 'batch_id', 'VARCHAR', 'its batch'),
  plain('jobs', 'retried_from', 'VARCHAR', 'the job that it repeats'),
  plain('jobs', 'creator_id', 'BIGINT', 'the user who started it'),
  plain('jobs', 'inputs', 'VARCHAR', 'JSON: `[{"key", "value"}]`'),
  plain('jobs', 'metadata', 'VARCHAR', 'JSON object'),
  column('archived', 'BOOLEAN', 'j.archived', '', 'whether it was read from the archive'),
];

const jobs: TableDefinition = {
  name: 'jobs',
  description: 'one row per job',
  from: '$jobs j',
  kinds: ['jobs'],
  needs: [],
  columns: jobColumns,
};

const item = (member: string): string => `o.item ->> '$.${member}'`;

const outputs: TableDefinition = {
  name: 'outputs',
  description: 'one row per output of a successful job',
  // Parsed once, and not carried along: an output may be large.
  from: `(select * exclude (items), unnest(items) as item, generate_subscripts(items, 1) as place from (
    select * exclude (result_outputs), from_json(${validJson('result_outputs')}, '["json"]') as items
    from $jobs where result_status in (${succeededStatuses.join(', ')})) parsed) o`,
  kinds: ['jobs'],
  needs: ['jobs.result_outputs', 'jobs.result_status'],
  columns: [
    column('job_id', 'VARCHAR', 'o.id', 'jobs.id', 'the job'),
    column('agent_id', 'VARCHAR', 'o.agent_id', 'jobs.agent_id', 'its agent'),
    column('created_at', 'TIMESTAMP', acceptedAt('o.id'), 'jobs.id', 'when the job was accepted'),
    column('position', 'BIGINT', 'o.place', '', 'position among the outputs, from 1'),
    column('key', 'VARCHAR', item('key'), '', 'name of the output'),
    column('data_type', 'VARCHAR', item('data_type'), '', 'media type of the value'),
    column('value', 'VARCHAR', item('value'), '', 'text; JSON as JSON text'),
    column('archived', 'BOOLEAN', 'o.archived', '', 'whether it was read from the archive'),
  ],
};

const stepColumns: ColumnDefinition[] = [
  plain('steps', 'job_id', 'VARCHAR', 'the job'),
  column('created_at', 'TIMESTAMP', acceptedAt('s.job_id'), 'steps.job_id', 'when the job was accepted'),
  plain('steps', 'seq', 'BIGINT', 'position in the order in which steps ended'),
  plain('steps', 'key', 'VARCHAR', 'its key in the journal'),
  plain('steps', 'kind', 'VARCHAR', 'kind of step'),
  plain('steps', 'name', 'VARCHAR', 'what it did'),
  plain('steps', 'model', 'VARCHAR', 'the model that it called'),
  plain('steps', 'status', 'VARCHAR', '`succeeded` or `failed`'),
  plain('steps', 'started_at', 'TIMESTAMP', 'when it started, in UTC'),
  plain('steps', 'duration_ms', 'BIGINT', 'duration in milliseconds'),
  plain('steps', 'input_tokens', 'BIGINT', 'tokens read'),
  plain('steps', 'output_tokens', 'BIGINT', 'tokens written'),
  plain('steps', 'cached_input_tokens', 'BIGINT', 'tokens read from the cache of the provider'),
  plain('steps', 'cost', 'DECIMAL(20, 8)', 'USD'),
  plain('steps', 'error', 'VARCHAR', 'error of a failed step'),
  plain('steps', 'reused_from', 'VARCHAR', 'the job whose recorded result it reuses'),
  column('archived', 'BOOLEAN', 's.archived', '', 'whether it was read from the archive'),
];

const steps: TableDefinition = {
  name: 'steps',
  description: 'one row per recorded step of a job',
  from: '$steps s',
  kinds: ['steps'],
  needs: [],
  columns: stepColumns,
};

/** The cost of models from their steps, and the rest of each job's cost. The sum is the cost of the jobs. */
const COSTS = `(
  select id as job_id, agent_id, result_finished_at as finished_at, archived, cast(null as varchar) as model, cast(0 as bigint) as calls,
    cast(result_cost - coalesce((select sum(cost) from $steps x where x.job_id = y.id and x.model is not null), 0) as decimal(20, 8)) as cost,
    cast(0 as bigint) as input_tokens, cast(0 as bigint) as output_tokens
  from $jobs y where result_status is not null
  union all
  select s.job_id, first(j.agent_id), first(j.result_finished_at), first(j.archived), s.model, count(*),
    cast(sum(s.cost) as decimal(20, 8)), cast(coalesce(sum(s.input_tokens), 0) as bigint),
    cast(coalesce(sum(s.output_tokens), 0) as bigint)
  from $steps s join $jobs j on j.id = s.job_id
  where s.model is not null and j.result_status is not null group by s.job_id, s.model) c`;

const costs: TableDefinition = {
  name: 'costs',
  description:
    'cost of ended jobs: one row per job and model, and one without a model for the rest; the sum is the cost of the jobs',
  from: COSTS,
  kinds: ['jobs', 'steps'],
  needs: [
    'jobs.id',
    'jobs.agent_id',
    'jobs.result_status',
    'jobs.result_finished_at',
    'jobs.result_cost',
    'steps.job_id',
    'steps.model',
    'steps.cost',
    'steps.input_tokens',
    'steps.output_tokens',
  ],
  columns: [
    column('job_id', 'VARCHAR', 'c.job_id', '', 'the job'),
    column('agent_id', 'VARCHAR', 'c.agent_id', '', 'its agent'),
    column('created_at', 'TIMESTAMP', acceptedAt('c.job_id'), '', 'when the job was accepted'),
    column('finished_at', 'TIMESTAMP', 'c.finished_at', '', 'when the job ended'),
    column('model', 'VARCHAR', 'c.model', '', 'the model; null for everything else'),
    column('calls', 'BIGINT', 'c.calls', '', 'steps that called the model'),
    column('cost', 'DECIMAL(20, 8)', 'c.cost', '', 'USD'),
    column('input_tokens', 'BIGINT', 'c.input_tokens', '', 'tokens that the model read'),
    column('output_tokens', 'BIGINT', 'c.output_tokens', '', 'tokens that the model wrote'),
    column('archived', 'BOOLEAN', 'c.archived', '', 'whether it was read from the archive'),
  ],
};

const deliveries: TableDefinition = {
  name: 'deliveries',
  description: 'one row per webhook delivery',
  from: '$deliveries d',
  kinds: ['deliveries'],
  needs: [],
  columns: [
    plain('deliveries', 'id', 'VARCHAR', 'id of the delivery'),
    plain('deliveries', 'webhook_id', 'VARCHAR', 'the webhook'),
    plain('deliveries', 'agent_id', 'VARCHAR', 'the agent'),
    plain('deliveries', 'job_id', 'VARCHAR', 'the job; null for tests'),
    plain('deliveries', 'kind', 'VARCHAR', 'kind of event'),
    plain('deliveries', 'status', 'VARCHAR', '`pending`, `succeeded` or `failed`'),
    plain('deliveries', 'attempt', 'BIGINT', 'attempts so far'),
    plain('deliveries', 'response_status', 'BIGINT', 'HTTP status of the last answer'),
    plain('deliveries', 'error', 'VARCHAR', 'why the last attempt failed'),
    plain('deliveries', 'created_at', 'TIMESTAMP', 'when it was created, in UTC'),
    plain('deliveries', 'delivered_at', 'TIMESTAMP', 'when it was delivered, in UTC'),
    column('archived', 'BOOLEAN', 'd.archived', '', 'whether it was read from the archive'),
  ],
};

export const definitions: TableDefinition[] = [jobs, steps, outputs, costs, deliveries];
