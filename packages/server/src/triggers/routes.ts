import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Connectors } from '#connections/registry.ts';
import { baseUrl } from '#http/base-url.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import type { SecretBox } from '#secrets/box.ts';
import { runAnswer, showsAddress, triggerAnswer } from './answers.ts';
import { type ChangeDeps, createTrigger, patchTrigger, removeTrigger, replaceTrigger } from './change-trigger.ts';
import { findConnectionProblem } from './connection-uses.ts';
import { addHookRoutes } from './hook-routes.ts';
import type { ReceiveDeps } from './receive.ts';
import { rotateAddress } from './rotate-address.ts';
import { listLastRuns, listRuns } from './runs-store.ts';
import { createTriggerRuntime, type TriggerOptions } from './runtime.ts';
import { findTrigger, listTriggers, sealedToken, type TriggerRow } from './store.ts';
import { type FindInputProblems, testTrigger } from './test-trigger.ts';

type TriggerRouteDeps = ChangeDeps & ReceiveDeps & { findInputProblems: FindInputProblems };

type Needs = TriggerOptions & {
  database: Database;
  box: SecretBox;
  connectors: Connectors;
  findInputProblems: FindInputProblems;
};

export const service: Service<Needs> = (context) => {
  const { database, box, connectors, findInputProblems, alertDoor } = context;
  const { startEvent, ...work } = createTriggerRuntime(context);
  const findProblem = (orgId: string, id: string) =>
    findConnectionProblem(database.tenant(orgId), connectors, orgId, id);
  return {
    routes: (app) =>
      addTriggerRoutes(app, {
        ...{ database, box, startEvent, findInputProblems, alertDoor },
        findConnectionProblem: findProblem,
      }),
    work: [{ name: 'triggers', ...work }],
  };
};

function addTriggerRoutes(app: FastifyInstance, deps: TriggerRouteDeps): void {
  const { database, box } = deps;
  /** Triggers of other organizations are not found. */
  async function load({ caller: { orgId }, params }: At<'trigger_id'>): Promise<TriggerRow> {
    const trigger = await findTrigger(database.tenant(orgId), orgId, params.trigger_id);
    if (trigger === undefined) throw notFound('trigger');
    return trigger;
  }
  async function addressOf({ id, org_id: orgId, token_sealed: sealed }: TriggerRow, request: FastifyRequest) {
    if (sealed === null) return null;
    return `${baseUrl(request)}/hooks/${await box.open(sealedToken.at({ org_id: orgId, id }), sealed)}/`;
  }
  async function answers(caller: Caller, rows: TriggerRow[], request: FastifyRequest) {
    const ids = rows.map(({ id }) => id);
    const last = await listLastRuns(database.tenant(caller.orgId), caller.orgId, ids);
    return Promise.all(
      rows.map(async (row) => {
        const url = showsAddress(caller) ? await addressOf(row, request) : null;
        return triggerAnswer(row, { url, lastRun: last.get(row.id) });
      }),
    );
  }
  async function answer(caller: Caller, id: string, request: FastifyRequest) {
    const row = await findTrigger(database.tenant(caller.orgId), caller.orgId, id);
    if (row === undefined) throw notFound('trigger');
    return (await answers(caller, [row], request))[0]!;
  }

  endpoint(app, operations.triggers.list, {
    async handler({ caller, query, request }) {
      const paging = readPaging(request);
      const filter = {
        kind: query.kind,
        agentId: query.agent_id,
        enabled: query.enabled === undefined ? undefined : query.enabled === 'true',
        search: query.search,
      };
      const { count, rows } = await listTriggers(database.tenant(caller.orgId), caller.orgId, filter, paging);
      return envelope(request, paging, count, await answers(caller, rows, request));
    },
  });

  endpoint(app, operations.triggers.create, {
    handler: async ({ caller, body, request }) => answer(caller, await createTrigger(deps, caller, body), request),
  });

  endpoint(app, operations.triggers.get, {
    load,
    handler: async ({ caller, resource, request }) => (await answers(caller, [resource], request))[0]!,
  });

  endpoint(app, operations.triggers.replace, {
    load,
    async handler({ caller, body, resource: { id }, request }) {
      await replaceTrigger(deps, caller, id, body);
      return answer(caller, id, request);
    },
  });

  endpoint(app, operations.triggers.update, {
    load,
    async handler({ caller, body, resource: { id }, request }) {
      await patchTrigger(deps, caller, id, body);
      return answer(caller, id, request);
    },
  });

  endpoint(app, operations.triggers.delete, {
    load,
    handler: ({ caller, resource }) => removeTrigger(deps, caller, resource),
  });

  endpoint(app, operations.triggers.rotateAddress, {
    load,
    async handler({ caller, resource, request }) {
      await rotateAddress(deps, caller, resource);
      return answer(caller, resource.id, request);
    },
  });

  endpoint(app, operations.triggers.test, {
    load,
    handler: ({ body, resource }) => testTrigger(resource, body.event, deps),
  });

  endpoint(app, operations.triggers.runs, {
    load,
    async handler({ caller: { orgId }, request, resource: { id } }) {
      const paging = readPaging(request);
      const { count, rows } = await listRuns(database.tenant(orgId), orgId, id, paging);
      return envelope(request, paging, count, rows.map(runAnswer));
    },
  });

  addHookRoutes(app, deps);
}
