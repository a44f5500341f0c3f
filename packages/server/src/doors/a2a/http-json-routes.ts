import { RequestMalformedError, VersionNotSupportedError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { defineOperations, type Operation } from '@errand/contract/operation.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonObject } from '#http/body.ts';
import { requireScope } from '#http/challenge.ts';
import { endpoint } from '#http/endpoint.ts';
import { type Sent, sent } from '#http/endpoint-options.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError } from '#platform/errors.ts';
import { JsonError } from '#platform/json.ts';
import type { Logger } from '#platform/log.ts';
import { PROTOCOL_VERSION } from './agent-card.ts';
import { callOverHttp, type HttpAnswer } from './http-json.ts';
import { toA2aError, toHttpError } from './refusals.ts';
import { sendEvents } from './send-events.ts';

// Routes of the HTTP+JSON binding, for one agent and for the organization. The protocol describes them, so they are not
// in `/openapi.json`.

export type Arrived = { caller: Caller; agentId: string | undefined; request: FastifyRequest; reply: FastifyReply };

type Deps = {
  log: Logger;
  /** Finds the agent, or throws not found. */
  load(caller: Caller, agentId: string): Promise<unknown>;
  createHandler(arrived: Arrived): A2ARequestHandler;
};

const paths = [
  'POST message::send/',
  'POST message::stream/',
  'GET tasks/',
  'GET tasks/*',
  'POST tasks/*',
  'DELETE tasks/*',
  'GET extendedAgentCard/',
];

export function addHttpJsonRoutes(app: FastifyInstance, deps: Deps): void {
  for (const path of paths) {
    for (const prefix of ['/a2a/', '/a2a/:agent_id/']) {
      const at = path.replace(' ', ` ${prefix}`) as `POST /${string}`;
      const { route } = defineOperations('Doors', { route: { at, role: 'viewer', summary: '', responses: {} } });
      const agentOf = (request: FastifyRequest) => (request.params as { agent_id?: string }).agent_id;
      endpoint(app, route as Operation, {
        isApart: true,
        async load({ caller, request }) {
          const agentId = agentOf(request);
          if (agentId !== undefined) await deps.load(caller as Caller, agentId);
        },
        handler: ({ caller, request, reply }) =>
          answer(deps, { caller: caller as Caller, agentId: agentOf(request), request, reply }),
      });
    }
  }
}

const HEADERS = { 'content-type': 'application/a2a+json' };

async function answer(deps: Deps, arrived: Arrived): Promise<Sent> {
  const { request, reply } = arrived;
  requireScope(request, reply, request.method === 'GET' ? 'read' : 'run');
  const refuse = (error: unknown) => {
    const body = toHttpError(toA2aError(error, deps.log));
    return { status: body.error.code, body };
  };
  let answered: HttpAnswer | undefined;
  try {
    const asked = request.headers['a2a-version'];
    if (typeof asked === 'string' && !/^(1\.0(\.\d+)?)?$/.test(asked))
      throw new VersionNotSupportedError(`A2A ${asked} is not supported. Supported: ${PROTOCOL_VERSION}.`);
    answered = await callOverHttp(deps.createHandler(arrived), {
      method: request.method,
      path: request.url.replace(/\?.*$/s, '').replace(/^\/a2a\/([0-9a-f-]{36}\/)?/i, ''),
      query: request.query as Record<string, unknown>,
      body: readBody(request),
    });
  } catch (error) {
    const { status, body } = refuse(error);
    return sent(reply.code(status).headers(HEADERS).send(JSON.stringify(body)));
  }
  if (answered === undefined) throw new AppError('unknown_path');
  if ('events' in answered) return sendEvents(reply, answered.events, { refuse, errorEvent: 'error' });
  const { status, body } = answered;
  if (body === undefined) return sent(reply.code(status).send());
  return sent(reply.code(status).headers(HEADERS).send(JSON.stringify(body)));
}

function readBody(request: FastifyRequest): Record<string, unknown> {
  try {
    return jsonObject(request);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new RequestMalformedError(`The body is not valid: ${error.message}`);
  }
}
