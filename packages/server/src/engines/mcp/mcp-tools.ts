import type { createMCPClient } from '@ai-sdk/mcp';
import { findSchemaProblems } from '@errand/json-schema/check-schema.ts';
import type { Logger } from '#platform/log.ts';
import { EngineFailure } from '../engine/engine.ts';
import type { JsonSchema, ModelTool } from '../engine/model-call.ts';
import type { McpServer } from './servers-file.ts';

// Tools of configured MCP servers. A connection opens when a job first needs it. All jobs of the process share it, and
// it is replaced after a fault.

const LIST_MS_MAX = 15_000;
const CALL_MS_MAX = 120_000;
const TOOLS_MAX = 200;

type Client = Awaited<ReturnType<typeof createMCPClient>>;
type Connection = { client: Client; tools: ModelTool[] };

export function createMcpTools(servers: McpServer[], log: Logger, fetch: typeof globalThis.fetch) {
  const connections = new Map<string, Promise<Connection>>();

  function connect(server: McpServer): Promise<Connection> {
    const known = connections.get(server.name);
    if (known !== undefined) return known;
    const opened: Promise<Connection> = open(server, () => drop(server, opened));
    connections.set(server.name, opened);
    opened.catch(() => drop(server, opened));
    return opened;
  }

  /** A fault may be reported twice. The second report must not drop the new connection. */
  function drop(server: McpServer, connection: Promise<Connection>): void {
    if (connections.get(server.name) !== connection) return;
    connections.delete(server.name);
    connection.then(({ client }) => client.close()).catch(() => undefined);
  }

  async function open(server: McpServer, onFault: () => void): Promise<Connection> {
    const { createMCPClient: create } = await import('@ai-sdk/mcp');
    let isOpen = false;
    const client = await create({
      clientName: 'errand',
      transport: await transportOf(server, fetch),
      initializationOptions: { timeout: LIST_MS_MAX },
      onUncaughtError(error) {
        // Before it is open, the client probes for the protocol version, and a refusal by an older server is not a
        // fault. An error with a status is handled by the call that got it.
        if (!isOpen || statusOf(error) !== undefined) return;
        log.warn({ err: error, event: 'mcp.error', server: server.name }, 'connection to an MCP server failed');
        onFault();
      },
    });
    const { tools } = await client.listTools({ options: { timeout: LIST_MS_MAX } });
    isOpen = true;
    return { client, tools: tools.slice(0, TOOLS_MAX).map((tool) => toModelTool(server, tool, call)) };
  }

  async function call(
    server: McpServer,
    name: string,
    input: Record<string, unknown>,
    signal: AbortSignal,
    isSecondTry = false,
  ): Promise<unknown> {
    const connection = connect(server);
    try {
      const { client } = await connection;
      const options = { timeout: CALL_MS_MAX, signal };
      return readResult(server, (await client.callTool({ name, arguments: input, options })) as ToolResult);
    } catch (error) {
      if (error instanceof EngineFailure) throw error;
      signal.throwIfAborted();
      drop(server, connection);
      // The server lost the session, for example after a restart, and did not process the call.
      if (statusOf(error) === 404 && !isSecondTry) return call(server, name, input, signal, true);
      throw new EngineFailure(`The tool ${name} of ${server.name} failed.`, {
        code: 'errand.tools.failed',
        retry: true,
        cause: error,
      });
    }
  }

  return {
    /** Lists all tools, or those of the servers to which these names belong, so that other servers may be down. */
    async list(names?: string[]): Promise<ModelTool[]> {
      const isOf = (name: string, server: McpServer): boolean => name.startsWith(`${server.name}_`);
      const areKnown = names?.every((name) => servers.some((server) => isOf(name, server))) ?? false;
      const asked = areKnown ? servers.filter((server) => names!.some((name) => isOf(name, server))) : servers;
      const lists = asked.map(async (server) => {
        try {
          return (await connect(server)).tools;
        } catch (cause) {
          throw new EngineFailure(`The tool server ${server.name} cannot be reached.`, {
            code: 'errand.tools.failed',
            retry: true,
            cause,
          });
        }
      });
      return (await Promise.all(lists)).flat();
    },
    async stop(): Promise<void> {
      const open = [...connections.values()];
      connections.clear();
      for (const connection of open) await connection.then(({ client }) => client.close()).catch(() => undefined);
    },
  };
}

type Listed = Awaited<ReturnType<Client['listTools']>>['tools'][number];
type Call = (server: McpServer, name: string, input: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>;

function toModelTool(server: McpServer, { name, description, inputSchema }: Listed, call: Call): ModelTool {
  const schema = inputSchema as JsonSchema;
  return {
    name: `${server.name}_${name}`.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64),
    description: description ?? name,
    // The tool server checks the input itself, so a schema that cannot be checked here is left to it.
    inputSchema: findSchemaProblems(schema).length === 0 ? schema : { type: 'object' },
    untrusted: 'tool',
    execute: (input, { signal }) => call(server, name, input as Record<string, unknown>, signal),
  };
}

const statusOf = (error: unknown): unknown => (error as { statusCode?: unknown } | null)?.statusCode;

type ToolResult = { isError?: boolean; content?: { type: string; text?: string }[]; structuredContent?: unknown };

/** Reports errors of the tool to the model, which may try something else. */
function readResult(server: McpServer, { isError, content = [], structuredContent }: ToolResult): unknown {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : [])).join('\n');
  if (isError)
    throw new EngineFailure(
      text === '' ? `The tool of ${server.name} failed without a message.` : text.slice(0, 2_000),
      { code: 'errand.tools.failed' },
    );
  return structuredContent ?? text;
}

async function transportOf(
  server: McpServer,
  fetch: typeof globalThis.fetch,
): Promise<Parameters<typeof createMCPClient>[0]['transport']> {
  if ('url' in server) return { type: 'http', url: server.url, headers: server.headers, fetch };
  const { Experimental_StdioMCPTransport: Stdio } = await import('@ai-sdk/mcp/mcp-stdio');
  return new Stdio({ command: server.command, args: server.args, env: server.env });
}
