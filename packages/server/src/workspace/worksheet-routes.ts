import { PageQuery } from '@errand/contract/values.ts';
import { Worksheet, WorksheetBody, WorksheetPage, WorksheetUpdateBody } from '@errand/contract/workspace.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { readBody } from '#http/validate.ts';
import { notFound } from '#platform/errors.ts';
import { worksheetAnswer } from './answers.ts';
import type { Workspace } from './runtime.ts';
import { changeWorksheet, createWorksheet, removeWorksheet } from './worksheets/change-worksheet.ts';
import { findWorksheet, listWorksheets, type WorksheetRow } from './worksheets/store.ts';

const tag = 'SQL';
const base = '/v1/database/worksheets/';

export function addWorksheetRoutes(app: FastifyInstance, { database, expectQuery }: Workspace): void {
  async function load(request: FastifyRequest): Promise<WorksheetRow> {
    const { orgId } = request.caller;
    const { worksheet_id: id } = request.params as { worksheet_id: string };
    const row = await findWorksheet(database.tenant(orgId), orgId, id);
    if (row === undefined) throw notFound('worksheet');
    return row;
  }

  endpoint(app, {
    method: 'GET',
    path: base,
    tag,
    summary: 'Worksheets, newest first',
    description: 'The saved SQL texts of the organization, one page at a time.',
    query: PageQuery,
    responses: { 200: WorksheetPage },
    async handler(request) {
      const { orgId } = request.caller;
      expectQuery();
      const paging = readPaging(request);
      const { count, rows } = await listWorksheets(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(worksheetAnswer));
    },
  });

  endpoint(app, {
    method: 'POST',
    path: base,
    tag,
    summary: 'Create a worksheet',
    description: 'Keeps a SQL text under a name, to be run and changed later.',
    body: WorksheetBody,
    responses: { 201: Worksheet },
    async handler(request, reply) {
      const { caller } = request;
      const body = readBody(request, WorksheetBody);
      return reply.code(201).send(worksheetAnswer(await createWorksheet(database.tenant(caller.orgId), caller, body)));
    },
  });

  endpoint(app, {
    method: 'GET',
    path: `${base}:worksheet_id/`,
    tag,
    summary: 'One worksheet',
    description: 'Name and SQL text of the worksheet.',
    responses: { 200: Worksheet },
    load,
    handler: async (_request, _reply, row) => worksheetAnswer(row),
  });

  endpoint(app, {
    method: 'PATCH',
    path: `${base}:worksheet_id/`,
    tag,
    summary: 'Change a worksheet',
    description: 'Members that are left out stay as they are.',
    body: WorksheetUpdateBody,
    responses: { 200: Worksheet },
    load,
    async handler(request, _reply, { id }) {
      const { caller } = request;
      const body = readBody(request, WorksheetUpdateBody);
      return worksheetAnswer(await changeWorksheet(database.tenant(caller.orgId), caller, id, body));
    },
  });

  endpoint(app, {
    method: 'DELETE',
    path: `${base}:worksheet_id/`,
    tag,
    summary: 'Delete a worksheet',
    description: 'Its queries stay, without a worksheet.',
    responses: { 204: null },
    load,
    async handler(request, reply, worksheet) {
      const { caller } = request;
      await removeWorksheet(database.tenant(caller.orgId), caller, worksheet);
      return reply.code(204).send();
    },
  });
}
