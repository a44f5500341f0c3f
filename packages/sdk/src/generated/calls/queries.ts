// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
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
   * Submit SQL without waiting for it. Returns the query. Read its result, including SQL errors, later. The SQL
   * dialect is DuckDB, with agents as functions: `run_agent('AGENT_ID', MAP {'key': value})` returns the id of a
   * job that runs in the background; `run_agent_sync('AGENT_ID', MAP {'key': value})` returns the result of the
   * finished job, as in job_result; `job_status(job_id)` returns the status code of the job, 0 to 6;
   * `job_result(job_id)` returns the value of the only output, or a JSON object of all outputs; null while the job
   * runs or if it failed. `SHOW TABLES` lists the tables.
   */
  start(body: QueryBody, query?: QueryOf<QuerySubmitQuery>, options?: KeyedOptions): Promise<QueryObject>;
  /**
   * Run SQL and wait for the result. Returns one element per statement. The first error ends the query with 400.
   * The SQL dialect is DuckDB, with agents as functions: `run_agent('AGENT_ID', MAP {'key': value})` returns the
   * id of a job that runs in the background; `run_agent_sync('AGENT_ID', MAP {'key': value})` returns the result
   * of the finished job, as in job_result; `job_status(job_id)` returns the status code of the job, 0 to 6;
   * `job_result(job_id)` returns the value of the only output, or a JSON object of all outputs; null while the job
   * runs or if it failed. `SHOW TABLES` lists the tables.
   */
  run(body: QueryBody, query?: QueryOf<QuerySubmitQuery>, options?: KeyedOptions): Promise<StatementResult[]>;
  /** List queries. Lists the submitted queries with their state, newest first, in pages. */
  list: PagedCall<(query?: QueryOf<QueryListQuery>, options?: CallOptions) => Promise<QueryPage>>;
  /** Retrieve a query. Returns the state and statements of the query, without its rows. */
  get(worksheetQueryId: string, options?: CallOptions): Promise<QueryObject>;
  /**
   * Result of a query. Returns one element per statement, with all its rows or the rows selected by offset and
   * limit.
   */
  result(worksheetQueryId: string, query?: QueryOf<ResultQuery>, options?: CallOptions): Promise<QueryResult>;
  /**
   * Show the cells that agents fill. Returns the rows of the running statement, with the job, state and answer of
   * each cell. Empty before and after the statement, and if the statement computes with the answers.
   */
  cells(worksheetQueryId: string, options?: CallOptions): Promise<LiveCells>;
  /** Cancel a query. Also cancels its jobs that have not started. A finished query does not change. */
  cancel(worksheetQueryId: string, options?: CallOptions): Promise<QueryObject>;
  /**
   * Result of a statement as a file. Returns CSV, JSON lines or Parquet, including rows that the result omits.
   * X-Truncated: true means that rows are still missing.
   */
  export(worksheetQueryId: string, query?: QueryOf<ExportQuery>, options?: CallOptions): Promise<Blob>;
}
