import { defineOperations } from '../operation.ts';
import { PageQuery } from '../values.ts';
import { Worksheet, WorksheetBody, WorksheetPage, WorksheetUpdateBody } from '../workspace.ts';

const tag = 'SQL';

export const worksheets = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/database/worksheets/',
    tag,
    summary: 'List worksheets',
    description: 'Lists the worksheets of the organization, newest first, in pages.',
    query: PageQuery,
    responses: { 200: WorksheetPage },
  },
  create: {
    method: 'POST',
    path: '/v1/database/worksheets/',
    tag,
    summary: 'Create a worksheet',
    description: 'Saves SQL under a name, to run and change later.',
    body: WorksheetBody,
    responses: { 201: Worksheet },
  },
  get: {
    method: 'GET',
    path: '/v1/database/worksheets/:worksheet_id/',
    tag,
    summary: 'One worksheet',
    description: 'Returns the name and SQL text of the worksheet.',
    responses: { 200: Worksheet },
  },
  update: {
    method: 'PATCH',
    path: '/v1/database/worksheets/:worksheet_id/',
    tag,
    summary: 'Change a worksheet',
    description: 'Omitted fields stay unchanged.',
    body: WorksheetUpdateBody,
    responses: { 200: Worksheet },
  },
  delete: {
    method: 'DELETE',
    path: '/v1/database/worksheets/:worksheet_id/',
    tag,
    summary: 'Delete a worksheet',
    description: 'Its queries stay, without their worksheet.',
    responses: { 204: null },
  },
});
