import { Type } from 'typebox';
import { Download } from './content.ts';
import { Nullable, Timestamp, Uuid } from './values.ts';
import { SqlText, TaskStatus } from './workspace.ts';

// Tables, their uploads and their queries on the wire.

export const TableColumn = Type.Object({ name: Type.String(), type: Type.String({ examples: ['Nullable(Int64)'] }) });
const Row = Type.Record(Type.String(), Type.Unknown());

export const Table = Type.Object({ name: Type.String(), columns: Type.Array(TableColumn) });
export const SystemTable = Type.Object({
  name: Type.String({ examples: ['errand.jobs'] }),
  description: Type.String(),
  columns: Type.Array(Type.Object({ ...TableColumn.properties, description: Type.String() })),
});
export const TableList = Type.Object({
  results: Type.Array(Table),
  total: Type.Integer(),
  system: Type.Array(SystemTable, {
    description: 'System tables with the jobs of the database and the archive.',
  }),
});

export const TableDescription = Type.Object({
  table_name: Type.String(),
  columns: Type.Array(TableColumn),
  row_count: Nullable(Type.Integer()),
  updated_at: Nullable(Timestamp),
});

export const TablePreview = Type.Object({
  table_name: Type.String(),
  columns: Type.Array(TableColumn),
  rows: Type.Array(Row),
  row_count: Type.Integer({ description: 'Rows in this response.' }),
});
export const PreviewQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 50, description: 'Default 3.' })),
});

const onBadRows = Type.Enum(['text', 'reject', 'stop'], {
  description:
    'What to do with rows of a CSV or XLSX file that do not fit the types of their columns. text: the columns become text (default). reject: the rows are left out and kept as CSV. stop: nothing is imported.',
});

export const TableUploadForm = Type.Object({
  file: Type.Unsafe<Uint8Array>({
    type: 'string',
    format: 'binary',
    description: 'CSV, Parquet, JSON lines or XLSX, detected from the content.',
  }),
  table_name: Type.String({ minLength: 1, maxLength: 128 }),
  with_headers: Type.Optional(
    Type.Boolean({ description: 'Whether the first line of a CSV names the columns. Default: true.' }),
  ),
  on_bad_rows: Type.Optional(onBadRows),
  organization_id: Type.Optional(Uuid),
});

const BadColumn = Type.Object({
  column: Type.String({ examples: ['amount'] }),
  type: Type.String({ description: 'The type of its other values.', examples: ['DOUBLE'] }),
  bad_values: Type.Integer({ description: 'Values of the whole file that do not have this type.', examples: [13] }),
  examples: Type.Array(
    Type.Object({ row: Type.Integer({ examples: [5] }), value: Type.String({ examples: ['n/a'] }) }),
  ),
});

const ImportSummary = Nullable(
  Type.Object({
    written_rows: Type.Integer(),
    rejected_rows: Type.Optional(Type.Integer({ description: 'Rows that were left out, with on_bad_rows=reject.' })),
    bad_columns: Type.Optional(
      Type.Array(BadColumn, {
        description:
          'Columns with values that do not fit the others. They are text now, unless their rows were rejected.',
      }),
    ),
  }),
);

export const TableUploaded = Type.Object({
  table_name: Type.String(),
  organization_id: Uuid,
  summary: ImportSummary,
  rejected_csv: Type.Optional(Type.String({ description: 'The rows that were left out, as CSV.' })),
});

export const RejectedRows = Download('The rows that were left out.', {
  'text/csv': 'row,does_not_fit,amount\r\n5,amount,n/a',
});

export const UploadCompleteBody = Type.Object({ on_bad_rows: Type.Optional(onBadRows) }, { description: 'Optional.' });

export const PresignBody = Type.Object(
  {
    table_name: Type.String({ minLength: 1, maxLength: 128 }),
    filename: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
    content_type: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    with_headers: Type.Optional(Nullable(Type.Boolean())),
    organization_id: Type.Optional(Nullable(Uuid)),
  },
  { examples: [{ table_name: 'tickets', filename: 'tickets.csv', content_type: 'text/csv', with_headers: true }] },
);

export const Presigned = Type.Object({
  upload_id: Uuid,
  upload_url: Type.String(),
  upload_method: Type.String({ examples: ['PUT'] }),
  headers: Type.Record(Type.String(), Type.String()),
  expires_at: Timestamp,
  max_bytes: Type.Integer({ examples: [2_147_483_648] }),
});

export const UploadState = Type.Object({
  upload_id: Uuid,
  status: Type.String({
    description:
      'PENDING, IMPORTING, COMPLETED, FAILED, or STOPPED: some rows do not fit. Then call complete again with another on_bad_rows.',
    examples: ['COMPLETED'],
  }),
  table_name: Type.String(),
  organization_id: Uuid,
  summary: ImportSummary,
  error: Nullable(Type.String()),
});

export const TableQueryBody = Type.Object(
  {
    sql: SqlText,
    limit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1_000, description: 'Rows. Default 1000.' }))),
  },
  { examples: [{ sql: 'SELECT 1 AS one', limit: 10 }] },
);
export const TableQueryAccepted = Type.Object({ table_query_id: Uuid, status: TaskStatus, created_at: Timestamp });
export const TableQueryResult = Type.Object({
  table_query_id: Uuid,
  status: TaskStatus,
  error: Nullable(Type.String()),
  columns: Type.Array(TableColumn),
  rows: Type.Array(Row),
  row_count: Type.Integer(),
  truncated: Type.Boolean(),
  execution_time_ms: Type.Number(),
});
