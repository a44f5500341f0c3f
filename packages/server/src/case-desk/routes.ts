import type { CaseFacetsQuery } from '@errand/contract/case-search.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields, notFound, refuseBlank } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { addAlertRoutes } from './alert-routes.ts';
import { eventAnswer, summaryAnswer, taskAnswer } from './answers.ts';
import { addNote, addTask, assign, restrict, setPriority, tickTask } from './change.ts';
import { addCheckRoutes } from './check-routes.ts';
import { pauseClock } from './clocks.ts';
import { countCases } from './count-facets.ts';
import { approve, decide, reject, reopen } from './decide.ts';
import { atDesk, changeCase, type Desk, type DeskDeps } from './desk.ts';
import { addDocumentRoutes } from './document-routes.ts';
import { findQueueId } from './find-queue-id.ts';
import { mergeCase, splitCase } from './move-alerts.ts';
import { noteReading } from './note-reading.ts';
import { createDueWork } from './notify-due.ts';
import { addQueueRoutes, type QueueDeps } from './queue-routes.ts';
import { readCase, readChanged } from './read-case.ts';
import { addRecordRoutes, type RecordDeps } from './record-routes.ts';
import { createCaseRetention } from './retention.ts';
import { viewerOf } from './rules/model.ts';
import { readCaseTerms } from './search/read-terms.ts';
import { type CaseFilter, type CaseRow, findCase, listCases } from './store/cases.ts';
import { findTask, listEvents } from './store/parts.ts';

type Needs = Omit<RoutesDeps, 'wake'> &
  Parameters<typeof createCaseRetention>[0] & { kit: WorkKit; webhooks: Pick<DeskDeps, 'wake'> };

export const service: Service<Needs> = ({ kit, webhooks: { wake }, ...needs }) => ({
  routes: (app) => addCaseDeskRoutes(app, { ...needs, wake }),
  work: [...createDueWork(kit, { database: needs.database, wake }), createCaseRetention(needs)],
});

type RoutesDeps = RecordDeps & QueueDeps;

function addCaseDeskRoutes(app: FastifyInstance, deps: RoutesDeps): void {
  addQueueRoutes(app, deps);
  addAlertRoutes(app, deps);
  const loads = createLoads(deps);
  addReading(app, deps, loads);
  addWork(app, deps, loads);
  addDecisions(app, deps, loads);
  addMoves(app, deps, loads);
  addRecordRoutes(app, deps, loads.load);
  addDocumentRoutes(app, deps, loads.load);
  addCheckRoutes(app, deps);
}

type Loads = ReturnType<typeof createLoads>;

function createLoads({ database }: DeskDeps) {
  async function load({ caller, params }: At<'desk_case_id'>): Promise<CaseRow> {
    const row = await findCase(database.tenant(caller.orgId), caller.orgId, params.desk_case_id, viewerOf(caller));
    if (row === undefined) throw notFound('case');
    return row;
  }
  return {
    load,
    async loadTask(at: At<'desk_case_id' | 'case_task_id'>): Promise<{ row: CaseRow; taskId: string }> {
      const row = await load(at);
      const taskId = at.params.case_task_id;
      const task = await findTask(database.tenant(at.caller.orgId), at.caller.orgId, row.id, taskId);
      if (task === undefined) throw notFound('task');
      return { row, taskId };
    },
  };
}

/** Changes a case and returns it as it is then. */
const change = (
  deps: DeskDeps,
  caller: Caller,
  { id }: CaseRow,
  work: (desk: Desk, row: CaseRow) => Promise<unknown>,
) =>
  changeCase(deps, caller, id, async (desk, row) => {
    await work(desk, row);
    return readChanged(desk.tx, desk.orgId, id, viewerOf(caller));
  });

function addReading(app: FastifyInstance, { database }: DeskDeps, { load }: Loads): void {
  endpoint(app, operations.caseDesk.list, {
    async handler({ caller, query, request }) {
      const db = database.tenant(caller.orgId);
      const paging = readPaging(request);
      const { ordering = '-number' } = query;
      const filter = { ...(await readFilter(db, caller, query)), ordering };
      const { count, rows } = await listCases(db, caller.orgId, filter, paging);
      return envelope(request, paging, count, rows.map(summaryAnswer));
    },
  });

  endpoint(app, operations.caseDesk.facets, {
    async handler({ caller, query }) {
      const db = database.tenant(caller.orgId);
      return countCases(db, caller.orgId, await readFilter(db, caller, query));
    },
  });

  endpoint(app, operations.caseDesk.get, {
    load,
    async handler({ caller, resource }) {
      const db = database.tenant(caller.orgId);
      await noteReading(db, caller, resource.id);
      return readCase(db, caller.orgId, resource, viewerOf(caller));
    },
  });

  endpoint(app, operations.caseDesk.timeline, {
    load,
    async handler({ caller, request, resource }) {
      const db = database.tenant(caller.orgId);
      const paging = readPaging(request);
      const { count, rows } = await listEvents(db, caller.orgId, resource.id, paging);
      await noteReading(db, caller, resource.id);
      return envelope(request, paging, count, rows.map(eventAnswer));
    },
  });
}

