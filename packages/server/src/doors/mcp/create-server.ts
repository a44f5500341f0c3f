import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { type createToolDescriptions, type createToolNames, type ListAgents, nameTools } from './agent-tools.ts';
import { type CallDeps, callAgent, type Session } from './call-agent.ts';
import { callOwnTool } from './call-own-tool.ts';
import { toListed } from './own-tool.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';

import { serviceTools } from './service-tools.ts';
import { addTasks, TASKS } from './tasks.ts';

// Serves the caller's organization as an MCP server, for one request.

export type ServerDeps = CallDeps & {
  listAgents: ListAgents;
  findTool: ReturnType<typeof createToolNames>;
  describeTools: ReturnType<typeof createToolDescriptions>;
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
        'Every agent of the organization is a tool. Calling it runs a job and waits for its outputs. errand_get_job reads a job again, errand_search_jobs finds earlier ones. Tools that create, change and delete show with preview: true what they would do.',
    },
  );
  server.setRequestHandler('tools/list', async ({ params }) => {
    const from = readCursor(params?.cursor);
    const agents = [...nameTools(await deps.listAgents(session.caller.orgId))].slice(from, from + PAGE + 1);
    const described = await deps.describeTools(session.caller.orgId, agents.slice(0, PAGE));
    const own = from === 0 ? serviceTools.map(toListed) : [];
    return {
      tools: [...own, ...described],
      ...(agents.length > PAGE && { nextCursor: String(from + PAGE) }),
    };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const given = session.given ?? params.arguments ?? {};
    const own = serviceTools.find(({ name }) => name === params.name);
    if (own !== undefined) return callOwnTool(callApi, own, given, context);
    const agent = await deps.findTool(session.caller.orgId, params.name);
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

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,6}$/.test(cursor)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor.');
  return Number(cursor);
}
