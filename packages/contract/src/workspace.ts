import { Type } from 'typebox';
import { Creator, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Worksheets and SQL queries on the wire.

export const TaskStatus = Type.String({
  description: 'PENDING, STARTED, RETRY, SUCCESS, FAILURE or REVOKED.',
  examples: ['SUCCESS'],
});

export const SqlText = Type.String({ minLength: 1, maxLength: 65_536, examples: ['SELECT count(*) FROM tickets'] });

/** How statements begin that delete or overwrite data. They need `use_admin`. */
export const destructiveSql = ['drop', 'truncate', 'delete', 'update', 'alter', 'create or replace'] as const;

export const QueryBody = Type.Object(
  {
    query: SqlText,
    worksheet_id: Type.Optional(Nullable(Uuid)),
    use_admin: Type.Optional(
      Nullable(
        Type.Boolean({
          description: 'Allows UPDATE, DELETE, TRUNCATE, ALTER, DROP and CREATE OR REPLACE; needs the role admin.',
        }),
      ),
    ),
    max_cost: Type.Optional(
      Nullable(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: 1_000_000,
          description: 'Limit in USD for the agents of the query.',
        }),
      ),
    ),
    organization_id: Type.Optional(Nullable(Uuid)),
  },
  { examples: [{ query: 'SELECT 1 AS one', use_admin: false }] },
);

const Named = Type.Object({ id: Uuid, name: Type.String() });

export const QueryObject = Type.Object({
  id: Uuid,
  created_at: Timestamp,
  updated_at: Timestamp,
  finished_at: Nullable(Timestamp),
  query: Type.String(),
  query_task_id: Nullable(Type.String()),
  query_task_status: Nullable(TaskStatus),
  error: Nullable(Type.String({ description: 'Why the query failed, or which rows got no result from their agent.' })),
  ai_summary: Type.Null(),
  worksheet: Nullable(Named),
  organization: Named,
  creator: Nullable(Creator),
  jobs_total: Type.Integer({ description: 'Jobs that the query has started.' }),
  jobs_done: Type.Integer(),
  cost: Type.Number({ description: 'Cost of its jobs in USD.' }),
  max_cost: Nullable(Type.Number()),
});
export const QueryPage = Page(QueryObject);

export const StatementResult = Type.Object({
  query: Type.String(),
  query_id: Type.String({ description: 'Id of the query that the statement belongs to.' }),
  summary: Type.Object({
    read_rows: Type.Integer(),
    read_bytes: Type.Integer(),
    written_rows: Type.Integer(),
    written_bytes: Type.Integer(),
    total_rows_to_read: Type.Integer(),
    result_rows: Type.Integer(),
    result_bytes: Type.Integer(),
    elapsed_ns: Type.Integer(),
    query_id: Type.String(),
  }),
  row_count: Type.Integer(),
  column_names: Type.Array(Type.String()),
  column_types: Type.Array(Type.String({ examples: ['Int64'] })),
  truncated: Type.Boolean({ description: 'If true, there are more rows or a value was cut.' }),
  agents: Type.Optional(
    Type.Object(
      {
        jobs: Type.Integer({ description: 'Jobs that the statement started.' }),
        failed: Type.Integer({ description: 'Calls without a result.' }),
        cost: Type.Number({ description: 'Cost so far in USD.' }),
        errors: Type.Array(
          Type.Object({
            message: Type.String({ examples: ["Required input 'text' was not supplied."] }),
            rows: Type.Integer({ description: 'Rows that are null for this reason.' }),
          }),
          { maxItems: 10 },
        ),
        failed_cells: Type.Optional(
          Type.Array(
            Type.Object({
              row: Type.Integer({ description: 'In the whole result, from 0.' }),
              column: Type.Integer(),
              job_id: Nullable(Uuid),
              error: Type.String({ examples: ["Required input 'text' was not supplied."] }),
            }),
            {
              maxItems: 500,
              description:
                'The cells that are null for these reasons, each with its job; the first 500. Empty where the statement computes with its answers, so that no cell is one of them.',
            },
          ),
        ),
      },
      { description: 'Only when the statement called agents.' },
    ),
  ),
  connections: Type.Optional(
    Type.Array(
      Type.Object({
        connection: Type.String({ examples: ['shop'] }),
        source: Type.String({ description: 'The table or query.', examples: ['orders'] }),
        rows: Type.Integer({ description: 'Rows that the other system returned.' }),
        columns: Nullable(Type.Array(Type.String(), { description: 'Requested columns. Null: all.' })),
        filters: Type.Array(Type.String({ examples: ['total > 100'] }), {
          description: 'Conditions that the other system applied.',
        }),
        limit: Nullable(Type.Integer({ description: 'Requested number of rows. Null: all that fit.' })),
      }),
      { description: 'Only when the statement read rows with connection().' },
    ),
  ),
  start_timestamp: Type.Number(),
  end_timestamp: Type.Number(),
  result_rows: Type.Array(Type.Array(Type.Unknown()), {
    description: 'Numbers, booleans and null as JSON, everything else as text.',
  }),
});

