import type { Requester } from './request.ts';
import type { Creator, Page, PageOptions } from './values.ts';

export type QueryStatus = 'PENDING' | 'STARTED' | 'RETRY' | 'SUCCESS' | 'FAILURE' | 'REVOKED';

export const isFinalQuery = (status: string | null): boolean =>
  status === 'SUCCESS' || status === 'FAILURE' || status === 'REVOKED';

export type SqlQuery = {
  id: string;
  created_at: string;
  updated_at: string;
  finished_at: string | null;
  query: string;
  query_task_id: string | null;
  query_task_status: QueryStatus | null;
  error: string | null;
  worksheet: { id: string; name: string } | null;
  creator: Creator | null;
  /** Jobs that the text started, while it runs and afterwards. */
  jobs_total: number;
  jobs_done: number;
  cost: number;
  max_cost: number | null;
};

export type StatementResult = {
  query: string;
  query_id: string;
  summary: { read_rows: number; read_bytes: number; result_rows: number; elapsed_ns: number };
  row_count: number;
  column_names: string[];
  column_types: string[];
  truncated: boolean;
  result_rows: unknown[][];
  start_timestamp: number;
  end_timestamp: number;
};

export type QueryResult = {
  worksheet_query_id: string;
  status: QueryStatus;
  results?: StatementResult[];
  error?: string | null;
};

export type Worksheet = {
  id: string;
  name: string;
  content: string;
  organization_id: string;
  creator: Creator | null;
  created_at: string;
  updated_at: string;
};

export function createDatabase(request: Requester) {
  const queryPath = (id: string) => `/v1/database/query/${encodeURIComponent(id)}/`;
  const worksheetPath = (id: string) => `/v1/database/worksheets/${encodeURIComponent(id)}/`;
  return {
    /** Starts a query and gives it back at once. */
    start: (query: { query: string; worksheet_id?: string | null; use_admin?: boolean; max_cost?: number }) =>
      request<SqlQuery>('POST', '/v1/database/query/async/', { body: query }),
    get: (id: string, signal?: AbortSignal) => request<SqlQuery>('GET', queryPath(id), { signal }),
    result: (id: string, rowsMax: number, signal?: AbortSignal) =>
      request<QueryResult>('GET', `${queryPath(id)}result/`, { query: { limit: rowsMax }, signal }),
    cancel: (id: string) => request<SqlQuery>('POST', `${queryPath(id)}cancel/`),
    /** All rows of one statement, from 1, as a file. */
    async export(id: string, statement: number, format: 'csv' | 'jsonl' | 'parquet'): Promise<Blob> {
      const response = await request.raw('GET', `${queryPath(id)}export/`, { query: { statement, format } });
      return response.blob();
    },
    history: (filter: PageOptions & { worksheet_id?: string | undefined } = {}, signal?: AbortSignal) =>
      request<Page<SqlQuery>>('GET', '/v1/database/query/', { query: filter, signal }),
    worksheets: (paging: PageOptions = {}, signal?: AbortSignal) =>
      request<Page<Worksheet>>('GET', '/v1/database/worksheets/', { query: paging, signal }),
    createWorksheet: (worksheet: { name: string; content?: string }) =>
      request<Worksheet>('POST', '/v1/database/worksheets/', { body: worksheet }),
    updateWorksheet: (id: string, changes: { name?: string; content?: string }) =>
      request<Worksheet>('PATCH', worksheetPath(id), { body: changes }),
    deleteWorksheet: (id: string) => request<void>('DELETE', worksheetPath(id)),
  };
}
