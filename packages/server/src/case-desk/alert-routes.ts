import type { CaseAlertFacetsQuery } from '@errand/contract/case-search.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging, uncountedEnvelope } from '#http/paging.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { notFound, refuseBlank } from '#platform/errors.ts';
import { alertAnswer } from './answers.ts';
import { countAlerts } from './count-facets.ts';
import { atDesk, type DeskDeps } from './desk.ts';
import { findQueueId } from './find-queue-id.ts';
import { noteReading } from './note-reading.ts';
import { receiveAlert } from './receive-alert.ts';
import { viewerOf } from './rules/model.ts';
import { readAlertTerms } from './search/read-terms.ts';
import { type AlertFilter, type AlertRow, findAlert, listAlerts } from './store/alerts.ts';
import { findCase } from './store/cases.ts';

export function addAlertRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { database } = deps;

  endpoint(app, operations.caseAlerts.list, {
    async handler({ caller, query, request }) {
      const { orgId } = caller;
      const db = database.tenant(orgId);
      const paging = readPaging(request);
      const filter = await readFilter(db, caller, query);
      const { rows, isCounted, ...listed } = await listAlerts(db, orgId, filter, paging);
      if (query.case !== undefined && rows.length > 0) await noteReading(db, caller, query.case);
      const results = rows.map((row) => alertAnswer(row));
      const page = isCounted
        ? envelope(request, paging, listed.count, results)
        : uncountedEnvelope(request, paging, listed, results);
      return { ...page, count_is_complete: isCounted };
    },
  });

  endpoint(app, operations.caseAlerts.facets, {
    async handler({ caller, query }) {
      const db = database.tenant(caller.orgId);
      return countAlerts(db, caller.orgId, await readFilter(db, caller, query));
    },
  });

  endpoint(app, operations.caseAlerts.create, {
    handler: ({ caller, body }) =>
      atDesk(deps, caller, async (desk) => {
        refuseBlank({ external_id: body.external_id, rule: body.rule, subject: body.subject.name });
        const alert = await receiveAlert(desk, body, deps.onAlert);
        const seen = await findCase(desk.tx, desk.orgId, alert.case_id, viewerOf(caller));
        return alertAnswer(alert, seen !== undefined);
      }),
  });

  endpoint(app, operations.caseAlerts.get, {
    async load({ caller, params }: At<'case_alert_id'>): Promise<AlertRow> {
      const db = database.tenant(caller.orgId);
      const alert = await findAlert(db, caller.orgId, params.case_alert_id, viewerOf(caller));
      if (alert === undefined) throw notFound('case alert');
      return alert;
    },
    async handler({ caller, resource }) {
      await noteReading(database.tenant(caller.orgId), caller, resource.case_id);
      return alertAnswer(resource);
    },
  });
}

const readFilter = async (
  db: Db,
  caller: Caller,
  query: Static<typeof CaseAlertFacetsQuery>,
): Promise<AlertFilter> => ({
  viewer: viewerOf(caller),
  queueId: await findQueueId(db, caller.orgId, query.queue),
  caseId: query.case,
  terms: await readAlertTerms(db, caller.orgId, query.q),
});
