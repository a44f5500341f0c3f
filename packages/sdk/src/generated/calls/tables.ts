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
} from '../types/workspace.ts';

export interface TablesCalls {
  /** Tables with their columns. Every table of the organization that SQL can read. */
  list(options?: CallOptions): Promise<TableList>;
  /**
   * Columns and size of a table. Names and types of the columns, the number of rows and the bytes stored.
   */
  describe(tableName: string | number, options?: CallOptions): Promise<TableDescription>;
  /** The first rows of a table. Up to 50 rows; 3 by default. */
  preview(tableName: string | number, query?: QueryOf<PreviewQuery>, options?: CallOptions): Promise<TablePreview>;
  /** Delete a table. Queries that have begun still read it. */
  delete(tableName: string | number, options?: CallOptions): Promise<void>;
  /**
   * Query tables in the background. One SELECT or WITH … SELECT. Read the result with the id in the response.
   */
  query(body: TableQueryBody, options?: CallOptions): Promise<TableQueryAccepted>;
  /**
   * Result of a table query. The rows once the query succeeded; before that its status, afterwards its error.
   */
  queryResult(tableQueryId: string, options?: CallOptions): Promise<TableQueryResult>;
}
