import { AgentCard } from '@a2a-js/sdk';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findCardAgent, findPublicCardAgent, listCardAgents, listPublicCardAgents } from '#agents/card-agents.ts';
import { getAgent } from '#agents/get-agent.ts';
import { listAgentsBySlug } from '#agents/slugs.ts';
import { baseUrl } from '#http/base-url.ts';
import { endpoint } from '#http/endpoint.ts';
import type { Service } from '#http/service.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import type { WebhookRuntime } from '#webhooks/runtime.ts';
import { createCallApi } from '../call-api.ts';
import { readRpc } from '../json-rpc.ts';
import { agentCard, rootCard } from './agent-card.ts';
import { answerRpc } from './answer-rpc.ts';
import { type Arrived, addHttpJsonRoutes } from './http-json-routes.ts';
import { type A2aDeps, createRequestHandler } from './request-handler.ts';

// Serves agents to other agents with the Agent2Agent (A2A) protocol, over JSON-RPC and HTTP+JSON.

type Deps = A2aDeps & { version: string; log: Logger };

type Needs = Omit<Deps, 'vault' | 'findUrlProblem'> & { webhooks: Pick<WebhookRuntime, 'vault' | 'outbound'> };

export const service: Service<Needs> = ({ webhooks: { vault, outbound }, ...deps }) => ({
  routes: (app) => addA2aRoutes(app, { ...deps, vault, findUrlProblem: outbound.findProblem }),
});

function addA2aRoutes(app: FastifyInstance, { version, log, ...deps }: Deps): void {
  const { database } = deps;
  const place = (request: FastifyRequest) => ({ base: baseUrl(request), version });

  async function getRootCard(caller: Caller | undefined, request: FastifyRequest): Promise<AgentCard> {
    const agents = caller
      ? await listCardAgents(database.tenant(caller.orgId), caller.orgId)
      : await listPublicCardAgents(database.system);
    if (caller === undefined && agents.length === 0) throw new AppError('not_authenticated');
    return rootCard(agents, place(request));
  }

  endpoint(app, operations.a2a.rootCard, {
    handler: async ({ caller, request }) =>
      AgentCard.toJSON(await getRootCard(caller, request)) as Record<string, unknown>,
  });

  async function getCard(caller: Caller | undefined, agentId: string, request: FastifyRequest): Promise<AgentCard> {
    if (caller !== undefined) await getAgent(database, caller.orgId, agentId);
    const agent = caller
      ? await findCardAgent(database.tenant(caller.orgId), caller.orgId, agentId)
      : await findPublicCardAgent(database.system, agentId);
    // Without a credential, nobody can find out which agents exist.
    if (agent === undefined) throw caller ? notFound('agent') : new AppError('not_authenticated');
    const slugs = await listAgentsBySlug(database.tenant(agent.org_id), agent.org_id);
    const [slug = agent.id] = [...slugs].find(([, { id }]) => id === agent.id) ?? [];
    return agentCard(agent, slug, place(request));
  }

  endpoint(app, operations.a2a.agentCard, {
    handler: async ({ caller, params, request }) =>
      AgentCard.toJSON(await getCard(caller, params.agent_id, request)) as Record<string, unknown>,
  });

  const createHandler = ({ caller, agentId, request, reply }: Arrived) =>
    createRequestHandler(
      { ...deps, log },
      {
        agentId,
        caller,
        callApi: createCallApi(app, request, 'a2a'),
        card: () => (agentId === undefined ? getRootCard(caller, request) : getCard(caller, agentId, request)),
        signal: leaving(reply),
      },
    );

  endpoint(app, operations.a2a.call, {
    load: ({ caller, params }) => getAgent(database, caller.orgId, params.agent_id),
    carries: 'message',
    readBody: ({ request }) => readRpc(request),
    handler: ({ caller, params, request, reply, body }) =>
      answerRpc({ body, log, request, reply }, () =>
        createHandler({ caller, agentId: params.agent_id, request, reply }),
      ),
  });

  endpoint(app, operations.a2a.callOrganization, {
    carries: 'message',
    readBody: ({ request }) => readRpc(request),
    handler: ({ caller, request, reply, body }) =>
      answerRpc({ body, log, request, reply }, () => createHandler({ caller, agentId: undefined, request, reply })),
  });

  addHttpJsonRoutes(app, {
    log,
    createHandler,
    load: (caller, agentId) => getAgent(database, caller.orgId, agentId),
  });
}

function leaving(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  return left.signal;
}