async function readFilter(db: Db, caller: Caller, query: Static<typeof CaseFacetsQuery>): Promise<CaseFilter> {
  const { state, assignee, due } = query;
  const filter: CaseFilter = {
    viewer: viewerOf(caller),
    queueId: await findQueueId(db, caller.orgId, query.queue),
    state,
    terms: await readCaseTerms(db, caller.orgId, query.q),
  };
  if (assignee === 'none') filter.unassigned = true;
  // A key of the organization is nobody, so nothing is assigned to it.
  else if (assignee === 'me') filter.assigneeId = viewerOf(caller) ?? 0;
  else if (assignee !== undefined && /^\d{1,9}$/.test(assignee)) filter.assigneeId = Number(assignee);
  else if (assignee) throw invalidFields({ assignee: ['Give the id of a user, me or none.'] });
  if (due === 'overdue') filter.dueBy = new Date(databaseNow());
  else if (due) {
    filter.dueBy = new Date(due);
    if (!/^\d{4}-\d\d/.test(due) || Number.isNaN(filter.dueBy.getTime()))
      throw invalidFields({ due: ['Give overdue, or a time such as 2026-03-27T10:00:00Z.'] });
  }
  return filter;
}

function addWork(app: FastifyInstance, deps: DeskDeps, { load, loadTask }: Loads): void {
  endpoint(app, operations.caseDesk.assign, {
    load,
    handler: ({ caller, body, resource }) => change(deps, caller, resource, (desk, row) => assign(desk, row, body)),
  });

  endpoint(app, operations.caseDesk.priority, {
    load,
    handler({ caller, body, resource }) {
      refuseBlank({ reason: body.reason });
      return change(deps, caller, resource, (desk, row) => setPriority(desk, row, body));
    },
  });

  endpoint(app, operations.caseDesk.note, {
    load,
    handler({ caller, body, resource }) {
      refuseBlank({ text: body.text });
      return change(deps, caller, resource, (desk, row) => addNote(desk, row, body.text));
    },
  });

  endpoint(app, operations.caseDesk.task, {
    load,
    async handler({ caller, body, resource }) {
      refuseBlank({ title: body.title });
      return taskAnswer(await changeCase(deps, caller, resource.id, (desk, row) => addTask(desk, row, body)));
    },
  });

  endpoint(app, operations.caseDesk.updateTask, {
    load: loadTask,
    async handler({ caller, body, resource: { row, taskId } }) {
      return taskAnswer(
        await changeCase(deps, caller, row.id, (desk, locked) => tickTask(desk, locked, taskId, body.done)),
      );
    },
  });

  endpoint(app, operations.caseDesk.pauseClock, {
    load,
    handler({ caller, body, resource }) {
      refuseBlank({ reason: body.reason });
      return change(deps, caller, resource, (desk, row) => pauseClock(desk, row, body));
    },
  });
}

function addDecisions(app: FastifyInstance, deps: DeskDeps, { load }: Loads): void {
  endpoint(app, operations.caseDesk.decide, {
    load,
    async handler({ caller, body, resource, reply }) {
      refuseBlank({ outcome: body.outcome, reason_code: body.reason_code });
      return change(deps, caller, resource, async (desk, row) => {
        reply.status((await decide(desk, row, body)) ? 200 : 202);
      });
    },
  });

  endpoint(app, operations.caseDesk.approve, {
    load,
    handler: ({ caller, body, resource }) => change(deps, caller, resource, (desk, row) => approve(desk, row, body)),
  });

  endpoint(app, operations.caseDesk.reject, {
    load,
    handler({ caller, body, resource }) {
      refuseBlank({ comment: body.comment });
      return change(deps, caller, resource, (desk, row) => reject(desk, row, body.comment));
    },
  });

  endpoint(app, operations.caseDesk.reopen, {
    load,
    handler({ caller, body, resource }) {
      refuseBlank({ reason: body.reason });
      return change(deps, caller, resource, (desk, row) => reopen(desk, row, body.reason));
    },
  });
}

function addMoves(app: FastifyInstance, deps: DeskDeps, { load }: Loads): void {
  endpoint(app, operations.caseDesk.merge, {
    load,
    handler({ caller, body, resource }) {
      refuseBlank({ reason: body.reason });
      return atDesk(deps, caller, async (desk) => {
        const into = body.into_case_id.toLowerCase();
        await mergeCase(desk, resource.id, { into_case_id: into, reason: body.reason });
        return readChanged(desk.tx, desk.orgId, resource.id, viewerOf(caller));
      });
    },
  });

  endpoint(app, operations.caseDesk.split, {
    load,
    handler({ caller, body, resource }) {
      refuseBlank({ reason: body.reason });
      return changeCase(deps, caller, resource.id, async (desk, row) => {
        const id = await splitCase(desk, row, body);
        return readChanged(desk.tx, desk.orgId, id, viewerOf(caller));
      });
    },
  });

  endpoint(app, operations.caseDesk.restrict, {
    load,
    handler: ({ caller, body, resource }) =>
      change(deps, caller, resource, (desk, row) => restrict(desk, row, body.user_ids)),
  });
}
