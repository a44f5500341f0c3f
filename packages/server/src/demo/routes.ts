import type { DemoWorkspace } from '@errand/contract/demo.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createCallApi } from '#doors/call-api.ts';
import type { CallApi } from '#doors/reply.ts';
import { endpoint } from '#http/endpoint.ts';
import { serveRoutes } from '#http/service.ts';
import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import { type Ask, createDemo } from './create-demo.ts';
import { AskError, type RemoveDeps, removeDemo } from './remove-demo.ts';
import { type DemoRow, findDemo, insertDemo, noObjects, updateDemo } from './store.ts';

// The demo workspace: sample objects that are created and removed together.

export const service = serveRoutes(addDemoRoutes);

function addDemoRoutes(app: FastifyInstance, deps: RemoveDeps): void {
  const { database } = deps;
  const find = (orgId: string) => findDemo(database.tenant(orgId), orgId);

  endpoint(app, operations.demo.get, {
    handler: async ({ caller: { orgId } }) => toAnswer(await find(orgId)),
  });

  endpoint(app, operations.demo.create, {
    async handler({ caller, request, reply }) {
      const { orgId } = caller;
      const db = database.tenant(orgId);
      const isNew = await db.tx(async (tx) => {
        if (!(await insertDemo(tx, orgId))) return false;
        await insertAudit(tx, caller, { orgId, action: 'demo.created', targetType: 'organization', targetId: orgId });
        return true;
      });
      if (!isNew) return toAnswer(await find(orgId));
      const objects = noObjects();
      await createDemo(createAsk(app, request, caller), async (kind, id) => {
        objects[kind].push(id);
        await updateDemo(db, orgId, objects);
      });
      reply.code(201);
      return toAnswer(await find(orgId));
    },
  });

  endpoint(app, operations.demo.remove, {
    async handler({ caller, request }) {
      const { orgId } = caller;
      const demo = await find(orgId);
      if (demo === undefined) return { agents: 0, jobs: 0, policies: 0, tables: 0 };
      const removed = await removeDemo(deps, orgId, demo.objects, createAsk(app, request, caller));
      const target = { targetType: 'organization', targetId: orgId };
      await insertAudit(database.tenant(orgId), caller, { orgId, action: 'demo.removed', ...target, detail: removed });
      return removed;
    },
  });
}

const toAnswer = (demo: DemoRow | undefined): DemoWorkspace => {
  const { agents, policies, tables } = demo?.objects ?? noObjects();
  return { created_at: demo?.createdAt.toISOString() ?? null, agents, policies, tables };
};

/** Calls this service's API with the credentials of the request. */
function createAsk(app: FastifyInstance, request: FastifyRequest, { orgId }: Caller): Ask {
  const callApi = createCallApi(app, request, 'api');
  return async <T>(method: Parameters<CallApi>[0], path: string, body?: object) => {
    const answer = await callApi(method, `${path}?organization_id=${orgId}`, body);
    if (answer.status < 400) return answer.body as T;
    throw new AskError(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  };
}
