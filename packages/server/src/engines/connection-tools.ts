import { text as readAll } from 'node:stream/consumers';
import type { ConnectionPolicy } from '@errand/contract/connections.ts';
import type { FailureCode } from '@errand/contract/error-catalogue.ts';
import {
  type ApiRequest,
  type Driver,
  DriverFailure,
  type RemoteTool,
  type RowBatch,
  type System,
} from '#connections/model/driver.ts';
import { asksFirst } from '#connections/policy.ts';
import type { Connections, OpenedConnection } from '#connections/use-connection.ts';
import { databaseNow } from '#platform/ids.ts';
import { fitsPaths } from '#platform/match-path.ts';
import type { ConnectionGrant } from './engine/connection-config.ts';
import { EngineFailure } from './engine/engine.ts';
import type { JsonSchema, ModelTool } from './engine/model-call.ts';
import type { StepContext } from './engine/step-context.ts';

// Offers connections as tools to a model. A call that the grant does not allow is refused before anything is sent, and
// the model gets the reason. Each call is a step of the job, as with every tool.

const TEXT_CHARACTERS_MAX = 100_000;
const ROWS_MAX = 200;
const OBJECTS_MAX = 200;
const OBJECT_BYTES_MAX = 5 * 1024 * 1024;

type Work<T> = (driver: Driver, system: System) => Promise<T>;
type Use = <T>(signal: AbortSignal, work: Work<T>, write?: Write) => Promise<T>;
/** What a write would do, for the person who is asked. */
type Write = { title: string; body?: string | undefined };

type Context = Pick<
  StepContext,
  'orgId' | 'agentId' | 'signal' | 'inputs' | 'connectionRefs' | 'wait' | 'untrusted' | 'findRequesterRoles'
>;

export async function listConnectionTools(
  connections: Connections,
  context: Context,
  grants: ConnectionGrant[],
): Promise<ModelTool[]> {
  const { orgId, agentId, signal, inputs = {}, connectionRefs = {}, findRequesterRoles } = context;
  const tools: ModelTool[] = [];
  for (const grant of grants) {
    const id = connectionRefs[grant.connection];
    if (id === undefined)
      throw new EngineFailure(
        `The agent's version does not name the connection '${grant.connection}'. Add it to 'connections' in its configuration.`,
        {
          code: 'errand.connections.missing',
        },
      );
    const open = async (until: AbortSignal, isApproved = false): Promise<OpenedConnection> => {
      const by = { agentId, ...(findRequesterRoles && { roles: await findRequesterRoles() }) };
      return asFailure(() => connections.open(orgId, id, { signal: until, inputs, by, isApproved }));
    };
    const { driver, row } = await open(signal);
    const use: Use = async (until, work, write) => {
      const isApproved = write !== undefined && (await askFirst(context, row, write));
      const opened = await open(until, isApproved);
      return asFailure(() => opened.use(work));
    };
    tools.push(...(await toolsOf(driver, grant, use, { signal, policy: row.policy })));
  }
  return tools.map((tool) => ({ ...tool, untrusted: 'connection' }));
}

const ASK_HOURS = 24;
const HOUR_MS = 3_600_000;

