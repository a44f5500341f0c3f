import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { type CallApi, errorText } from '../reply.ts';
import { type createToolNames, describeTool, listAgentTools } from './agent-tools.ts';
import { type CallDeps, callAgent, type Session } from './call-agent.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';

import { serviceTools } from './service-tools.ts';
import { refusal } from './show-job.ts';
import { addTasks, TASKS } from './tasks.ts';

// Serves the caller's organization as an MCP server, for one request.

export type ServerDeps = CallDeps & {
  findTool: ReturnType<typeof createToolNames>;
  waitForEnd(jobId: string, signal: AbortSignal): Promise<void>;
};

const PAGE = 50;

export function createServer(deps: ServerDeps, session: Session, version: string): Server {
  const { callApi } = session;
  const server = new Server(
    { name: 'errand', title: 'Errand', version },
    {
      capabilities: {
        tools: {},
        resources: {},
        prompts: {},
        completions: {},
        logging: {},
        tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
        extensions: { [TASKS]: {} },
      },
      instructions:
        'Every agent of the organization is a tool. Calling it runs a job and waits for its outputs. errand_get_job reads a job again, errand_search_jobs finds earlier ones.',
    },
  );
  server.setRequestHandler('tools/list', async ({ params }) => {
    const from = readCursor(params?.cursor);
    const agents = [...(await listAgentTools(callApi))].slice(from, from + PAGE + 1);
    const described = await Promise.all(
      agents.slice(0, PAGE).map(([name, agent]) => describeTool(callApi, name, agent)),
    );
    const own = from === 0 ? serviceTools.map(({ path: _, scope: __, ...tool }) => tool) : [];
    return {
      tools: [...own, ...described.filter((tool) => tool !== undefined)],
      ...(agents.length > PAGE && { nextCursor: String(from + PAGE) }),
    };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const given = params.arguments ?? {};
    const own = serviceTools.find(({ name }) => name === params.name);
    if (own !== undefined) return callService(callApi, own, given);
    const agent = await deps.findTool(session.caller.orgId, callApi, params.name);
    if (agent === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${params.name} not found.`);
    return callAgent(
      deps,
      session,
      { agentId: agent.id, inputs: given, wantsTask: params.task !== undefined },
      context,
    );
  });
  addResources(server, callApi);
  addPrompts(server, callApi);
  addTasks(server, callApi, deps.waitForEnd);
  return server;
}

async function callService(callApi: CallApi, tool: (typeof serviceTools)[number], given: Record<string, unknown>) {
  const missing = (tool.inputSchema.required ?? []).filter((name) => given[name] === undefined);
  if (missing.length > 0) return refusal(`Missing arguments: ${missing.join(', ')}.`);
  const { method, path, body } = tool.path(given);
  const reply = await callApi(method, path, body);
  if (reply.status >= 400) return refusal(errorText(reply));
  const value = reply.body ?? { done: true };
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: Array.isArray(value) ? { results: value } : value,
  } as CallToolResult;
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,6}$/.test(cursor)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor.');
  return Number(cursor);
}
