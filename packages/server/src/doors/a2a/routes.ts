import { AgentCard } from '@a2a-js/sdk';
import { JsonRpcTransportHandler, ServerCallContext } from '@a2a-js/sdk/server';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findCardAgent, findPublicCardAgent, listCardAgents, listPublicCardAgents } from '#agents/card-agents.ts';
import { getAgent } from '#agents/get-agent.ts';
import { baseUrl } from '#http/base-url.ts';
import { endpoint } from '#http/endpoint.ts';
import { sent } from '#http/endpoint-options.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import { createCallApi } from '../call-api.ts';
import { INVALID_REQUEST, isRpcRequest, readRpc } from '../json-rpc.ts';
import { rpcError, rpcId } from '../rpc-error.ts';
import { agentCard, PROTOCOL_VERSION, rootCard } from './agent-card.ts';
import { withoutReadErrors } from './refusals.ts';
import { type A2aDeps, createRequestHandler } from './request-handler.ts';
import { sendEvents } from './send-events.ts';

// Serves agents to other agents with the Agent2Agent (A2A) protocol over JSON-RPC.

type Deps = A2aDeps & { version: string; log: Logger };

export function addA2aRoutes(app: FastifyInstance, { version, log, ...deps }: Deps): void {
  const { database } = deps;
  const place = (request: FastifyRequest) => ({ base: baseUrl(request), version });

  endpoint(app, operations.a2a.rootCard, {
    async handler({ caller, request }) {
      const agents = caller
        ? await listCardAgents(database.tenant(caller.orgId), caller.orgId)
        : await listPublicCardAgents(database.system);
      if (caller === undefined && agents.length === 0) throw new AppError('not_authenticated');
      return AgentCard.toJSON(rootCard(agents, place(request))) as Record<string, unknown>;
    },
  });

  async function getCard(caller: Caller | undefined, agentId: string, request: FastifyRequest): Promise<AgentCard> {
    if (caller !== undefined) await getAgent(database, caller.orgId, agentId);
    const agent = caller
      ? await findCardAgent(database.tenant(caller.orgId), caller.orgId, agentId)
      : await findPublicCardAgent(database.system, agentId);
    // Without a credential, nobody can find out which agents exist.
    if (agent === undefined) throw caller ? notFound('agent') : new AppError('not_authenticated');
    return agentCard(agent, place(request));
  }

  endpoint(app, operations.a2a.agentCard, {
    handler: async ({ caller, params, request }) =>
      AgentCard.toJSON(await getCard(caller, params.agent_id, request)) as Record<string, unknown>,
  });

  endpoint(app, operations.a2a.call, {
    load: ({ caller, params }) => getAgent(database, caller.orgId, params.agent_id),
    readBody: ({ request }) => readRpc(request),
    async handler({ caller, params: { agent_id: agentId }, request, reply, body }) {
      if ('refusal' in body) return sent(reply.code(400).send(body.refusal));
      const { message } = body;
      if (!isRpcRequest(message))
        return sent(
          reply.code(400).send(rpcError(INVALID_REQUEST, 'This is not a JSON-RPC 2.0 request.', rpcId(message))),
        );
      const asked = versionOf(request, message);
      if (asked !== PROTOCOL_VERSION) {
        const text = `A2A ${asked} is not supported. Supported: ${PROTOCOL_VERSION}.`;
        return sent(reply.code(200).send(rpcError(VERSION_NOT_SUPPORTED, text, rpcId(message))));
      }
      const call = {
        agentId,
        caller,
        callApi: createCallApi(app, request, 'a2a'),
        card: () => getCard(caller, agentId, request),
        signal: leaving(reply),
      };
      const transport = new JsonRpcTransportHandler(createRequestHandler({ ...deps, log }, call));
      const answer = await transport.handle(message, new ServerCallContext({ requestedVersion: PROTOCOL_VERSION }));
      if (Symbol.asyncIterator in answer) return sendEvents(reply, answer, { id: rpcId(message), log });
      return sent(reply.code(200).send(withoutReadErrors(answer)));
    },
  });
}

const VERSION_NOT_SUPPORTED = -32009;

/** A client without the version header speaks 0.3, unless it uses a method name of 1.0. */
function versionOf({ headers }: FastifyRequest, { method }: Record<string, unknown>): string {
  const given = headers['a2a-version'];
  if (typeof given === 'string' && given !== '') return given.replace(/^(\d+\.\d+)\..*$/, '$1');
  return typeof method === 'string' && method.includes('/') ? '0.3' : PROTOCOL_VERSION;
}

function leaving(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  return left.signal;
}
