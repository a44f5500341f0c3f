import { Type } from 'typebox';
import { isJsonObject } from '#platform/json.ts';

// Connections in the configuration of an agent: which ones it may use, and what of them. The names are resolved when a
// version is created, so that a connection can be renamed later.

export type ConnectionGrant = {
  connection: string;
  /** Of an HTTP API; default: GET only. */
  methods: string[];
  /** Of an HTTP API or a store of objects, with `*` for any characters; default: all. */
  paths: string[];
  /** Of an MCP server; undefined: all. */
  tools: string[] | undefined;
  /** Of a database; undefined: everything that its role may read. */
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
          methods: Type.Optional(Type.Array(Type.Enum([...METHODS]), { description: 'Of an API; default: GET only.' })),
          paths: texts('Of an API or a store, such as /orders/*; default: all.'),
          tools: texts('Of an MCP server; default: all.'),
          tables: texts('Of a database; default: what its role may read.'),
        }),
      ]),
      {
        description:
          'Connections of the organization that the model may use, by name, each with what it may do. Inputs may name their objects as connection://name/path.',
        examples: [[{ connection: 'Billing API', methods: ['GET'], paths: ['/invoices/*'] }]],
      },
    ),
  ),
};

/** Every engine takes the key, for inputs of the form connection://name/path, unless it has one of its own. */
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

/** Whether a path fits one of the patterns, as it is written and as it is decoded. */
export function fitsPaths(patterns: string[], path: string): boolean {
  const [plain = ''] = path.split('?', 1);
  let decoded: string;
  try {
    decoded = decodeURIComponent(plain);
  } catch {
    return false;
  }
  const tests = patterns.map(
    (pattern) =>
      new RegExp(`^${pattern.replace(/[\\^$.*+?()[\]{}|]/g, (sign) => (sign === '*' ? '.*' : `\\${sign}`))}$`, 's'),
  );
  return [plain, decoded].every((one) => tests.some((fits) => fits.test(one)));
}
