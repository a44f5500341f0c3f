import { closeSync, openSync, writeSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { parseJson } from '#platform/json.ts';
import { buildArgumentQuery } from './argument-query.ts';
import { type Call, findNextCalls } from './call-sites.ts';
import { type Node, walk } from './check-tree.ts';
import { Refused, refuseNode } from './failures.ts';
import { applyGuard } from './guards.ts';
import type { Parser } from './parser.ts';
import type { Source } from './places.ts';
import type { TaskAnswer } from './protocol.ts';
import { lookUp } from './session.ts';

// Agent calls in a query are answered in rounds. A round evaluates the arguments of all calls that depend on no other
// call, and the service answers them. Each of these calls then becomes a look-up of its answer by its arguments. After
// the last round the query is plain SQL.

/** Replaces calls with the answers of the rounds so far. */
export async function substituteRounds(parser: Parser, tree: Node, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const { node, calls } of findNextCalls(tree)) {
      nameItems(
        node,
        calls.map((call) => call.node),
      );
      for (const { node: call } of calls) {
        const { function_name: name, alias } = call;
        const found = await expand(parser, lookUp(round), { errand_key: await keyOf(parser, call) });
        const value =
          String(name).toLowerCase() === 'job_status'
            ? await expand(parser, 'cast(errand_value as integer)', { errand_value: found })
            : found;
        replace(call, { ...value, alias });
      }
    }
  }
}

/** Writes the distinct keys of the next round's calls to `out/calls.jsonl`. Returns undefined if no calls are left. */
export async function findAgentCalls(
  connection: DuckDBConnection,
  parser: Parser,
  tree: Node,
  callsMax: number,
  source: Source,
): Promise<TaskAnswer | undefined> {
  const groups = findNextCalls(tree);
  if (groups.length === 0) return undefined;
  // Number of rows by key. A failed call leaves that many nulls.
  const keys = new Map<string, number>();
  const nothing = await parser.expression('cast(null as varchar)');
  for (const group of groups) {
    const copies = await Promise.all(group.calls.map((call) => guardedKey(parser, call, nothing)));
    const query = buildArgumentQuery(tree, group, copies, nothing);
    const sql = await parser.toSql(query);
    source.given = { offset: 0, made: { sql, tree: query } };
    const result = await connection.stream(sql);
    const width = result.columnNames().length;
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      for (const row of chunk.getRows()) {
        for (const value of row.slice(width - copies.length)) {
          if (value !== null) keys.set(String(value), (keys.get(String(value)) ?? 0) + 1);
        }
        if (keys.size > callsMax) {
          throw new Refused(
            `The statement would start more than ${callsMax} jobs. Use LIMIT, or split it.`,
            undefined,
            'limit',
          );
        }
      }
    }
  }
  const file = openSync('out/calls.jsonl', 'w');
  // Sorted, so that a repeated run numbers the calls in the same way.
  for (const key of [...keys.keys()].sort()) writeSync(file, `${key}\t${keys.get(key)}\n`);
  closeSync(file);
  return { calls: true, columns: [], rows: keys.size, file: 'calls.jsonl', truncated: false, offsets: [] };
}

export const copyOf = (node: Node): Node => parseJson(JSON.stringify(node)) as Node;

async function guardedKey(parser: Parser, { node, guards }: Call, nothing: Node): Promise<Node> {
  const key = await keyOf(parser, copyOf(node));
  return guards.reduceRight((value, guard) => applyGuard(copyOf(guard), value, () => copyOf(nothing)), key);
}

/** Builds the key of an answer: function and arguments as a JSON list. */
async function keyOf(parser: Parser, call: Node): Promise<Node> {
  const name = String(call.function_name).toLowerCase();
  const [first, second] = call.children;
  return second === undefined
    ? expand(parser, `cast(json_array('${name}', cast(errand_id as varchar)) as varchar)`, { errand_id: first })
    : expand(parser, `cast(json_array('${name}', cast(errand_id as varchar), errand_inputs) as varchar)`, {
        errand_id: first,
        errand_inputs: await inputsOf(parser, second),
      });
}

/** Converts inputs to JSON. `map('key', value, …)` accepts values of any types; DuckDB's map() needs two lists. */
async function inputsOf(parser: Parser, node: Node): Promise<Node> {
  const pairs = pairsOf(node);
  if (pairs === undefined) return expand(parser, 'to_json(errand_inputs)', { errand_inputs: node });
  return { ...(await parser.expression('json_object()')), children: pairs };
}

/** Returns the keys and values of a map in turn, or undefined if the node is not a map of pairs. */
export function pairsOf(node: Node): Node[] | undefined {
  if (node.class !== 'FUNCTION' || node.function_name !== 'map') return undefined;
  const isList = (child: Node): boolean => child?.class === 'FUNCTION' && child.function_name === 'list_value';
  const [keys, values] = node.children;
  if (node.children.length === 2 && isList(keys) && isList(values)) {
    return keys.children.flatMap((key: Node, index: number) => [key, values.children[index]]);
  }
  if (node.children.length === 2 && keys.class !== 'CONSTANT') return undefined;
  if (node.children.length % 2 === 1) throw refuseNode(node, 'map() takes pairs of a key and a value.');
  return node.children;
}

/** Parses an expression and replaces its placeholder names with trees. */
async function expand(parser: Parser, sql: string, names: Record<string, Node>): Promise<Node> {
  const root = await parser.expression(sql);
  const holder = { root };
  walk(holder, (node) => {
    if (node.class === 'COLUMN_REF' && node.column_names.length === 1 && Object.hasOwn(names, node.column_names[0])) {
      replace(node, { ...copyOf(names[node.column_names[0]]), alias: '' });
    }
  });
  return holder.root;
}

export function replace(node: Node, by: Node): void {
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, by);
}

/** Names columns without an alias after the function, not after its replacement. */
export function nameItems(queryNode: Node, calls: Node[]): void {
  for (const item of queryNode.select_list ?? []) {
    let contains: Node;
    walk(item, (node) => {
      if (calls.includes(node)) contains ??= node;
    });
    if (contains !== undefined && item.alias === '') item.alias = item.function_name ?? contains.function_name;
  }
}
