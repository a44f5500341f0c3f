import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { notFound } from '#platform/errors.ts';
import { worksheetAnswer } from './answers.ts';
import type { Workspace } from './runtime.ts';
import { changeWorksheet, createWorksheet, removeWorksheet } from './worksheets/change-worksheet.ts';
import { findWorksheet, listWorksheets, type WorksheetRow } from './worksheets/store.ts';

export function addWorksheetRoutes(app: FastifyInstance, { database, expectQuery }: Workspace): void {
  async function load({ caller: { orgId }, params }: At<'worksheet_id'>): Promise<WorksheetRow> {
    const row = await findWorksheet(database.tenant(orgId), orgId, params.worksheet_id);
    if (row === undefined) throw notFound('worksheet');
    return row;
  }

  endpoint(app, operations.worksheets.list, {
    async handler({ caller: { orgId }, request }) {
      expectQuery();
      const paging = readPaging(request);
      const { count, rows } = await listWorksheets(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(worksheetAnswer));
    },
  });

  endpoint(app, operations.worksheets.create, {
    async handler({ caller, body }) {
      return worksheetAnswer(await createWorksheet(database.tenant(caller.orgId), caller, body));
    },
  });

  endpoint(app, operations.worksheets.get, { load, handler: ({ resource }) => worksheetAnswer(resource) });

  endpoint(app, operations.worksheets.update, {
    load,
    async handler({ caller, body, resource: { id } }) {
      return worksheetAnswer(await changeWorksheet(database.tenant(caller.orgId), caller, id, body));
    },
  });

  endpoint(app, operations.worksheets.delete, {
    load,
    handler: ({ caller, resource }) => removeWorksheet(database.tenant(caller.orgId), caller, resource),
  });
}
