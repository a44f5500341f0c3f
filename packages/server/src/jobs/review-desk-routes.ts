import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { getAgent } from '#agents/get-agent.ts';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { readMoment } from '#orgs/moment.ts';
import type { Database } from '#platform/db.ts';
import { compareReviews } from './reviews/compare.ts';
import { decideTask } from './reviews/decide.ts';
import { readPlan } from './reviews/plan.ts';
import { findPlan, setPlan } from './reviews/plans-store.ts';
import { settleDispute } from './reviews/settle.ts';
import { skipTask } from './reviews/skip.ts';
import { findStats } from './reviews/stats.ts';
import { getTask, releaseTask, reserveNext, reserveTask } from './reviews/take-task.ts';
import { taskView } from './reviews/task-view.ts';
import { listTasks } from './reviews/tasks-store.ts';

export function addReviewDeskRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const loadAgent = ({ caller, params }: At<'agent_id'>) => getAgent(database, caller.orgId, params.agent_id);

  endpoint(app, operations.reviews.getPlan, {
    load: loadAgent,
    handler: ({ caller: { orgId }, resource }) => findPlan(database.tenant(orgId), orgId, resource.id),
  });

  endpoint(app, operations.reviews.setPlan, {
    load: loadAgent,
    handler: ({ caller, body, resource }) =>
      setPlan(database.tenant(caller.orgId), caller, resource.id, readPlan(body)),
  });

  endpoint(app, operations.reviews.list, {
    async handler({ caller, query, request }) {
      const paging = readPaging(request);
      const filter = {
        state: query.state,
        reason: query.reason,
        agentId: query.agent_id,
        jobId: query.job_id,
        mine: query.mine === true ? caller : undefined,
        isOverdue: query.overdue,
        isSkipped: query.skipped,
        isDisputed: query.disagreed,
      };
      const { count, rows } = await listTasks(database.tenant(caller.orgId), caller.orgId, filter, paging);
      return envelope(
        request,
        paging,
        count,
        rows.map((row) => taskView(row, caller)),
      );
    },
  });

  endpoint(app, operations.reviews.stats, {
    handler: ({ caller: { orgId }, query }) =>
      findStats(database.tenant(orgId), orgId, {
        agentId: query.agent_id,
        from: readMoment('from', query.from),
        to: readMoment('to', query.to),
      }),
  });

  endpoint(app, operations.reviews.next, {
    async handler({ caller, body, reply }) {
      const task = await reserveNext(database.tenant(caller.orgId), caller, {
        agentId: body.agent_id ?? undefined,
        reason: body.reason ?? undefined,
        except: body.except ?? [],
      });
      if (task === undefined) return sent(reply.code(204).send());
      reply.code(200);
      return taskView(task, caller);
    },
  });

  addTaskRoutes(app, database);
}

/** A task, from taking it to what it ends with. */
function addTaskRoutes(app: FastifyInstance, database: Database): void {
  /** Returns 404 for a task of another organization. */
  const loadTask = ({ caller: { orgId }, params }: At<'review_id'>) =>
    getTask(database.tenant(orgId), orgId, params.review_id);

  endpoint(app, operations.reviews.get, {
    load: loadTask,
    handler: ({ caller, resource }) => taskView(resource, caller),
  });

  endpoint(app, operations.reviews.reserve, {
    load: loadTask,
    handler: async ({ caller, resource }) =>
      taskView(await reserveTask(database.tenant(caller.orgId), caller, resource), caller),
  });

  endpoint(app, operations.reviews.release, {
    load: loadTask,
    handler: async ({ caller, resource }) =>
      taskView(await releaseTask(database.tenant(caller.orgId), caller, resource), caller),
  });

  endpoint(app, operations.reviews.skip, {
    load: loadTask,
    handler: async ({ caller, body, resource }) =>
      taskView(await skipTask(database.tenant(caller.orgId), caller, resource, body.reason), caller),
  });

  endpoint(app, operations.reviews.compare, {
    load: loadTask,
    handler: ({ caller, resource }) => compareReviews(database.tenant(caller.orgId), caller, resource),
  });

  endpoint(app, operations.reviews.decide, {
    load: loadTask,
    handler: async ({ caller, body, resource }) =>
      taskView(
        await decideTask(database.tenant(caller.orgId), caller, resource, {
          agrees: body.agrees,
          comment: body.comment ?? '',
          correctedVerdict: body.corrected_verdict ?? null,
          correctedOutputs: body.corrected_outputs ?? null,
          secondsSpent: body.seconds_spent ?? null,
        }),
        caller,
      ),
  });

  endpoint(app, operations.reviews.settle, {
    load: loadTask,
    handler: async ({ caller, body, resource }) =>
      taskView(
        await settleDispute(database.tenant(caller.orgId), caller, resource, {
          agrees: body.agrees,
          comment: body.comment ?? '',
          correctedVerdict: body.corrected_verdict ?? null,
          correctedOutputs: body.corrected_outputs ?? null,
          agreedWith: body.agreed_with ?? null,
        }),
        caller,
      ),
  });
}