/** Asks a person before a write, if the connection's policy says so. Returns whether somebody agreed; throws if not. */
async function askFirst(
  { wait, untrusted }: Context,
  { name, policy }: OpenedConnection['row'],
  { title, body }: Write,
): Promise<boolean> {
  const read = untrusted?.() ?? [];
  const asks = await asFailure(async () => asksFirst(policy, name, read), 'errand.connections.refused');
  if (!asks) return false;
  if (wait === undefined)
    throw refused(`The connection '${name}' asks a person before it writes, and nobody can be asked.`);
  const { answer, comment } = await wait({
    kind: 'approval',
    title: `${title.slice(0, 150)} (${name.slice(0, 80)})?`,
    body: [
      read.length > 0 ? `The job has read untrusted content: ${read.join(', ')}.` : '',
      body === undefined ? '' : `It would send:\n\n${asCode(body.slice(0, BODY_CHARACTERS_MAX))}`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    options: ['do it', 'refuse'],
    assignee_role: policy.ask_role ?? 'admin',
    forbid_requester: policy.forbid_requester ?? false,
    due_at: new Date(databaseNow() + (policy.ask_hours ?? ASK_HOURS) * HOUR_MS),
    on_timeout: 'refuse',
  });
  if (answer === 'do it') return true;
  throw refused(`A person did not agree to it${comment ? `: ${comment.slice(0, 500)}` : '.'}`);
}

const BODY_CHARACTERS_MAX = 10_000;

/** As code, never as Markdown, because a model wrote it. */
const asCode = (text: string): string => `~~~\n${text.replaceAll('~~~', '~')}\n~~~`;

type Listing = { signal: AbortSignal; policy: ConnectionPolicy };

async function toolsOf(driver: Driver, grant: ConnectionGrant, use: Use, listing: Listing): Promise<ModelTool[]> {
  const name =
    grant.connection
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
      .slice(0, 40) || 'connection';
  return [
    ...(driver.request ? [requestTool(name, grant, use)] : []),
    ...(driver.tools ? await remoteTools(name, grant, use, listing) : []),
    ...(driver.files ? fileTools(name, grant, use) : []),
    ...(driver.rows ? [queryTool(name, grant, use)] : []),
  ];
}

function requestTool(name: string, { connection, methods, paths }: ConnectionGrant, use: Use): ModelTool {
  return {
    name: `${name}_request`,
    description: `Sends a request to ${connection}: ${methods.join(', ')} of ${paths.join(', ')}.`,
    inputSchema: shape(
      {
        method: { type: 'string', enum: methods },
        path: { type: 'string', description: 'Beginning with a slash.' },
        query: { type: 'object', additionalProperties: { type: 'string' } },
        body: { type: 'string', description: 'JSON text.' },
      },
      ['method', 'path'],
    ),
    async execute(input, { signal }) {
      const { method, path, query, body } = input as ApiRequest;
      if (!methods.includes(method)) throw refused(`${method} is not allowed. Allowed: ${methods.join(', ')}.`);
      if (!fitsPaths(paths, path))
        throw refused(`The path ${path.slice(0, 200)} is not allowed. Allowed: ${paths.join(', ')}.`);
      const write = method === 'GET' ? undefined : { title: `${method} ${path}`, body };
      const send = async (driver: Driver, system: System) => {
        const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
        const answer = await driver.request!(system, {
          method,
          path,
          headers,
          ...(query && { query }),
          ...(body !== undefined && { body }),
        });
        const text = answer.body.toString('utf8');
        return {
          status: answer.status,
          content_type: answer.headers['content-type'] ?? null,
          body: text.slice(0, TEXT_CHARACTERS_MAX),
          truncated: text.length > TEXT_CHARACTERS_MAX,
        };
      };
      return use(signal, send, write);
    },
  };
}

async function remoteTools(
  name: string,
  grant: ConnectionGrant,
  use: Use,
  { signal, policy }: Listing,
): Promise<ModelTool[]> {
  const offered = await use(signal, (driver, system) => driver.tools!.list(system));
  const missing = grant.tools?.find((tool) => !offered.some((one) => one.name === tool));
  if (missing !== undefined)
    throw new EngineFailure(`The connection '${grant.connection}' has no tool '${missing}'.`, {
      code: 'errand.tools.missing',
    });
  return offered
    .filter((tool) => grant.tools?.includes(tool.name) ?? true)
    .map((tool) => ({
      name: `${name}_${tool.name}`.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64),
      description: tool.description,
      inputSchema: tool.inputSchema as JsonSchema,
      execute: (input, { signal: until }) =>
        use(
          until,
          (driver, system) => driver.tools!.call(system, tool.name, input as Record<string, unknown>),
          onlyReads(tool, policy) ? undefined : { title: tool.name, body: JSON.stringify(input, null, 2) },
        ),
    }));
}

