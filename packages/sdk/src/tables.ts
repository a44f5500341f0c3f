import type { Requester } from './request.ts';

export type TableColumn = { name: string; type: string };
export type Table = { name: string; columns: TableColumn[] };
export type TableDescription = {
  table_name: string;
  columns: TableColumn[];
  row_count: number | null;
  updated_at: string | null;
};
export type TablePreview = {
  table_name: string;
  columns: TableColumn[];
  rows: Record<string, unknown>[];
  row_count: number;
};
export type Upload = {
  upload_id: string;
  status: string;
  table_name: string;
  organization_id: string;
  summary: unknown;
};
export type PresignedUpload = {
  upload_id: string;
  upload_url: string;
  upload_method: string;
  headers: Record<string, string>;
  expires_at: string;
  max_bytes: number;
};

export type TableQueryResult = {
  table_query_id: string;
  status: string;
  error: string | null;
  columns: TableColumn[];
  rows: Record<string, unknown>[];
  row_count: number;
  truncated: boolean;
  execution_time_ms: number;
};

export function createTables(request: Requester) {
  const path = (name: string) => `/v1/tables/${encodeURIComponent(name)}/`;
  return {
    list: async (signal?: AbortSignal) =>
      (await request<{ results: Table[]; total: number }>('GET', '/v1/tables/', { signal })).results,
    describe: (name: string, signal?: AbortSignal) =>
      request<TableDescription>('GET', `${path(name)}describe/`, { signal }),
    preview: (name: string, limit = 50, signal?: AbortSignal) =>
      request<TablePreview>('GET', `${path(name)}preview/`, { query: { limit }, signal }),
    delete: (name: string) => request<void>('DELETE', path(name)),
    /** One SELECT over the tables; its result is asked for by id. */
    query: (sql: string, limit?: number) =>
      request<{ table_query_id: string }>('POST', '/v1/tables/query/', { body: { sql, ...(limit && { limit }) } }),
    queryResult: (id: string, signal?: AbortSignal) =>
      request<TableQueryResult>('GET', `/v1/tables/query/${encodeURIComponent(id)}/result/`, { signal }),
    /** For files of any size: put the bytes at `upload_url`, then complete. */
    startUpload: (upload: { table_name: string; filename: string; content_type: string; with_headers: boolean }) =>
      request<PresignedUpload>('POST', '/v1/tables/upload/presigned-url/', { body: upload }),
    completeUpload: (id: string) => request<Upload>('POST', `/v1/tables/upload/${encodeURIComponent(id)}/complete/`),
    upload: (id: string, signal?: AbortSignal) =>
      request<Upload & { error?: string | null }>('GET', `/v1/tables/upload/${encodeURIComponent(id)}/status/`, {
        signal,
      }),
  };
}
