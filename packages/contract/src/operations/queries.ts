import { Type } from 'typebox';
import { Download } from '../content.ts';
import { defineOperations } from '../operation.ts';
import { SQL_FUNCTIONS } from '../sql-functions.ts';
import { WaitQuery } from '../values.ts';
import {
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
} from '../workspace.ts';

const StatementExport = Download('The rows in the requested `format`.', {
  'text/csv': 'name,total\nAda,118.00\n',
  'application/x-ndjson': '{"name":"Ada","total":118}\n',
  'application/vnd.apache.parquet': 'bytes of the file',
});

export const queries = defineOperations('SQL', {
  start: {
    at: 'POST /v1/database/query/async/',
    creates: true,
    content: 'rows',
    summary: 'Submit SQL without waiting for it',
    description: `Returns the query. Read its result, including SQL errors, later. ${SQL_FUNCTIONS}`,
    query: QuerySubmitQuery,
    body: QueryBody,
    responses: { 200: QueryObject },
    errors: ['invalid_query', 'unknown_worksheet', 'forbidden'],
  },
  run: {
    at: 'POST /v1/database/query/',
    creates: true,
    content: 'rows',
    summary: 'Run SQL and wait for the result',
    description: `Returns one element per statement. The first error ends the query with 400. ${SQL_FUNCTIONS}`,
    query: QuerySubmitQuery,
    body: QueryBody,
    responses: { 200: Type.Array(StatementResult) },
    errors: ['invalid_query', 'unknown_worksheet', 'forbidden', 'idempotency_conflict'],
  },
  list: {
    at: 'GET /v1/database/query/',
    summary: 'List queries',
    description: 'Lists the submitted queries with their state, newest first, in pages.',
    query: QueryListQuery,
    responses: { 200: QueryPage },
  },
  get: {
    at: 'GET /v1/database/query/:worksheet_query_id/',
    summary: 'Retrieve a query',
    description: 'Returns the state and statements of the query, without its rows.',
    query: WaitQuery,
    responses: { 200: QueryObject },
  },
  result: {
    at: 'GET /v1/database/query/:worksheet_query_id/result/',
    summary: 'Result of a query',
    description: 'Returns one element per statement, with all its rows or the rows selected by offset and limit.',
    query: ResultQuery,
    responses: { 200: QueryResult },
  },
  cells: {
    at: 'GET /v1/database/query/:worksheet_query_id/cells/',
    summary: 'Show the cells that agents fill',
    description:
      'Returns the rows of the running statement, with the job, state and answer of each cell. Empty before and after the statement, and if the statement computes with the answers.',
    responses: { 200: LiveCells },
  },
  cancel: {
    at: 'POST /v1/database/query/:worksheet_query_id/cancel/',
    summary: 'Cancel a query',
    description: 'Also cancels its jobs that have not started. A finished query does not change.',
    responses: { 200: QueryObject },
  },
  export: {
    at: 'GET /v1/database/query/:worksheet_query_id/export/',
    summary: 'Result of a statement as a file',
    description:
      'Returns CSV, JSON lines or Parquet, including rows that the result omits. X-Truncated: true means that rows are still missing.',
    query: ExportQuery,
    responses: { 200: StatementExport },
    errors: ['invalid_request', 'storage_failed'],
  },
});
