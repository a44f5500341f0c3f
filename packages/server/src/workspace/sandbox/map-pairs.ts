import type { DuckDBConnection } from '@duckdb/node-api';
import { copyOf, nameItems } from './agent-calls.ts';
import { standIn } from './bind-check.ts';
import { isAgentCall } from './call-sites.ts';
import { isQueryNode, locationOf, type Node, walk } from './check-tree.ts';
import { refuseNode, reportedPosition } from './failures.ts';
import type { Parser } from './parser.ts';
import { findOrigin } from './places.ts';

// map(key, value, …) with any keys means MAP {key: value, …}. DuckDB's own map(), with a list of keys and a list of
// values, keeps its meaning. Only DuckDB's type check shows whether two expressions are lists.

/** Rewrites pairs as the two lists that DuckDB expects. Returns false if there are no pairs. */
export async function resolveMaps(connection: DuckDBConnection, parser: Parser, tree: Node): Promise<boolean> {
  const inputs = new Set<Node>();
  const maps: Node[] = [];
  walk(tree, (node) => {
    if (isAgentCall(node)) inputs.add(node.children[1]);
    if (isMap(node)) maps.push(node);
  });
  if (maps.length === 0) return false;
  const empty = await parser.expression('list_value()');
  const resolved: Node[] = [];
  const toLists = (map: Node): void => {
    const side = (first: number) => ({
      ...copyOf(empty),
      children: map.children.filter((_: Node, index: number) => index % 2 === first),
    });
    map.children = [side(0), side(1)];
    resolved.push(map);
  };
  for (const map of maps) {
    if (map.children.length % 2 === 1) throw refuseNode(map, 'map() takes pairs of a key and a value.');
    // An agent's inputs may have different types, which one list cannot hold: their pairs become JSON.
    const isSure = map.children.length > 2 ? !inputs.has(map) : map.children[0].class === 'CONSTANT';
    if (isSure) toLists(map);
  }
  let unsure = maps.filter((map) => map.children.length === 2 && !resolved.includes(map));
  while (unsure.length > 0) {
    const refused = await findRefused(connection, parser, tree);
    if (refused === undefined) break;
    const found = unsure.filter((map) => locationOf(map) === refused);
    // Without a known place, all remaining maps are treated as pairs: as lists they would be refused anyway.
    const meant = found.length > 0 ? found : unsure;
    for (const map of meant) toLists(map);
    unsure = unsure.filter((map) => !meant.includes(map));
  }
  walk(tree, (node) => {
    if (isQueryNode(node)) nameItems(node, resolved);
  });
  return resolved.length > 0;
}

const isMap = (node: Node): boolean =>
  node?.class === 'FUNCTION' &&
  String(node.function_name).toLowerCase() === 'map' &&
  node.children.length > 0 &&
  !(node.children.length === 2 && node.children.every(isListLiteral));

const isListLiteral = (node: Node): boolean => node?.class === 'FUNCTION' && node.function_name === 'list_value';

/** Returns the place of a map whose arguments are not lists (-1 if unknown), or undefined if there is none. */
async function findRefused(connection: DuckDBConnection, parser: Parser, tree: Node): Promise<number | undefined> {
  const query = copyOf(tree);
  await standIn(parser, query);
  const sql = await parser.toSql(query);
  try {
    (await connection.prepare(sql)).destroySync();
    return undefined;
  } catch (error) {
    // Other errors show when the query runs, with their place.
    if (!/"name":"map"/.test(String(error))) return undefined;
    const bytes = reportedPosition(error);
    const place = bytes === undefined ? undefined : await findOrigin(parser, { sql, tree: query }, bytes);
    return place ?? -1;
  }
}