/** A server may say of any tool that it only reads, so its word counts only if an administrator trusts it. */
const onlyReads = ({ name, isReadOnly = false }: RemoteTool, policy: ConnectionPolicy): boolean =>
  (policy.read_tools?.includes(name) ?? false) || (isReadOnly && (policy.trust_read_only_hint ?? false));

function fileTools(name: string, { connection, paths }: ConnectionGrant, use: Use): ModelTool[] {
  return [
    {
      name: `${name}_list`,
      description: `Lists objects of ${connection}, at most ${OBJECTS_MAX}.`,
      inputSchema: shape({ prefix: { type: 'string' } }, []),
      execute: (input, { signal }) =>
        use(signal, async (driver, system) => {
          const objects: { path: string; size: number; modified_at: string }[] = [];
          for await (const { path, size, modifiedAt } of driver.files!.list(
            system,
            (input as { prefix?: string }).prefix ?? '',
          )) {
            if (!fitsPaths(paths, path)) continue;
            if (objects.length >= OBJECTS_MAX) return { objects, truncated: true };
            objects.push({ path, size, modified_at: modifiedAt.toISOString() });
          }
          return { objects, truncated: false };
        }),
    },
    {
      name: `${name}_read`,
      description: `Reads an object of ${connection} as text. Paths: ${paths.join(', ')}.`,
      inputSchema: shape({ path: { type: 'string' } }, ['path']),
      async execute(input, { signal }) {
        const { path } = input as { path: string };
        if (!fitsPaths(paths, path))
          throw refused(`The path ${path.slice(0, 200)} is not allowed. Allowed: ${paths.join(', ')}.`);
        return use(signal, async (driver, system) => {
          const found = await driver.files!.read(system, path);
          if (found === undefined) throw new DriverFailure(`Object '${path}' not found.`);
          if (found.size > OBJECT_BYTES_MAX) {
            found.stream.destroy();
            throw new DriverFailure(`Object '${path}' has ${found.size} bytes. The limit is ${OBJECT_BYTES_MAX}.`);
          }
          const text = await readAll(found.stream);
          return { path, text: text.slice(0, TEXT_CHARACTERS_MAX), truncated: text.length > TEXT_CHARACTERS_MAX };
        });
      },
    },
  ];
}

function queryTool(name: string, { connection, tables }: ConnectionGrant, use: Use): ModelTool {
  return {
    name: `${name}_query`,
    description: `Reads rows of ${connection} (PostgreSQL), at most ${ROWS_MAX}: ${tables === undefined ? 'a table, or one SELECT.' : `one of the tables ${tables.join(', ')}.`}`,
    inputSchema: shape(
      {
        source:
          tables === undefined
            ? { type: 'string', description: 'A table, or one SELECT.' }
            : { type: 'string', enum: tables },
      },
      ['source'],
    ),
    async execute(input, { signal }) {
      const { source } = input as { source: string };
      if (tables !== undefined && !tables.includes(source))
        throw refused(`This table is not allowed. Allowed: ${tables.join(', ')}.`);
      return use(signal, async (driver, system) => {
        const found: RowBatch = { columns: [], rows: [] };
        for await (const { columns, rows } of driver.rows!(system, { source, rowsMax: ROWS_MAX + 1 })) {
          found.columns = columns;
          found.rows.push(...rows);
        }
        const rows = found.rows.slice(0, ROWS_MAX);
        return { columns: found.columns.map((column) => column.name), rows, truncated: found.rows.length > ROWS_MAX };
      });
    },
  };
}

const shape = (properties: Record<string, unknown>, required: string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Reported to the model, which may try something else. */
const refused = (message: string): EngineFailure => new EngineFailure(message, { code: 'errand.connections.refused' });

async function asFailure<T>(work: () => Promise<T>, code: FailureCode = 'errand.connections.failed'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DriverFailure)) throw error;
    throw new EngineFailure(error.message, { code, retry: error.retry });
  }
}
