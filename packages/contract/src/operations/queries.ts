import { Type } from 'typebox';
import { Download } from '../content.ts';
import { defineOperations } from '../operation.ts';
import { SQL_FUNCTIONS } from '../sql-functions.ts';
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

const tag = 'SQL';

const StatementExport = Download('The rows, as `format` asks for them.', {
  'text/csv': 'name,total\nAda,118.00\n',
  'application/x-ndjson': '{"name":"Ada","total":118}\n',
  'application/vnd.apache.parquet': 'bytes of the file',
});

export const queries = defineOperations({
  start: {
    method: 'POST',
    path: '/v1/database/query/async/',
    tag,
    summary: 'Submit SQL without waiting for it',
    description: `Returns the query; its result, including errors in the SQL, is read later. ${SQL_FUNCTIONS}`,
    query: QuerySubmitQuery,
    body: QueryBody,
    responses: { 200: QueryObject },
    errors: ['invalid_query', 'unknown_worksheet', 'forbidden'],
  },
  run: {
    method: 'POST',
    path: '/v1/database/query/',
    tag,
    summary: 'Run SQL and wait for the result',
    description: `One element per statement; the first error ends it with 400. ${SQL_FUNCTIONS}`,
    query: QuerySubmitQuery,
    body: QueryBody,
    responses: { 200: Type.Array(StatementResult) },
    errors: ['invalid_query', 'unknown_worksheet', 'forbidden'],
  },
  list: {
    method: 'GET',
    path: '/v1/database/query/',
    tag,
    summary: 'Queries of the organization, newest first',
    description: 'Every submitted query with its state, one page at a time.',
    query: QueryListQuery,
    responses: { 200: QueryPage },
  },
  get: {
    method: 'GET',
    path: '/v1/database/query/:worksheet_query_id/',
    tag,
    summary: 'One query with its progress',
    description: 'State and statements of the query, without its rows.',
    responses: { 200: QueryObject },
  },
  result: {
    method: 'GET',
    path: '/v1/database/query/:worksheet_query_id/result/',
    tag,
    summary: 'Result of a query',
    description: 'One element per statement, with all its rows or those that offset and limit ask for.',
    query: ResultQuery,
    responses: { 200: QueryResult },
  },
  cells: {
    method: 'GET',
    path: '/v1/database/query/:worksheet_query_id/cells/',
    tag,
    summary: 'Cells that agents fill while a query runs',
    description:
      'The rows of the statement that runs, with the job behind each cell, its state and its answer so far. Empty before and after, and where a statement computes with the answers.',
    responses: { 200: LiveCells },
  },
  cancel: {
    method: 'POST',
    path: '/v1/database/query/:worksheet_query_id/cancel/',
    tag,
    summary: 'Cancel a query',
    description: 'Cancels its jobs that have not started, too. A finished query does not change.',
    responses: { 200: QueryObject },
  },
  export: {
    method: 'GET',
    path: '/v1/database/query/:worksheet_query_id/export/',
    tag,
    summary: 'Result of a statement as a file',
    description:
      'CSV, JSON lines or Parquet, with the rows that the result itself leaves out. X-Truncated: true says that even these are not all.',
    query: ExportQuery,
    responses: { 200: StatementExport },
    errors: ['invalid_request', 'storage_failed'],
  },
});
