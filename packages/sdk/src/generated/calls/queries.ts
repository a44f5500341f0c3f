// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type {
  ExportQuery,
  LiveCells,
  QueryBody,
  QueryListQuery,
  QueryObject,
  QueryPage,
  QueryResult,
  QuerySubmitQuery,
  ResultQuery,
  StatementResult,
} from '../types/workspace.ts';

export interface QueriesCalls {
  /**
   * Submit SQL without waiting for it. Returns the query; its result, including errors in the SQL, is read later.
   * The dialect is DuckDB's, with agents as functions: `run_agent('AGENT_ID', MAP {'key': value})` gives the id of
   * a job that runs in the background; `run_agent_sync('AGENT_ID', MAP {'key': value})` gives the result of the
   * finished job, as job_result gives it; `job_status(job_id)` gives the status code of the job, 0 to 6;
   * `job_result(job_id)` gives the value of the only output, or a JSON object of all; null while it runs or if it
   * failed. `SHOW TABLES` lists the tables.
   */
  start(body: QueryBody, query?: QueryOf<QuerySubmitQuery>, options?: CallOptions): Promise<QueryObject>;
  /**
   * Run SQL and wait for the result. One element per statement; the first error ends it with 400. The dialect is
   * DuckDB's, with agents as functions: `run_agent('AGENT_ID', MAP {'key': value})` gives the id of a job that
   * runs in the background; `run_agent_sync('AGENT_ID', MAP {'key': value})` gives the result of the finished job,
   * as job_result gives it; `job_status(job_id)` gives the status code of the job, 0 to 6; `job_result(job_id)`
   * gives the value of the only output, or a JSON object of all; null while it runs or if it failed. `SHOW TABLES`
   * lists the tables.
   */
  run(body: QueryBody, query?: QueryOf<QuerySubmitQuery>, options?: CallOptions): Promise<StatementResult[]>;
  /** Queries of the organization, newest first. Every submitted query with its state, one page at a time. */
  list: PagedCall<(query?: QueryOf<QueryListQuery>, options?: CallOptions) => Promise<QueryPage>>;
  /** One query with its progress. State and statements of the query, without its rows. */
  get(worksheetQueryId: string, options?: CallOptions): Promise<QueryObject>;
  /**
   * Result of a query. One element per statement, with all its rows or those that offset and limit ask for.
   */
  result(worksheetQueryId: string, query?: QueryOf<ResultQuery>, options?: CallOptions): Promise<QueryResult>;
  /**
   * Cells that agents fill while a query runs. The rows of the statement that runs, with the job behind each cell,
   * its state and its answer so far. Empty before and after, and where a statement computes with the answers.
   */
  cells(worksheetQueryId: string, options?: CallOptions): Promise<LiveCells>;
  /** Cancel a query. Cancels its jobs that have not started, too. A finished query does not change. */
  cancel(worksheetQueryId: string, options?: CallOptions): Promise<QueryObject>;
  /**
   * Result of a statement as a file. CSV, JSON lines or Parquet, with the rows that the result itself leaves out.
   * X-Truncated: true says that even these are not all.
   */
  export(worksheetQueryId: string, query?: QueryOf<ExportQuery>, options?: CallOptions): Promise<Blob>;
}
