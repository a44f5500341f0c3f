import { defineOperations } from '../operation.ts';
import { PageQuery } from '../values.ts';
import { Worksheet, WorksheetBody, WorksheetPage, WorksheetUpdateBody } from '../workspace.ts';

export const worksheets = defineOperations('SQL', {
  list: {
    at: 'GET /v1/database/worksheets/',
    summary: 'List worksheets',
    description: 'Lists the worksheets of the organization, newest first, in pages.',
    query: PageQuery,
    responses: { 200: WorksheetPage },
  },
  create: {
    at: 'POST /v1/database/worksheets/',
    content: 'text',
    summary: 'Create a worksheet',
    description: 'Saves SQL under a name, to run and change later.',
    body: WorksheetBody,
    responses: { 201: Worksheet },
  },
  get: {
    at: 'GET /v1/database/worksheets/:worksheet_id/',
    summary: 'One worksheet',
    description: 'Returns the name and SQL text of the worksheet.',
    responses: { 200: Worksheet },
  },
  update: {
    at: 'PATCH /v1/database/worksheets/:worksheet_id/',
    content: 'text',
    summary: 'Change a worksheet',
    description: 'Omitted fields stay unchanged.',
    body: WorksheetUpdateBody,
    responses: { 200: Worksheet },
  },
  delete: {
    at: 'DELETE /v1/database/worksheets/:worksheet_id/',
    summary: 'Delete a worksheet',
    description: 'Its queries stay, without their worksheet.',
    responses: { 204: null },
  },
});
