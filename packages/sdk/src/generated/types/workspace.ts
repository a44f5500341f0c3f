// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Creator, Page } from './values.ts';
import type { LinkedAgent } from './webhooks.ts';

export type ExportQuery = {
  /** Default csv. */
  format?: 'csv' | 'jsonl' | 'parquet';
  /** Number of the statement, counted from 1. Default: the last. */
  statement?: number;
  /**
   * For CSV. By default, text that a spreadsheet would run as a formula (it starts with =, +, -, @, a tab or a
   * carriage return) gets a leading apostrophe. `keep` writes text unchanged.
   */
  formulas?: 'neutralize' | 'keep';
};

export type LiveCells = {
  column_names: string[];
  column_types: string[];
  /** At most 200. Cells that agents fill are null here. */
  rows: unknown[][];
  cells: {
    /** From 0. */
    row: number;
    column: number;
    job_id: string | null;
    /** Status of the job. Null if no job was started: `error` says why. */
    status_code: number | null;
    /** The answer, once available. */
    value: string | null;
    error: string | null;
  }[];
  truncated: boolean;
  /** Why there are no rows. */
  note: string | null;
};

export type QueryBody = {
  query: string;
  worksheet_id?: string | null;
  /** Allows UPDATE, DELETE, TRUNCATE, ALTER, DROP and CREATE OR REPLACE; needs the role admin. */
  use_admin?: boolean | null;
  /** Limit in USD for the agents of the query. */
  max_cost?: number | null;
  organization_id?: string | null;
};

export type QueryListQuery = {
  /** Queries of this worksheet. */
  worksheet_id?: string;
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type QueryObject = {
  id: string;
  created_at: string;
  updated_at: string;
  finished_at: string | null;
  query: string;
  query_task_id: string | null;
  /** PENDING, STARTED, RETRY, SUCCESS, FAILURE or REVOKED. */
  query_task_status: string | null;
  /** Why the query failed, or which rows got no result from their agent. */
  error: string | null;
  ai_summary: null;
  worksheet: LinkedAgent | null;
  organization: LinkedAgent;
  creator: Creator | null;
  /** Jobs that the query has started. */
  jobs_total: number;
  jobs_done: number;
  /** Cost of its jobs in USD. */
  cost: number;
  max_cost: number | null;
};

export type QueryPage = Page<QueryObject>;

export type QueryResult = {
  worksheet_query_id: string;
  /** PENDING, STARTED, RETRY, SUCCESS, FAILURE or REVOKED. */
  status: string;
  error: string | null;
  results: StatementResult[];
};

export type QuerySubmitQuery = {
  /** A UUID. Takes precedence over the body. */
  worksheet_id?: string;
};

export type ResultQuery = {
  /** Rows of each statement to skip. */
  offset?: number;
  /** Rows of each statement to send. Default: all. */
  limit?: number;
};

export type SqlText = string;

export type StatementResult = {
  query: string;
  /** Id of the query that the statement belongs to. */
  query_id: string;
  summary: {
    read_rows: number;
    read_bytes: number;
    written_rows: number;
    written_bytes: number;
    total_rows_to_read: number;
    result_rows: number;
    result_bytes: number;
    elapsed_ns: number;
    query_id: string;
  };
  row_count: number;
  column_names: string[];
  column_types: string[];
  /** If true, there are more rows or a value was cut. */
  truncated: boolean;
  /** Only when the statement called agents. */
  agents?: {
    /** Jobs that the statement started. */
    jobs: number;
    /** Calls without a result. */
    failed: number;
    /** Cost so far in USD. */
    cost: number;
    errors: {
      message: string;
      /** Rows that are null for this reason. */
      rows: number;
    }[];
    /**
     * The cells that are null for these reasons, each with its job; the first 500. Empty where the statement
     * computes with its answers, so that no cell is one of them.
     */
    failed_cells?: {
      /** In the whole result, from 0. */
      row: number;
      column: number;
      job_id: string | null;
      error: string;
    }[];
  };
  /** Only when the statement read rows with connection(). */
  connections?: {
    connection: string;
    /** The table or query. */
    source: string;
    /** Rows that the other system returned. */
    rows: number;
    /** Requested columns. Null: all. */
    columns: string[] | null;
    /** Conditions that the other system applied. */
    filters: string[];
    /** Requested number of rows. Null: all that fit. */
    limit: number | null;
  }[];
  start_timestamp: number;
  end_timestamp: number;
  /** Numbers, booleans and null as JSON, everything else as text. */
  result_rows: unknown[][];
};

/** PENDING, STARTED, RETRY, SUCCESS, FAILURE or REVOKED. */
export type TaskStatus = string;

export type Worksheet = {
  id: string;
  name: string;
  content: string;
  organization_id: string;
  creator: Creator | null;
  created_at: string;
  updated_at: string;
};

export type WorksheetBody = {
  name: string;
  content?: string;
};

export type WorksheetPage = Page<Worksheet>;

export type WorksheetUpdateBody = {
  name?: string;
  content?: string;
};
