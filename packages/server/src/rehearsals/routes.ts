import { Readable } from 'node:stream';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { cancelRun, findSettled } from '#batch-runs/run-batch.ts';
import { listBatchRuns } from '#batch-runs/store.ts';
import { awaitEnd, isFinished } from '#http/await-end.ts';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import type { Canceller } from '#jobs/queue/cancel-job.ts';
import type { Db } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { defineSettling } from '#platform/leased-work/settle.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { findPolicy, type PolicyRow } from '#policies/store.ts';
import { listFlips } from './cases-store.ts';
import { resumeRehearsal } from './resume-rehearsal.ts';
import { settleRehearsal } from './settle-rehearsal.ts';
import { type RehearsalDeps, startRehearsal } from './start-rehearsal.ts';
import { type RehearsalRow, rehearsalKind, settledRows } from './store.ts';
import { rehearsalView, summaryView } from './view.ts';

const FLIPS_PAGE = 500;

export const service: Service<RehearsalDeps & { canceller: Canceller } & { kit: WorkKit }> = (context) => ({
  routes: (app) => addRehearsalRoutes(app, context),
  work: [defineSettling(context.kit, settledRows, (orgId, id) => settleRehearsal(context.database, orgId, id))],
});

function addRehearsalRoutes(app: FastifyInstance, deps: RehearsalDeps & { canceller: Canceller }): void {
  const { database } = deps;

  async function loadPolicy({ caller: { orgId }, params }: At<'policy_id'>): Promise<PolicyRow> {
    const policy = await findPolicy(database.tenant(orgId), orgId, params.policy_id);
    if (policy === undefined) throw notFound('policy');
    return policy;
  }
  async function getRehearsal(orgId: string, policyId: string, id: string): Promise<RehearsalRow> {
    const found = await findSettled(database, rehearsalKind, orgId, id, settleRehearsal);
    if (found?.policy_id !== policyId) throw notFound('rehearsal of this policy');
    return found;
  }
  async function load(at: At<'policy_id' | 'rehearsal_id'>): Promise<RehearsalRow> {
    return getRehearsal(at.caller.orgId, (await loadPolicy(at)).id, at.params.rehearsal_id);
  }
  const answer = async (orgId: string, policyId: string, id: string) =>
    rehearsalView(database.tenant(orgId), await getRehearsal(orgId, policyId, id));

  endpoint(app, operations.rehearsals.list, {
    load: loadPolicy,
    async handler({ caller: { orgId }, request, resource: policy }) {
      const paging = readPaging(request);
      const db = database.tenant(orgId);
      const { count, rows } = await listBatchRuns(db, rehearsalKind, orgId, policy.id, paging);
      return envelope(request, paging, count, await Promise.all(rows.map((row) => summaryView(db, row))));
    },
  });

  endpoint(app, operations.rehearsals.create, {
    load: loadPolicy,
    async handler({ caller, body, resource: policy }) {
      const id = await startRehearsal(deps, caller, policy, body);
      return answer(caller.orgId, policy.id, id);
    },
  });

  endpoint(app, operations.rehearsals.get, {
    load,
    handler: (at) =>
      awaitEnd({
        ...at,
        seconds: at.query.wait,
        hasEnded: isFinished,
        load: () => load(at),
        view: (row) => rehearsalView(database.tenant(at.caller.orgId), row),
      }),
  });

  endpoint(app, operations.rehearsals.flips, {
    load,
    handler({ caller: { orgId }, reply, resource }) {
      const lines = flipLines(database.tenant(orgId), orgId, resource.id);
      return sent(reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(lines)));
    },
  });

  endpoint(app, operations.rehearsals.cancel, {
    load,
    async handler({ caller, resource }) {
      await cancelRun(deps, caller, rehearsalKind, resource);
      return answer(caller.orgId, resource.policy_id, resource.id);
    },
  });

  endpoint(app, operations.rehearsals.resume, {
    load,
    async handler({ caller, body, resource }) {
      await resumeRehearsal(deps, caller, resource, body.max_cost);
      return answer(caller.orgId, resource.policy_id, resource.id);
    },
  });
}

async function* flipLines(db: Db, orgId: string, id: string): AsyncGenerator<string> {
  for (let after = -1; ; ) {
    const page = await listFlips(db, orgId, id, { after, size: FLIPS_PAGE });
    if (page.length > 0) yield page.map(({ position: _at, ...flip }) => `${JSON.stringify(flip)}\n`).join('');
    if (page.length < FLIPS_PAGE) return;
    after = page.at(-1)!.position;
  }
}
