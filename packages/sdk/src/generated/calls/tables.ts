// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type {
  PreviewQuery,
  TableDescription,
  TableList,
  TablePreview,
  TableQueryAccepted,
  TableQueryBody,
  TableQueryResult,
} from '../types/tables.ts';

export interface TablesCalls {
  /** List tables. Lists every table that SQL can read, with its columns. */
  list(options?: CallOptions): Promise<TableList>;
  /**
   * Retrieve a table. Returns the names and types of the columns, the number of rows and the stored bytes.
   */
  describe(tableName: string | number, options?: CallOptions): Promise<TableDescription>;
  /** Preview a table. Returns the first rows: up to 50, by default 3. */
  preview(tableName: string | number, query?: QueryOf<PreviewQuery>, options?: CallOptions): Promise<TablePreview>;
  /** Delete a table. Queries that have already started can still read it. */
  delete(tableName: string | number, options?: CallOptions): Promise<void>;
  /**
   * Query tables in the background. Runs one SELECT or WITH … SELECT. Use the id in the response to read the
   * result.
   */
  query(body: TableQueryBody, options?: CallOptions): Promise<TableQueryAccepted>;
  /** Result of a table query. Returns the rows if the query succeeded, otherwise its status or its error. */
  queryResult(tableQueryId: string, options?: CallOptions): Promise<TableQueryResult>;
}
