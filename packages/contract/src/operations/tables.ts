import { defineOperations } from '../operation.ts';
import {
  PreviewQuery,
  TableDescription,
  TableList,
  TablePreview,
  TableQueryAccepted,
  TableQueryBody,
  TableQueryResult,
} from '../workspace.ts';

const tag = 'Tables';

export const tables = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/tables/',
    tag,
    summary: 'Tables with their columns',
    description: 'Every table of the organization that SQL can read.',
    responses: { 200: TableList },
  },
  describe: {
    method: 'GET',
    path: '/v1/tables/:table_name/describe/',
    tag,
    summary: 'Columns and size of a table',
    description: 'Names and types of the columns, the number of rows and the bytes stored.',
    responses: { 200: TableDescription },
    errors: ['invalid_table'],
  },
  preview: {
    method: 'GET',
    path: '/v1/tables/:table_name/preview/',
    tag,
    summary: 'The first rows of a table',
    description: 'Up to 50 rows; 3 by default.',
    query: PreviewQuery,
    responses: { 200: TablePreview },
    errors: ['invalid_table'],
  },
  delete: {
    method: 'DELETE',
    path: '/v1/tables/:table_name/',
    tag,
    summary: 'Delete a table',
    description: 'Queries that have begun still read it.',
    responses: { 204: null },
    errors: ['invalid_table'],
  },
  query: {
    method: 'POST',
    path: '/v1/tables/query/',
    tag,
    summary: 'Query tables in the background',
    description: 'One SELECT or WITH … SELECT. Read the result with the id in the response.',
    role: 'viewer',
    body: TableQueryBody,
    responses: { 202: TableQueryAccepted },
  },
  queryResult: {
    method: 'GET',
    path: '/v1/tables/query/:table_query_id/result/',
    tag,
    summary: 'Result of a table query',
    description: 'The rows once the query succeeded; before that its status, afterwards its error.',
    responses: { 200: TableQueryResult },
  },
});
