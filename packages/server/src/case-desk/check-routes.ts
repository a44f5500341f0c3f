import type { CaseCheck } from '@errand/contract/case-records.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { findDutyObstacle, toActor } from '#orgs/actor.ts';
import { readMoment } from '#orgs/moment.ts';
import type { Caller } from '#platform/caller.ts';
import { forbidden, invalidFields, notFound } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { atDesk, conflict, type DeskDeps, record } from './desk.ts';
import { readFigures } from './figures.ts';
import { findQueueId } from './find-queue-id.ts';
import { viewerOf } from './rules/model.ts';
import { findCase } from './store/cases.ts';
import * as store from './store/checks.ts';

// Quality control: second looks at decided cases, and what they say of people, agents, rules and playbooks.

const PERIOD_MS = 30 * 86_400_000;

export function addCheckRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { database } = deps;

  endpoint(app, operations.caseChecks.list, {
    async handler({ caller, query, request }) {
      const paging = readPaging(request);
      const filter = {
        viewer: viewerOf(caller),
        open: query.open,
        caseIds: query.case === undefined ? undefined : [query.case],
      };
      const { count, rows } = await store.listChecks(database.tenant(caller.orgId), caller.orgId, filter, paging);
      return envelope(request, paging, count, rows.map(checkAnswer));
    },
  });

  endpoint(app, operations.caseChecks.create, {
    handler: ({ caller, body }) =>
      atDesk(deps, caller, async (desk) => {
        const row = await findCase(desk.tx, desk.orgId, body.case_id.toLowerCase(), viewerOf(caller));
        if (row === undefined) throw invalidFields({ case_id: ['There is no case with this id.'] });
        const decisionId = row.outcome === null ? undefined : await store.findLastDecision(desk.tx, desk.orgId, row.id);
        if (decisionId === undefined) throw conflict('The case is not decided.');
        if (!(await store.insertCheck(desk.tx, desk.orgId, { caseId: row.id, decisionId, source: 'person' })))
          throw conflict('There is a second look at this decision already.');
        await record(desk, row.id, 'check_asked');
        const { rows } = await store.listChecks(
          desk.tx,
          desk.orgId,
          { viewer: viewerOf(caller), caseIds: [row.id] },
          { size: 1, offset: 0 },
        );
        return checkAnswer(rows[0]!);
      }),
  });

  endpoint(app, operations.caseChecks.sample, {
    handler: ({ caller, body }) =>
      atDesk(deps, caller, async (desk) => {
        const queueId = (await findQueueId(desk.tx, desk.orgId, body.queue)) ?? null;
        const drawn = await store.drawDecisions(desk.tx, desk.orgId, {
          viewer: viewerOf(caller),
          queueId,
          from: body.from ?? null,
          to: body.to ?? null,
          count: body.count,
        });
        const results: CaseCheck[] = [];
        for (const { case_id: caseId, decision_id: decisionId } of drawn) {
          if (!(await store.insertCheck(desk.tx, desk.orgId, { caseId, decisionId, source: 'sample' }))) continue;
          await record(desk, caseId, 'sampled', { source: 'sample' });
          const filter = { viewer: viewerOf(caller), caseIds: [caseId], open: true };
          const { rows } = await store.listChecks(desk.tx, desk.orgId, filter, { size: 1, offset: 0 });
          results.push(checkAnswer(rows[0]!));
        }
        return { drawn: results.length, results };
      }),
  });

  endpoint(app, operations.caseChecks.decide, {
    async load({ caller, params }: At<'case_check_id'>): Promise<store.CheckRow> {
      const db = database.tenant(caller.orgId);
      const row = await store.findCheck(db, caller.orgId, params.case_check_id, viewerOf(caller));
      if (row === undefined) throw notFound('second look');
      return row;
    },
    handler: ({ caller, body, resource }) =>
      atDesk(deps, caller, async (desk) => {
        refuseOwn(caller, resource);
        const { agrees, right_outcome: rightOutcome = null, comment = null } = body;
        if (agrees && rightOutcome !== null && rightOutcome !== resource.outcome)
          throw invalidFields({ right_outcome: ['Who agrees says no other outcome.'] });
        const given = { agrees, rightOutcome, comment, by: desk.link };
        if (!(await store.updateCheck(desk.tx, desk.orgId, resource.id, given)))
          throw conflict('Somebody has looked already.');
        await record(desk, resource.case_id, 'checked', { agrees, right_outcome: rightOutcome });
        return checkAnswer((await store.findCheck(desk.tx, desk.orgId, resource.id, viewerOf(caller)))!);
      }),
  });

  endpoint(app, operations.caseRecords.figures, {
    async handler({ caller, query }) {
      const db = database.tenant(caller.orgId);
      const to = readMoment('to', query.to) ?? new Date(databaseNow());
      const from = readMoment('from', query.from) ?? new Date(to.getTime() - PERIOD_MS);
      if (!(from < to)) throw invalidFields({ to: ['Must be after from.'] });
      const queueId = (await findQueueId(db, caller.orgId, query.queue)) ?? null;
      return readFigures(db, caller.orgId, { viewer: viewerOf(caller), queueId, from, to });
    },
  });
}

/** A second look is a duty of people: neither who proposed the decision, nor who approved it, nor a key looks again. */
function refuseOwn(caller: Caller, { proposed_by, decided_by }: store.CheckRow): void {
  const obstacle = findDutyObstacle([proposed_by, decided_by], caller);
  if (obstacle !== undefined) throw forbidden(obstacle);
}

const checkAnswer = ({
  proposed_by: _,
  decided_by,
  checked_by,
  created_at,
  checked_at,
  ...row
}: store.CheckRow): CaseCheck => ({
  ...row,
  decided_by: toActor([decided_by]),
  checked_by: checked_by && toActor([checked_by]),
  created_at: created_at.toISOString(),
  checked_at: checked_at?.toISOString() ?? null,
});
