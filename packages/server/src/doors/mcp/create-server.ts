import { operations } from '@errand/contract/operations/operations.ts';
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller } from '#platform/caller.ts';
import { type CallApi, errorText } from '../reply.ts';
import type { RunDeps } from '../start-run.ts';
import { describeTool, listAgentTools } from './agent-tools.ts';
import { refusal, runAgent } from './run-agent.ts';
import { serviceTools } from './service-tools.ts';

// The organization of one caller as an MCP server, for one request.

export type Session = { caller: Caller; callApi: CallApi };

const PAGE = 50;

export function createServer(deps: RunDeps, { caller, callApi }: Session, version: string): Server {
  const server = new Server(
    { name: 'errand', title: 'Errand', version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions:
        'Every agent of the organization is a tool; calling it runs a job and waits for its outputs. errand_get_job reads a job again, errand_search_jobs finds earlier ones.',
    },
  );
  server.setRequestHandler('tools/list', async ({ params }) => {
    const from = readCursor(params?.cursor);
    const agents = [...(await listAgentTools(callApi))].slice(from, from + PAGE + 1);
    const described = await Promise.all(
      agents.slice(0, PAGE).map(([name, agent]) => describeTool(callApi, name, agent)),
    );
    const own = from === 0 ? serviceTools.map(({ path: _, ...tool }) => tool) : [];
    return {
      tools: [...own, ...described.filter((tool) => tool !== undefined)],
      ...(agents.length > PAGE && { nextCursor: String(from + PAGE) }),
    };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const given = params.arguments ?? {};
    const own = serviceTools.find(({ name }) => name === params.name);
    if (own !== undefined) return callService(callApi, own, given);
    const agent = (await listAgentTools(callApi)).get(params.name);
    if (agent === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    const onProgress = createProgress(context);
    return runAgent(deps, { agentId: agent.id, inputs: given, caller, signal: context.mcpReq.signal, onProgress });
  });
  addResources(server, callApi);
  return server;
}

async function callService(callApi: CallApi, tool: (typeof serviceTools)[number], given: Record<string, unknown>) {
  const missing = (tool.inputSchema.required ?? []).filter((name) => given[name] === undefined);
  if (missing.length > 0) return refusal(`${missing.join(', ')} is missing.`);
  const { method, path, body } = tool.path(given);
  const reply = await callApi(method, path, body);
  if (reply.status >= 400) return refusal(errorText(reply));
  const value = reply.body ?? { done: true };
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: Array.isArray(value) ? { results: value } : value,
  } as CallToolResult;
}

/** Nothing unless the client asked for it. */
function createProgress({ mcpReq }: ServerContext): (seconds: number) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  return (progress) => {
    const message = `The job has been running for ${progress} s.`;
    void mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, progress, message } })
      .catch(() => undefined);
  };
}

function addResources(server: Server, callApi: CallApi): void {
  server.setRequestHandler('resources/list', async () => {
    const { body } = await callApi('GET', `${operations.policies.list.path}?page_size=100`);
    const { results = [] } = (body ?? {}) as { results?: { id: string; name: string; description: string }[] };
    return {
      resources: results.map(({ id, name, description }) => ({
        uri: `errand://policies/${id}`,
        name,
        ...(description && { description }),
        mimeType: 'application/json',
      })),
    };
  });
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [
      { uriTemplate: 'errand://jobs/{job_id}', name: 'A job with its outputs', mimeType: 'application/json' },
      { uriTemplate: 'errand://policies/{policy_id}', name: 'A policy', mimeType: 'application/json' },
    ],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const [, kind, id] = /^errand:\/\/(jobs|policies)\/([0-9a-f-]{36})$/i.exec(uri) ?? [];
    const paths = { jobs: operations.jobs.get.path, policies: operations.policyVersions.get.path };
    const path = kind === undefined ? undefined : paths[kind.toLowerCase() as keyof typeof paths];
    const reply = path === undefined ? undefined : await callApi('GET', path.replace(/:\w+/, id!));
    if (reply?.status !== 200) throw new ProtocolError(ProtocolErrorCode.ResourceNotFound, `There is no ${uri}.`);
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(reply.body) }] };
  });
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,6}$/.test(cursor)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This cursor is unknown.');
  return Number(cursor);
}
