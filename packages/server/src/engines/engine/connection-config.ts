import { Type } from 'typebox';
import { isJsonObject } from '#platform/json.ts';
import { form } from './form.ts';

// The connections in an agent's configuration, with what the model may use of each. Names are resolved when a version
// is created, so that a connection can be renamed later.

export type ConnectionGrant = {
  connection: string;
  /** Allowed methods of an HTTP API. Default: GET. */
  methods: string[];
  /** Allowed paths of an HTTP API or object store; `*` matches any characters. Default: all. */
  paths: string[];
  /** Allowed tools of an MCP server. Default: all. */
  tools: string[] | undefined;
  /** Allowed tables of a database. Default: all that its role may read. */
  tables: string[] | undefined;
};

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const texts = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

/** The key of engines whose model may use connections as tools. */
export const connectionsConfig = {
  connections: Type.Optional(
    Type.Array(
      Type.Union([
        Type.String(),
        Type.Object({
          connection: Type.String({ description: 'Its name or id.' }),
          methods: Type.Optional(
            Type.Array(Type.Enum([...METHODS]), { description: 'Allowed methods of an API. Default: GET.' }),
          ),
          paths: texts('Allowed paths of an API or object store, such as /orders/*. Default: all.'),
          tools: texts('Allowed tools of an MCP server. Default: all.'),
          tables: texts('Allowed tables of a database. Default: all that its role may read.'),
        }),
      ]),
      {
        ...form('task', 'Connections that the model may use', { control: 'connections' }),
        description:
          'Connections that the model may use, by name, each with what it may do. Inputs can name their objects as connection://name/path.',
        examples: [[{ connection: 'Billing API', methods: ['GET'], paths: ['/invoices/*'] }]],
      },
    ),
  ),
};

/** Every engine accepts this key, for inputs of the form connection://name/path, even if its schema lacks it. */
export const CONNECTIONS_KEY = 'connections';

export function readGrants(given: unknown): ConnectionGrant[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((entry) => {
    const one = isJsonObject(entry) ? entry : { connection: entry };
    const { connection, methods, paths, tools, tables } = one as Record<string, unknown>;
    if (typeof connection !== 'string' || connection === '') return [];
    return [
      {
        connection,
        methods: listOf(methods) ?? ['GET'],
        paths: listOf(paths) ?? ['*'],
        tools: listOf(tools),
        tables: listOf(tables),
      },
    ];
  });
}

const listOf = (value: unknown): string[] | undefined => (Array.isArray(value) ? value.map(String) : undefined);
