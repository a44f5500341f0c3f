import type { createMCPClient } from '@ai-sdk/mcp';
import type { Logger } from '#platform/log.ts';
import { EngineFailure } from '../engine.ts';
import type { JsonSchema, ModelTool } from '../models/model-call.ts';
import { findSchemaProblems } from '../schema/check-schema.ts';
import type { McpServer } from './servers-file.ts';

// Tools of MCP servers that the operator configured. Connections are made when a job first asks, shared by all jobs of
// the process, and made anew after a fault.

const LIST_MS_MAX = 15_000;
const CALL_MS_MAX = 120_000;
const TOOLS_MAX = 200;

type Client = Awaited<ReturnType<typeof createMCPClient>>;
type Connection = { client: Client; tools: ModelTool[] };

export function createMcpTools(servers: McpServer[], log: Logger) {
  const connections = new Map<string, Promise<Connection>>();

  function connect(server: McpServer): Promise<Connection> {
    let connection = connections.get(server.name);
    if (connection === undefined) {
      connection = open(server);
      connections.set(server.name, connection);
      connection.catch(() => connections.delete(server.name));
    }
    return connection;
  }

  function drop(server: McpServer): void {
    const connection = connections.get(server.name);
    connections.delete(server.name);
    void connection?.then(({ client }) => client.close()).catch(() => undefined);
  }

  async function open(server: McpServer): Promise<Connection> {
    const { createMCPClient: create } = await import('@ai-sdk/mcp');
    const client = await create({
      clientName: 'errand',
      transport: await transportOf(server),
      initializationOptions: { timeout: LIST_MS_MAX },
      onUncaughtError(error) {
        log.warn({ err: error, event: 'mcp.error', server: server.name }, 'connection to an MCP server failed');
        drop(server);
      },
    });
    const { tools } = await client.listTools({ options: { timeout: LIST_MS_MAX } });
    return { client, tools: tools.slice(0, TOOLS_MAX).map((tool) => toModelTool(server, tool)) };
  }

  type Listed = Awaited<ReturnType<Client['listTools']>>['tools'][number];

  function toModelTool(server: McpServer, { name, description, inputSchema }: Listed): ModelTool {
    const schema = inputSchema as JsonSchema;
    return {
      name: `${server.name}_${name}`.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64),
      description: description ?? name,
      // Its own server checks the input, too; what cannot be checked here is left to it.
      inputSchema: findSchemaProblems(schema).length === 0 ? schema : { type: 'object' },
      async execute(input) {
        try {
          const { client } = await connect(server);
          const result = await client.callTool({
            name,
            arguments: input as Record<string, unknown>,
            options: { timeout: CALL_MS_MAX },
          });
          return readResult(server, result as ToolResult);
        } catch (error) {
          if (error instanceof EngineFailure) throw error;
          drop(server);
          throw new EngineFailure(`The tool ${name} of ${server.name} failed.`, { retry: true, cause: error });
        }
      },
    };
  }

  return {
    async list(): Promise<ModelTool[]> {
      const lists = servers.map(async (server) => {
        try {
          return (await connect(server)).tools;
        } catch (cause) {
          throw new EngineFailure(`The tool server ${server.name} cannot be reached.`, { retry: true, cause });
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

type ToolResult = { isError?: boolean; content?: { type: string; text?: string }[]; structuredContent?: unknown };

/** What the tool says went wrong is for the model; it may try otherwise. */
function readResult(server: McpServer, { isError, content = [], structuredContent }: ToolResult): unknown {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : [])).join('\n');
  if (isError) throw new EngineFailure(text === '' ? `The tool of ${server.name} failed.` : text.slice(0, 2_000));
  return structuredContent ?? text;
}

async function transportOf(server: McpServer): Promise<Parameters<typeof createMCPClient>[0]['transport']> {
  if ('url' in server) return { type: 'http', url: server.url, headers: server.headers };
  const { Experimental_StdioMCPTransport: Stdio } = await import('@ai-sdk/mcp/mcp-stdio');
  return new Stdio({ command: server.command, args: server.args, env: server.env });
}
