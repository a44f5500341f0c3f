import { defineOperations } from '../operation.ts';
import {
  PreviewQuery,
  TableDescription,
  TableList,
  TablePreview,
  TableQueryAccepted,
  TableQueryBody,
  TableQueryResult,
} from '../tables.ts';

export const tables = defineOperations('Tables', {
  list: {
    at: 'GET /v1/tables/',
    summary: 'List tables',
    description: 'Lists every table that SQL can read, with its columns.',
    responses: { 200: TableList },
  },
  describe: {
    at: 'GET /v1/tables/:table_name/describe/',
    summary: 'Retrieve a table',
    description: 'Returns the names and types of the columns, the number of rows and the stored bytes.',
    responses: { 200: TableDescription },
    errors: ['invalid_table'],
  },
  preview: {
    at: 'GET /v1/tables/:table_name/preview/',
    summary: 'Preview a table',
    description: 'Returns the first rows: up to 50, by default 3.',
    query: PreviewQuery,
    responses: { 200: TablePreview },
    errors: ['invalid_table'],
  },
  delete: {
    at: 'DELETE /v1/tables/:table_name/',
    summary: 'Delete a table',
    description: 'Queries that have already started can still read it.',
    responses: { 204: null },
    errors: ['invalid_table'],
  },
  query: {
    at: 'POST /v1/tables/query/',
    content: 'rows',
    summary: 'Query tables in the background',
    description: 'Runs one SELECT or WITH … SELECT. Use the id in the response to read the result.',
    role: 'viewer',
    body: TableQueryBody,
    responses: { 202: TableQueryAccepted },
  },
  queryResult: {
    at: 'GET /v1/tables/query/:table_query_id/result/',
    summary: 'Result of a table query',
    description: 'Returns the rows if the query succeeded, otherwise its status or its error.',
    responses: { 200: TableQueryResult },
  },
});
