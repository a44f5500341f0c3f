import type { KnowledgeLens } from '@errand/contract/knowledge.ts';
import type { Scope } from '@errand/contract/scopes.ts';
import { classifyInboundRequest, createMcpHandler, type Server } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listNamedAgents } from '#agents/slugs.ts';
import { listInterfaces as listVersionInterfaces } from '#agents/versions-store.ts';
import { requireScope } from '#http/challenge.ts';
import { type Sent, sent } from '#http/endpoint-options.ts';
import { JOB_SECONDS_MAX } from '#jobs/record/model.ts';
import type { Caller } from '#platform/caller.ts';
import { forbidden } from '#platform/errors.ts';
import { isJsonObject } from '#platform/json.ts';
import type { Logger } from '#platform/log.ts';

import type { readRpc } from '../json-rpc.ts';
import type { CallApi } from '../reply.ts';
import {
  createToolDescriptions,
  createToolNames,
  type ListAgents,
  type ListInterfaces,
  SCHEMA_CHARACTERS_MAX,
} from './agent-tools.ts';
import type { Session } from './call-agent.ts';
import { createServer } from './create-server.ts';
import { createKnowledgeServer } from './knowledge-server.ts';
import type { ProgressDeps } from './run-agent.ts';
import { sendResponse } from './send-response.ts';
import { serveLegacy } from './serve-legacy.ts';
import { serviceTools } from './service-tools.ts';

// Answers messages of the Model Context Protocol. There are no sessions, so any process can answer any request.

export type McpDeps = ProgressDeps & {
  version: string;
  log: Logger;
  taskAfterMs: number;
  engineName(engineClassId: string): string;
};

type Given = { request: FastifyRequest; reply: FastifyReply; caller: Caller; body: ReturnType<typeof readRpc> };

export type McpDoor = ReturnType<typeof createMcpDoor>;

export function createMcpDoor({ version, log, engineName, ...deps }: McpDeps) {
  const listAgents: ListAgents = (orgId) => listNamedAgents(deps.database.tenant(orgId), orgId);
  const listInterfaces: ListInterfaces = (orgId, versionIds) =>
    listVersionInterfaces(deps.database.tenant(orgId), orgId, versionIds, SCHEMA_CHARACTERS_MAX);
  const describeTools = createToolDescriptions(listInterfaces, engineName);
  const tools = { listAgents, findTool: createToolNames(listAgents), describeTools };
  const waitForEnd = (jobId: string, signal: AbortSignal): Promise<void> =>
    deps.watcher.untilFinal(jobId, AbortSignal.any([signal, deps.stopping]), JOB_SECONDS_MAX * 1_000);
  const serverOf = (session: Session): Server => createServer({ ...deps, waitForEnd, ...tools }, session, version);
  const onerror = (error: Error): void => log.debug({ err: error }, 'MCP request refused');
  const modern = createMcpHandler(({ authInfo }) => serverOf(authInfo!.extra!.session as Session), { onerror });
  const reading = createMcpHandler(({ authInfo }) => authInfo!.extra!.server as Server, { onerror });

  return {
    answer({ request, reply, caller, body }: Given, callApi: CallApi): Sent | Promise<Sent> {
      requireScope(request, reply, scopeOfMessage('message' in body ? body.message : {}));
      const session: Session = { caller, callApi, given: takeArguments(body) };
      return exchange(
        { request, reply, read: body },
        () => serverOf(session),
        (given, options) => {
          const authInfo = {
            token: '',
            clientId: caller.keyId ?? String(caller.userId),
            scopes: [],
            extra: { session },
          };
          return modern.fetch(given, { ...options, authInfo });
        },
      );
    },
    answerReader({ request, reply, body }: Omit<Given, 'caller'>, lens: KnowledgeLens): Sent | Promise<Sent> {
      const server = (): Server => createKnowledgeServer(lens, version);
      return exchange({ request, reply, read: body }, server, (given, options) =>
        reading.fetch(given, {
          ...options,
          authInfo: { token: '', clientId: '', scopes: [], extra: { server: server() } },
        }),
      );
    },
    async close(): Promise<void> {
      await Promise.all([modern.close(), reading.close()]);
    },
  };
}

/**
 * The scope that a message needs, so that a program can ask its person for more. Whatever else it does is checked by the
 * API that it calls.
 */
function scopeOfMessage({ method, params }: Record<string, unknown>): Scope {
  if (method !== 'tools/call') return 'read';
  const { name } = (params ?? {}) as { name?: unknown };
  const own = serviceTools.find((tool) => tool.name === name);
  return own === undefined ? 'run' : own.scope;
}

/**
 * Takes the arguments out of a call, because the library would validate and copy them member by member. Whoever gets
 * them checks them.
 */
function takeArguments(read: ReturnType<typeof readRpc>): Record<string, unknown> | undefined {
  if (!('message' in read) || read.message.method !== 'tools/call' || !isJsonObject(read.message.params)) return;
  const { params } = read.message;
  const { arguments: given } = params;
  if (!isJsonObject(given)) return;
  params.arguments = {};
  return given;
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; read: ReturnType<typeof readRpc> };

/** Answers one message by the rules of its revision. */
function exchange(
  { request, reply, read }: Exchange,
  serverOf: () => Server,
  answerModern: (request: Request, options: { parsedBody: unknown }) => Promise<Response>,
): Sent | Promise<Sent> {
  if (!isKnownOrigin(request)) throw forbidden('Requests from this origin are not allowed.');
  if ('refusal' in read) return sent(reply.code(400).send(read.refusal));
  const body = read.message;
  const response = isLegacy(request, body)
    ? serveLegacy(serverOf(), body, headerOf(request, REVISION))
    : answerModern(toWebRequest(request, reply), { parsedBody: body });
  return sendResponse(reply, response, { takesEvents: takesEvents(request) });
}

/** Protects servers in a visitor's network from pages of other sites. Programs send no Origin header. */
function isKnownOrigin({ headers: { origin }, server: { publicUrl } }: FastifyRequest): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname, origin: known } = new URL(origin);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  return isLoopback || (publicUrl !== undefined && known === new URL(publicUrl).origin);
}

const EVENTS = 'text/event-stream';
const takesEvents = ({ headers }: FastifyRequest): boolean => headers.accept?.includes(EVENTS) === true;

const REVISION = 'mcp-protocol-version';

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Whether the request lacks the envelope that each request has since revision 2026-07-28. */
function isLegacy(request: FastifyRequest, body: unknown): boolean {
  const protocolVersionHeader = headerOf(request, REVISION);
  const mcpMethodHeader = headerOf(request, 'mcp-method');
  const mcpNameHeader = headerOf(request, 'mcp-name');
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(protocolVersionHeader !== undefined && { protocolVersionHeader }),
    ...(mcpMethodHeader !== undefined && { mcpMethodHeader }),
    ...(mcpNameHeader !== undefined && { mcpNameHeader }),
  });
  return kind === 'legacy';
}

/** Leaves out the credential, which the MCP server does not need, and the body, which was already read. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const leaving = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort(LEFT);
  });
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !['authorization', 'accept', 'content-length', 'host', 'connection'].includes(name)
      ? [[name, value] as [string, string]]
      : [],
  );
  return new Request('http://errand.internal/mcp', {
    method: 'POST',
    headers: [...headers, ['accept', `application/json, ${EVENTS}`]],
    signal: leaving.signal,
  });
}

const LEFT = new Error('The client disconnected.');
