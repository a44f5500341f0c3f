// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type PresignBody = {
  table_name: string;
  filename?: string | null;
  content_type?: string | null;
  with_headers?: boolean | null;
  organization_id?: string | null;
};

export type Presigned = {
  upload_id: string;
  upload_url: string;
  upload_method: string;
  headers: Record<string, string>;
  expires_at: string;
  max_bytes: number;
};

export type PreviewQuery = {
  /** Default 3. */
  limit?: number;
};

export type SystemTable = {
  name: string;
  description: string;
  columns: {
    name: string;
    type: string;
    description: string;
  }[];
};

export type Table = {
  name: string;
  columns: TableColumn[];
};

export type TableColumn = {
  name: string;
  type: string;
};

export type TableDescription = {
  table_name: string;
  columns: TableColumn[];
  row_count: number | null;
  updated_at: string | null;
};

export type TableList = {
  results: Table[];
  total: number;
  /** System tables with the jobs of the database and the archive. */
  system: SystemTable[];
};

export type TablePreview = {
  table_name: string;
  columns: TableColumn[];
  rows: Record<string, unknown>[];
  /** Rows in this response. */
  row_count: number;
};

export type TableQueryAccepted = {
  table_query_id: string;
  /** PENDING, STARTED, RETRY, SUCCESS, FAILURE or REVOKED. */
  status: string;
  created_at: string;
};

export type TableQueryBody = {
  sql: string;
  /** Rows. Default 1000. */
  limit?: number | null;
};

export type TableQueryResult = {
  table_query_id: string;
  /** PENDING, STARTED, RETRY, SUCCESS, FAILURE or REVOKED. */
  status: string;
  error: string | null;
  columns: TableColumn[];
  rows: Record<string, unknown>[];
  row_count: number;
  truncated: boolean;
  execution_time_ms: number;
};

export type TableUploadForm = {
  /** CSV, Parquet, JSON lines or XLSX, detected from the content. */
  file: Uint8Array;
  table_name: string;
  /** Whether the first line of a CSV names the columns. Default: true. */
  with_headers?: boolean;
  /**
   * What to do with rows of a CSV or XLSX file that do not fit the types of their columns. text: the columns
   * become text (default). reject: the rows are left out and kept as CSV. stop: nothing is imported.
   */
  on_bad_rows?: 'text' | 'reject' | 'stop';
  organization_id?: string;
};

export type TableUploaded = {
  table_name: string;
  organization_id: string;
  summary: {
    written_rows: number;
    /** Rows that were left out, with on_bad_rows=reject. */
    rejected_rows?: number;
    /** Columns with values that do not fit the others. They are text now, unless their rows were rejected. */
    bad_columns?: {
      column: string;
      /** The type of its other values. */
      type: string;
      /** Values of the whole file that do not have this type. */
      bad_values: number;
      examples: {
        row: number;
        value: string;
      }[];
    }[];
  } | null;
  /** The rows that were left out, as CSV. */
  rejected_csv?: string;
};

/** Optional. */
export type UploadCompleteBody = {
  /**
   * What to do with rows of a CSV or XLSX file that do not fit the types of their columns. text: the columns
   * become text (default). reject: the rows are left out and kept as CSV. stop: nothing is imported.
   */
  on_bad_rows?: 'text' | 'reject' | 'stop';
};

export type UploadState = {
  upload_id: string;
  /**
   * PENDING, IMPORTING, COMPLETED, FAILED, or STOPPED: some rows do not fit. Then call complete again with another
   * on_bad_rows.
   */
  status: string;
  table_name: string;
  organization_id: string;
  summary: {
    written_rows: number;
    /** Rows that were left out, with on_bad_rows=reject. */
    rejected_rows?: number;
    /** Columns with values that do not fit the others. They are text now, unless their rows were rejected. */
    bad_columns?: {
      column: string;
      /** The type of its other values. */
      type: string;
      /** Values of the whole file that do not have this type. */
      bad_values: number;
      examples: {
        row: number;
        value: string;
      }[];
    }[];
  } | null;
  error: string | null;
};
