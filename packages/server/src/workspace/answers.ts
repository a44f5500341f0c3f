import { displayName } from '#orgs/users.ts';
import { SYSTEM_SCHEMA, type SystemTable } from './model/system-table.ts';
import { wireType } from './model/wire-types.ts';
import type { QueryRow, StatementRecord } from './queries/store.ts';
import type { UploadRow } from './tables/uploads-store.ts';
import type { WorksheetRow } from './worksheets/store.ts';

// Converts database rows to API responses.

type CreatorRow = { id: number | null; email: string | null; first: string | null; last: string | null };

function creatorAnswer({ id, email, first, last }: CreatorRow) {
  if (id === null || email === null) return null;
  const names = { email, first_name: first ?? '', last_name: last ?? '' };
  return { id, ...names, display_name: displayName(names) };
}

export function queryAnswer(row: QueryRow) {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    query: row.query,
    query_task_id: row.taskId,
    query_task_status: row.status,
    error: row.error,
    ai_summary: null,
    worksheet: row.worksheet,
    organization: { id: row.orgId, name: row.orgName },
    creator: creatorAnswer({
      id: row.creatorId,
      email: row.creatorEmail,
      first: row.creatorFirstName,
      last: row.creatorLastName,
    }),
    jobs_total: row.jobsTotal,
    jobs_done: row.jobsDone,
    cost: row.cost,
    max_cost: row.maxCost,
  };
}

/**
 * The result of a statement without its rows, which are streamed as the last member. Statements carry the id of their
 * query, under which the query is read and its jobs are found.
 */
export function statementAnswer(queryId: string, record: StatementRecord, rowCount: number) {
  return {
    query: record.query,
    query_id: queryId,
    summary: {
      read_rows: record.readRows,
      read_bytes: record.readBytes,
      written_rows: record.writtenRows,
      written_bytes: record.writtenBytes,
      total_rows_to_read: record.readRows,
      result_rows: record.rows,
      result_bytes: record.bytes,
      elapsed_ns: Math.max(0, Math.round((record.endedAt - record.startedAt) * 1e9)),
      query_id: queryId,
    },
    row_count: rowCount,
    column_names: record.columns.map(({ name }) => name),
    column_types: record.columns.map(wireType),
    truncated: record.truncated,
    ...(record.agents && { agents: record.agents }),
    ...(record.reads && { connections: record.reads }),
    start_timestamp: record.startedAt,
    end_timestamp: record.endedAt,
  };
}

export function worksheetAnswer(row: WorksheetRow) {
  return {
    id: row.id,
    name: row.name,
    content: row.content,
    organization_id: row.org_id,
    creator: creatorAnswer({
      id: row.creator_id,
      email: row.creator_email,
      first: row.creator_first_name,
      last: row.creator_last_name,
    }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const uploadAnswer = (row: UploadRow) => ({
  upload_id: row.id,
  status: row.status,
  table_name: row.tableName,
  organization_id: row.orgId,
  summary: row.summary,
  error: row.error,
});

export const columnAnswers = (columns: { name: string; type: string; nullable: boolean }[]) =>
  columns.map((column) => ({ name: column.name, type: wireType(column) }));

export const systemTableAnswer = ({ name, description, columns }: SystemTable) => ({
  name: `${SYSTEM_SCHEMA}.${name}`,
  description,
  columns: columns.map((column) => ({ name: column.name, type: wireType(column), description: column.description })),
});
