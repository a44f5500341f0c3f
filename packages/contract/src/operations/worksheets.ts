import { defineOperations } from '../operation.ts';
import { PageQuery } from '../values.ts';
import { Worksheet, WorksheetBody, WorksheetPage, WorksheetUpdateBody } from '../workspace.ts';

const tag = 'SQL';

export const worksheets = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/database/worksheets/',
    tag,
    summary: 'Worksheets, newest first',
    description: 'The saved SQL texts of the organization, one page at a time.',
    query: PageQuery,
    responses: { 200: WorksheetPage },
  },
  create: {
    method: 'POST',
    path: '/v1/database/worksheets/',
    tag,
    summary: 'Create a worksheet',
    description: 'Keeps a SQL text under a name, to be run and changed later.',
    body: WorksheetBody,
    responses: { 201: Worksheet },
  },
  get: {
    method: 'GET',
    path: '/v1/database/worksheets/:worksheet_id/',
    tag,
    summary: 'One worksheet',
    description: 'Name and SQL text of the worksheet.',
    responses: { 200: Worksheet },
  },
  update: {
    method: 'PATCH',
    path: '/v1/database/worksheets/:worksheet_id/',
    tag,
    summary: 'Change a worksheet',
    description: 'Members that are left out do not change.',
    body: WorksheetUpdateBody,
    responses: { 200: Worksheet },
  },
  delete: {
    method: 'DELETE',
    path: '/v1/database/worksheets/:worksheet_id/',
    tag,
    summary: 'Delete a worksheet',
    description: 'Its queries stay, without a worksheet.',
    responses: { 204: null },
  },
});
