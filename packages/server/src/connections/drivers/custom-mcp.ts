import type { createMCPClient } from '@ai-sdk/mcp';
import { OutboundError } from '#platform/outbound/failures.ts';
import { withTraceHeaders } from '#platform/tracing.ts';
import { DriverFailure, defineDriver, type RemoteTool, type System } from '../model/driver.ts';
import { object, url } from '../model/schema.ts';
import { needsSignIn } from '../sign-in/model.ts';
import { authHeaders, findAuthProblems, mcpAuthSchema, signedInToken } from './http-auth.ts';

// An MCP (Model Context Protocol) server over HTTP. Each use opens its own session, because credentials and
// placeholders may differ between uses.

const LIST_MS_MAX = 15_000;
const CALL_MS_MAX = 120_000;
const TOOLS_MAX = 200;

type Client = Awaited<ReturnType<typeof createMCPClient>>;
type ToolResult = { isError?: boolean; content?: { type: string; text?: string }[]; structuredContent?: unknown };

export const customMcp = defineDriver({
  connector: {
    id: 'custom_mcp',
    display_name: 'MCP server',
    description: 'Tools of an MCP (Model Context Protocol) server over HTTP.',
    icon: 'plug',
    category: 'Own systems',
    config_schema: object(
      { url: url('Address', 'The streamable HTTP endpoint, such as https://tools.example.com/mcp.') },
      ['url'],
    ),
    auth_schema: mcpAuthSchema,
    dynamic_input_fields: {},
    dynamic_input_test_fields: [],
    browser_session: null,
  },

  check(config, auth) {
    const isUrl = URL.canParse(String(config.url)) && /^https?:/.test(String(config.url));
    const isReference = String(config.url).includes('${secret.');
    const problems = findAuthProblems(auth);
    return {
      ...(!isUrl && !isReference && { config: ["'url' must begin with http:// or https://."] }),
      ...(problems.length > 0 && { auth_config: problems }),
    };
  },

  async test(system) {
    const tools = await listTools(system);
    return `The server offers ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}.`;
  },

  tools: {
    list: listTools,
    call: (system, name, input) =>
      withClient(system, async (client) => {
        const options = { timeout: CALL_MS_MAX, signal: system.signal };
        const result = (await client.callTool({ name, arguments: input, options })) as ToolResult;
        const text = (result.content ?? [])
          .flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : []))
          .join('\n');
        if (result.isError) throw new DriverFailure(text === '' ? `The tool ${name} failed.` : text.slice(0, 2_000));
        return result.structuredContent ?? text;
      }),
  },
});

function listTools(system: System): Promise<RemoteTool[]> {
  return withClient(system, async (client) => {
    const { tools } = await client.listTools({ options: { timeout: LIST_MS_MAX, signal: system.signal } });
    return tools.slice(0, TOOLS_MAX).map(({ name, description, inputSchema, annotations }) => ({
      name,
      description: description ?? name,
      inputSchema: inputSchema as Record<string, unknown>,
      isReadOnly: annotations?.readOnlyHint === true,
    }));
  });
}

async function withClient<T>(system: System, work: (client: Client) => Promise<T>): Promise<T> {
  const { createMCPClient: create } = await import('@ai-sdk/mcp');
  const headers = await authHeaders(system);
  let client: Client | undefined;
  try {
    client = await create({
      clientName: 'errand',
      transport: {
        type: 'http',
        url: String(system.config.url),
        headers,
        fetch: withTraceHeaders(renewing(system)),
      },
      initializationOptions: { timeout: LIST_MS_MAX },
      onUncaughtError: () => undefined,
    });
    return await work(client);
  } catch (error) {
    system.signal.throwIfAborted();
    for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof DriverFailure) throw at;
    throw new DriverFailure(`The MCP server failed. ${describe(error)}`, { retry: true, cause: error });
  } finally {
    await client?.close().catch(() => undefined);
  }
}

/** Repeats a request that was refused because its token had ended, with a renewed one. */
function renewing(system: System): typeof fetch {
  const { fetch } = system.outbound;
  if (!needsSignIn(system.auth)) return fetch;
  let token: string | undefined;
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const first = await fetch(input, { ...init, headers });
    if (first.status !== 401) return first;
    await first.body?.cancel();
    token = await signedInToken(system, headers.get('authorization')!.replace('Bearer ', ''));
    headers.set('authorization', `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
}

function describe(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof OutboundError) return at.message;
  const { statusCode, message } = error as { statusCode?: unknown; message?: string };
  return typeof statusCode === 'number'
    ? `It answered with status ${statusCode}.`
    : String(message ?? '').slice(0, 300);
}
