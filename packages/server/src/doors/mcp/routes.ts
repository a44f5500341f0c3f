import { Readable } from 'node:stream';
import { operations } from '@errand/contract/operations/operations.ts';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { sent } from '#http/endpoint-options.ts';
import { JOB_SECONDS_MAX } from '#jobs/record/model.ts';
import { forbidden } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import { createCallApi } from '../call-api.ts';
import { readRpc } from '../json-rpc.ts';
import { createToolNames } from './agent-tools.ts';
import type { Session } from './call-agent.ts';
import { createServer } from './create-server.ts';
import type { ProgressDeps } from './run-agent.ts';

// Agents as tools of the Model Context Protocol, over Streamable HTTP without sessions: any process answers any request.

type Deps = ProgressDeps & { version: string; log: Logger; taskAfterMs: number };

export function addMcpRoutes(app: FastifyInstance, { version, log, ...deps }: Deps): void {
  const findTool = createToolNames();
  const waitForEnd = (jobId: string, signal: AbortSignal): Promise<void> =>
    deps.watcher.untilFinal(jobId, AbortSignal.any([signal, deps.stopping]), JOB_SECONDS_MAX * 1_000);
  const handler = createMcpHandler(
    ({ authInfo }) => createServer({ ...deps, waitForEnd, findTool }, authInfo!.extra!.session as Session, version),
    {
      onerror: (error) => log.debug({ err: error }, 'MCP request refused'),
    },
  );
  app.addHook('onClose', () => handler.close());

  endpoint(app, operations.mcp.call, {
    readBody: ({ request }) => readRpc(request),
    async handler({ request, reply, caller, body: read }) {
      if (!isKnownOrigin(request)) throw forbidden('Pages of this origin may not call this server.');
      if ('refusal' in read) return sent(reply.code(400).send(read.refusal));
      const body = read.message;
      const session: Session = { caller, callApi: createCallApi(app, request, 'mcp') };
      const authInfo = { token: '', clientId: caller.keyId ?? String(caller.userId), scopes: [], extra: { session } };
      const response = await handler.fetch(toWebRequest(request, reply, body), { parsedBody: body, authInfo });
      reply.code(response.status);
      if (!takesEvents(request) && isEvents(response)) return lastMessage(await response.text());
      for (const [name, value] of response.headers) reply.header(name, value);
      return reply.send(response.body === null ? '' : Readable.fromWeb(response.body as never));
    },
  });
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
const isEvents = (response: Response): boolean => response.headers.get('content-type')?.startsWith(EVENTS) === true;

/** For a caller that takes no event stream: the response itself, without what was reported before it. */
function lastMessage(events: string): Record<string, unknown> {
  const data = events.split('\n').filter((line) => line.startsWith('data: {'));
  return JSON.parse(data.at(-1)!.slice('data: '.length));
}

/** Without its credential: the server behind it has no use for it. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply, body: unknown): Request {
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !['authorization', 'accept', 'content-length', 'host', 'connection'].includes(name)
      ? [[name, value] as [string, string]]
      : [],
  );
  return new Request('http://errand.internal/mcp', {
    method: 'POST',
    headers: [...headers, ['accept', `application/json, ${EVENTS}`]],
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
}