export const QueryResult = Type.Object({
  worksheet_query_id: Uuid,
  status: TaskStatus,
  error: Nullable(Type.String()),
  results: Type.Array(StatementResult),
});

export const LiveCells = Type.Object({
  column_names: Type.Array(Type.String()),
  column_types: Type.Array(Type.String()),
  rows: Type.Array(Type.Array(Type.Unknown()), { description: 'At most 200. Cells that agents fill are null here.' }),
  cells: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'From 0.' }),
      column: Type.Integer(),
      job_id: Nullable(Uuid),
      status_code: Nullable(
        Type.Integer({ description: 'Status of the job. Null if no job was started: `error` says why.' }),
      ),
      value: Nullable(Type.String({ description: 'The answer, once available.' })),
      error: Nullable(Type.String()),
    }),
  ),
  truncated: Type.Boolean(),
  note: Nullable(Type.String({ description: 'Why there are no rows.' })),
});

const rowNumber = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000_000, description });

export const ResultQuery = Type.Object({
  offset: Type.Optional(rowNumber('Rows of each statement to skip.')),
  limit: Type.Optional(rowNumber('Rows of each statement to send. Default: all.')),
});

export const QuerySubmitQuery = Type.Object({
  worksheet_id: Type.Optional(Type.String({ description: 'A UUID. Takes precedence over the body.' })),
});

export const ExportQuery = Type.Object({
  format: Type.Optional(Type.Enum(['csv', 'jsonl', 'parquet'], { description: 'Default csv.' })),
  statement: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'Number of the statement, counted from 1. Default: the last.',
    }),
  ),
  formulas: Type.Optional(
    Type.Enum(['neutralize', 'keep'], {
      description:
        'For CSV. By default, text that a spreadsheet would run as a formula (it starts with =, +, -, @, a tab or a carriage return) gets a leading apostrophe. `keep` writes text unchanged.',
    }),
  ),
});

export const QueryListQuery = Type.Object({
  worksheet_id: Type.Optional(Type.String({ format: 'uuid', description: 'Queries of this worksheet.' })),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
});

export const Worksheet = Type.Object({
  id: Uuid,
  name: Type.String(),
  content: Type.String(),
  organization_id: Uuid,
  creator: Nullable(Creator),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export const WorksheetPage = Page(Worksheet);

export const WorksheetBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    content: Type.Optional(Type.String({ maxLength: 1_000_000 })),
  },
  { examples: [{ name: 'Tickets', content: 'SELECT * FROM tickets LIMIT 10' }] },
);
export const WorksheetUpdateBody = Type.Partial(WorksheetBody, { examples: [{ name: 'Tickets of May' }] });
