import { Readable } from 'node:stream';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import { toActor } from '#orgs/actor.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import { invalidFields, notFound, refuseBlank } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { buildDeskFile, type CaseFileDeps } from './case-file.ts';
import { atDesk, changeCase, conflict, type DeskDeps, record } from './desk.ts';
import { noteReading } from './note-reading.ts';
import { allTemplates, readReport, saveReport } from './report.ts';
import { builtIn } from './rules/templates.ts';
import type { CaseRow } from './store/cases.ts';
import { listAbandoned, updateCase } from './store/cases.ts';
import * as reports from './store/reports.ts';

// What stays of a case: its file, holds, the report, and restrictions that nobody is left to lift.

export type RecordDeps = DeskDeps & CaseFileDeps;
type Load = (at: At<'desk_case_id'>) => Promise<CaseRow>;

export function addRecordRoutes(app: FastifyInstance, deps: RecordDeps, load: Load): void {
  addFile(app, deps, load);
  addReports(app, deps, load);
  addTemplates(app, deps);

  endpoint(app, operations.caseRecords.liftRestrictions, {
    handler({ caller, body: { reason } }) {
      refuseBlank({ reason });
      return atDesk(deps, caller, async (desk) => {
        const ids = await listAbandoned(desk.tx, desk.orgId);
        for (const id of ids) {
          await updateCase(desk.tx, desk.orgId, id, { restricted_to: null });
          await record(desk, id, 'restriction_lifted', { reason });
        }
        return { case_ids: ids };
      });
    },
  });
}

function addFile(app: FastifyInstance, deps: RecordDeps, load: Load): void {
  const { database } = deps;

  endpoint(app, operations.caseRecords.file, {
    load,
    async handler({ caller, reply, resource }) {
      const { size, pieces } = await buildDeskFile(deps, caller, resource);
      await noteReading(database.tenant(caller.orgId), caller, resource.id, { action: 'case.exported' });
      reply.header('content-disposition', `attachment; filename="case-${resource.number}.zip"`);
      reply.header('content-length', size).header('cache-control', 'private, no-store').type('application/zip');
      return sent(reply.send(Readable.from(pieces, { objectMode: false })));
    },
  });

  endpoint(app, operations.caseRecords.hold, {
    load,
    handler({ caller, body: { reason }, resource }) {
      refuseBlank({ reason });
      return changeCase(deps, caller, resource.id, async (desk, { id }) => {
        const isNew = await reports.insertHold(desk.tx, desk.orgId, { caseId: id, reason, by: desk.link });
        const hold = (await reports.findHold(desk.tx, desk.orgId, id))!;
        if (!isNew && hold.reason !== reason)
          throw conflict('This case is already held. Release it first to change the reason.');
        if (isNew) await record(desk, id, 'held', { reason });
        return {
          reason: hold.reason,
          placed_by: toActor([hold.placed_by.link]),
          placed_at: hold.placed_at.toISOString(),
        };
      });
    },
  });

  endpoint(app, operations.caseRecords.releaseHold, {
    load,
    handler: ({ caller, resource }) =>
      changeCase(deps, caller, resource.id, async (desk, { id }) => {
        if ((await reports.deleteHold(desk.tx, desk.orgId, id)) === 0) throw notFound('hold');
        await record(desk, id, 'hold_released');
      }),
  });
}

function addReports(app: FastifyInstance, deps: RecordDeps, load: Load): void {
  const { database, archive } = deps;

  endpoint(app, operations.caseRecords.report, {
    load,
    async handler({ caller, query, resource }) {
      const db = database.tenant(caller.orgId);
      const report = await readReport({ db, archive }, caller.orgId, resource, query.template);
      await noteReading(db, caller, resource.id);
      return report;
    },
  });

  endpoint(app, operations.caseRecords.saveReport, {
    load,
    handler: ({ caller, body, resource }) =>
      changeCase(deps, caller, resource.id, async (desk, row) => {
        await saveReport(desk, row, body);
        return readReport({ db: desk.tx, archive }, desk.orgId, row);
      }),
  });
}

function addTemplates(app: FastifyInstance, { database }: RecordDeps): void {
  const change = (caller: Caller, work: (tx: Parameters<typeof audit>[0]) => Promise<void>): Promise<void> =>
    database.tenant(caller.orgId).tx(work);
  const refuseBuiltIn = (name: string): void => {
    if (builtIn.some((one) => one.name === name)) throw conflict(`The template ${name} comes with the service.`);
  };

  endpoint(app, operations.caseTemplates.list, {
    handler: async ({ caller: { orgId } }) => ({ results: await allTemplates(database.tenant(orgId), orgId) }),
  });

  endpoint(app, operations.caseTemplates.put, {
    async handler({ caller, body, params }) {
      const name = params.template_name;
      refuseBuiltIn(name);
      if (name.trim() === '' || name.length > 255 || /\p{Cc}/u.test(name))
        throw invalidFields({ template_name: ['Give up to 255 letters.'] });
      if (new Set(body.sections.map(({ key }) => key)).size < body.sections.length)
        throw invalidFields({ sections: ['Two sections have the same key.'] });
      const sections = body.sections.map((section) => ({ ...section, hint: section.hint ?? '' }));
      await change(caller, async (tx) => {
        await reports.putTemplate(tx, caller.orgId, { id: newId(), name, sections });
        await audit(tx, caller, 'case_template.set', name);
      });
      return { name, built_in: false, sections };
    },
  });

  endpoint(app, operations.caseTemplates.delete, {
    async load({ caller: { orgId }, params: { template_name: name } }): Promise<void> {
      const known = await allTemplates(database.tenant(orgId), orgId);
      if (!known.some((one) => one.name === name)) throw notFound('template');
    },
    handler({ caller, params: { template_name: name } }) {
      refuseBuiltIn(name);
      return change(caller, async (tx) => {
        if ((await reports.deleteTemplate(tx, caller.orgId, name)) === 0) throw notFound('template');
        await audit(tx, caller, 'case_template.deleted', name);
      });
    },
  });
}
