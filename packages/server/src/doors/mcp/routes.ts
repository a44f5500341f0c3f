import type { KnowledgeLens } from '@errand/contract/knowledge.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import { classifyInboundRequest, createMcpHandler, type Server } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { type At, type Sent, sent } from '#http/endpoint-options.ts';
import { JOB_SECONDS_MAX } from '#jobs/record/model.ts';
import { forbidden, notFound } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import { createCallApi } from '../call-api.ts';
import { readRpc } from '../json-rpc.ts';
import { createToolNames } from './agent-tools.ts';
import type { Session } from './call-agent.ts';
import { createServer } from './create-server.ts';
import { createKnowledgeServer } from './knowledge-server.ts';
import type { ProgressDeps } from './run-agent.ts';
import { sendResponse } from './send-response.ts';
import { serveLegacy } from './serve-legacy.ts';

// Agents as tools of the Model Context Protocol, over Streamable HTTP without sessions: any process answers any request.

type Deps = ProgressDeps & {
  version: string;
  log: Logger;
  taskAfterMs: number;
  /** The finished content of a knowledge base, if its address is open. */
  findLens(orgId: string, knowledgeBaseId: string): Promise<KnowledgeLens | undefined>;
};

export function addMcpRoutes(app: FastifyInstance, { version, log, ...deps }: Deps): void {
  const findTool = createToolNames();
  const waitForEnd = (jobId: string, signal: AbortSignal): Promise<void> =>
    deps.watcher.untilFinal(jobId, AbortSignal.any([signal, deps.stopping]), JOB_SECONDS_MAX * 1_000);
  const serverOf = (session: Session): Server => createServer({ ...deps, waitForEnd, findTool }, session, version);
  const modern = createMcpHandler(({ authInfo }) => serverOf(authInfo!.extra!.session as Session), {
    onerror: (error) => log.debug({ err: error }, 'MCP request refused'),
  });
  app.addHook('onClose', () => modern.close());

  endpoint(app, operations.mcp.call, {
    readBody: ({ request }) => readRpc(request),
    async handler({ request, reply, caller, body }) {
      const session: Session = { caller, callApi: createCallApi(app, request, 'mcp') };
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
  });

  const reading = createMcpHandler(({ authInfo }) => authInfo!.extra!.server as Server, {
    onerror: (error) => log.debug({ err: error }, 'MCP request refused'),
  });
  app.addHook('onClose', () => reading.close());

  endpoint(app, operations.mcp.knowledge, {
    async load({ caller: { orgId }, params }: At<'knowledge_base_id'>) {
      const lens = await deps.findLens(orgId, params.knowledge_base_id);
      if (lens === undefined) throw notFound('knowledge base that is served');
      return lens;
    },
    readBody: ({ request }) => readRpc(request),
    async handler({ request, reply, resource: lens, body }) {
      const server = (): Server => createKnowledgeServer(lens, version);
      return exchange({ request, reply, read: body }, server, (given, options) =>
        reading.fetch(given, {
          ...options,
          authInfo: { token: '', clientId: '', scopes: [], extra: { server: server() } },
        }),
      );
    },
  });
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; read: ReturnType<typeof readRpc> };

/** One message and its response, by the rules of the revision that it is of. */
function exchange(
  { request, reply, read }: Exchange,
  serverOf: () => Server,
  answerModern: (request: Request, options: { parsedBody: unknown }) => Promise<Response>,
): Sent | Promise<Sent> {
  if (!isKnownOrigin(request)) throw forbidden('Pages of this origin may not call this server.');
  if ('refusal' in read) return sent(reply.code(400).send(read.refusal));
  const body = read.message;
  const response = isLegacy(request, body)
    ? serveLegacy(serverOf(), body, headerOf(request, REVISION))
    : answerModern(toWebRequest(request, reply), { parsedBody: body });
  return sendResponse(reply, response, { takesEvents: takesEvents(request) });
}

/** A page of another site must not reach a server in its visitor's network. Programs send no Origin. */
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

/** Of 2025: without the envelope that each request has since 2026-07-28. */
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

/** Without its credential, for which the server behind it has no use, and without its body, which has been read. */
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

const LEFT = new Error('The client went away.');
