import { didYouMean } from '#platform/nearest.ts';
import { SYSTEM_SCHEMA } from '../model/system-table.ts';
import { agentFunctions } from '../sql/statements.ts';
import { scalarFunctions, tableFunctions } from './functions.ts';

// Decides on DuckDB's own syntax tree whether a query may run: only known kinds of nodes, only listed functions, only
// the organization's tables. Anything unknown is refused.

// biome-ignore lint/suspicious/noExplicitAny: the tree of the parser, walked without a schema
export type Node = any;

/** `words`: for nodes without a location, the position is that of one of these words. */
export type Refusal = { message: string; location: number | undefined; words?: string[] };

const queryNodes = new Set(['SELECT_NODE', 'SET_OPERATION_NODE', 'RECURSIVE_CTE_NODE', 'CTE_NODE']);
const sources = new Set([
  'BASE_TABLE',
  'SUBQUERY',
  'JOIN',
  'TABLE_FUNCTION',
  'EXPRESSION_LIST',
  'EMPTY',
  'SHOW_REF',
  'PIVOT',
]);
const expressions = new Set([
  'COLUMN_REF',
  'CONSTANT',
  'FUNCTION',
  'COMPARISON',
  'CONJUNCTION',
  'OPERATOR',
  'CAST',
  'CASE',
  'SUBQUERY',
  'STAR',
  'WINDOW',
  'BETWEEN',
  'COLLATE',
  'LAMBDA',
  'LAMBDA_REF',
  'POSITIONAL_REFERENCE',
  'TYPE',
]);

export function isQueryNode(node: Node): boolean {
  return typeof node === 'object' && node !== null && queryNodes.has(node.type) && 'cte_map' in node;
}

/** Returns why a query may not run, or undefined if it may. `tables` has names in lower case. */
export function checkTree(root: Node, tables: ReadonlySet<string>): Refusal | undefined {
  const declared = new Set<string>();
  const used: Node[] = [];
  const inFrom = new Set<Node>();
  let refusal: Refusal | undefined;
  walk(root, (node) => {
    refusal ??= checkNode(node, { declared, used, inFrom });
  });
  if (refusal !== undefined) return refusal;
  for (const node of used) {
    const name = qualifiedName(node);
    const isCte = declared.has(name.toLowerCase()) && !node.schema_name;
    if (!isCte && !tables.has(name.toLowerCase()))
      return { message: `There is no table '${name}'.`, location: locationOf(node) };
  }
  return undefined;
}

/** Returns the table name, with its schema if it is a system table. */
export const qualifiedName = (table: Node): string => {
  const schema = String(table.schema_name ?? '').toLowerCase();
  return schema === SYSTEM_SCHEMA ? `${schema}.${String(table.table_name).toLowerCase()}` : String(table.table_name);
};

type Seen = {
  /** Names of common table expressions, in lower case. */
  declared: Set<string>;
  /** Tables named in FROM. */
  used: Node[];
  /** Table functions in FROM, which have their own check. */
  inFrom: Set<Node>;
};

function checkNode(node: Node, seen: Seen): Refusal | undefined {
  const refuse = (message: string): Refusal => ({ message, location: locationOf(node) });
  if ('cte_map' in node) {
    if (!queryNodes.has(node.type)) return refuse(`${node.type} is not supported.`);
    for (const { key } of node.cte_map?.map ?? []) {
      // A common table expression must not have a name that could mean a file or an internal table of DuckDB.
      if (/[./\\:*?[\]]/.test(key) || /^(duckdb_|pg_|sqlite_|pragma_|information_schema)/i.test(key))
        return { ...refuse(`'${key}' cannot be the name of a common table expression.`), words: [key] };
      seen.declared.add(String(key).toLowerCase());
    }
    return undefined;
  }
  if (typeof node.class === 'string') return checkExpression(node, seen, refuse);
  if (typeof node.type === 'string' && sources.has(node.type) && 'alias' in node)
    return checkSource(node, seen, refuse);
  // Every reference in FROM has these members; unknown kinds are refused.
  if (typeof node.type === 'string' && 'alias' in node && 'sample' in node)
    return refuse(`${node.type} is not supported.`);
  return undefined;
}

function checkExpression(node: Node, seen: Seen, refuse: (message: string) => Refusal): Refusal | undefined {
  if (node.class === 'PARAMETER')
    return { ...refuse('Parameters ($1, ?) are not supported. Write the value itself.'), words: ['?', '$'] };
  if (!expressions.has(node.class)) return { ...refuse(`${node.class} is not supported.`), words: [node.class] };
  if (typeof node.function_name !== 'string') return undefined;
  const name = node.function_name.toLowerCase();
  const ours = (agentFunctions as readonly string[]).includes(name);
  const schema = String(node.schema ?? '').toLowerCase();
  if (node.catalog || (schema !== '' && schema !== 'main'))
    return refuse('A function name cannot have a schema or database prefix.');
  if (!ours && !scalarFunctions.has(name) && !seen.inFrom.has(node))
    return refuse(`The function ${name}() is unknown or not allowed.${hintFor(name)}`);
  return undefined;
}

/** Suggests what an unknown function may have meant. */
function hintFor(name: string, known = scalarFunctions): string {
  if (/agent/.test(name))
    return ' run_agent_sync(agent id, map(key, value, …)) runs an agent and returns its result; run_agent() starts a job and returns its id.';
  if (name === 'connection')
    return " Use it in FROM with two strings: connection('connection name', 'table or query').";
  return didYouMean(name, known);
}

function checkSource(node: Node, seen: Seen, refuse: (message: string) => Refusal): Refusal | undefined {
  if (node.type === 'BASE_TABLE') {
    const schema = String(node.schema_name ?? '').toLowerCase();
    if (node.catalog_name || !['', 'main', SYSTEM_SCHEMA].includes(schema))
      return refuse(
        `A table name cannot have a schema or database prefix, except in the schema ${SYSTEM_SCHEMA}, such as ${SYSTEM_SCHEMA}.jobs.`,
      );
    seen.used.push(node);
  }
  if (node.type === 'SHOW_REF' && !['DESCRIBE', 'SUMMARY'].includes(node.show_type))
    return { ...refuse('SHOW can only be used in the statement SHOW TABLES.'), words: ['show'] };
  if (node.type === 'TABLE_FUNCTION') {
    const name = String(node.function?.function_name ?? '').toLowerCase();
    if (!tableFunctions.has(name)) {
      const hint = hintFor(name, tableFunctions);
      return refuse(`The table function ${name}() is unknown or not allowed.${hint}`);
    }
    // The walk visits the function again as an expression. `inFrom` marks it as checked.
    if (node.function.catalog || !['', 'main'].includes(String(node.function.schema ?? '').toLowerCase()))
      return refuse('A function name cannot have a schema or database prefix.');
    seen.inFrom.add(node.function);
  }
  return undefined;
}

/** Calls `visit` for every object, parents first. Iterative, because a tree may be deep. */
export function walk(root: Node, visit: (node: Node) => void): void {
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (Array.isArray(node)) {
      for (let index = node.length - 1; index >= 0; index -= 1)
        if (typeof node[index] === 'object' && node[index]) stack.push(node[index]);
      continue;
    }
    visit(node);
    const values = Object.values(node);
    for (let index = values.length - 1; index >= 0; index -= 1)
      if (typeof values[index] === 'object' && values[index]) stack.push(values[index]);
  }
}

/** Returns the location in bytes. The parser writes the largest number for an unknown location. */
export function locationOf(node: Node): number | undefined {
  const location: unknown = node?.query_location;
  return typeof location === 'number' && location >= 0 ? location : undefined;
}
