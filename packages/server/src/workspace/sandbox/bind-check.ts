import type { DuckDBConnection } from '@duckdb/node-api';
import { copyOf, nameItems, pairsOf, replace } from './agent-calls.ts';
import { buildArgumentQuery } from './argument-query.ts';
import { findAllCalls, isAgentCall } from './call-sites.ts';
import { isQueryNode, type Node, walk } from './check-tree.ts';
import { refuseNode } from './failures.ts';
import type { Parser } from './parser.ts';
import type { Source } from './places.ts';

const CORRELATED = 'Agents cannot be called in a correlated subquery. Compute the value in WITH, or use a join.';

/**
 * Lets DuckDB bind a query that calls agents, with a value built from the arguments in place of each call, so that
 * errors show before an agent is paid. Subqueries with calls must also bind alone, because that is how their arguments
 * are computed.
 */
export async function checkBinding(
  connection: DuckDBConnection,
  parser: Parser,
  tree: Node,
  source: Source,
): Promise<void> {
  const groups = findAllCalls(tree);
  for (const call of groups.flatMap(({ calls }) => calls)) checkArguments(call.node);
  await bind(copyOf(tree));
  const nothing = await parser.expression('cast(null as varchar)');
  for (const group of groups) {
    if (group.node === tree.statements[0].node) continue;
    const keys = group.calls.map(({ node }) => copyOf(node));
    await bind(copyOf(buildArgumentQuery(tree, group, keys, nothing))).catch((error: unknown) => {
      // The whole query is already bound, so only the isolated part can fail.
      throw /"Binder"/.test(String(error)) ? refuseNode(group.calls[0]!.node, CORRELATED) : error;
    });
  }

  async function bind(query: Node): Promise<void> {
    await standIn(parser, query);
    const sql = await parser.toSql(query);
    source.given = { offset: 0, made: { sql, tree: query } };
    (await connection.prepare(sql)).destroySync();
  }
}

function checkArguments(call: Node): void {
  const name = String(call.function_name).toLowerCase();
  const expected = name.startsWith('run_') ? 2 : 1;
  if (call.children.length === expected) return;
  throw refuseNode(
    call,
    expected === 2 ? `${name}() takes an agent id and a map of inputs.` : `${name}() takes a job id.`,
  );
}

/** Replaces each call with a value of its result type, whatever the types of its arguments. */
export async function standIn(parser: Parser, query: Node): Promise<void> {
  const calls: Node[] = [];
  walk(query, (node) => {
    if (isAgentCall(node)) calls.push(node);
  });
  walk(query, (node) => {
    if (isQueryNode(node)) nameItems(node, calls);
  });
  const text = await parser.expression('cast(row(null) as varchar)');
  const status = await parser.expression('cast(length(cast(row(null) as varchar)) as integer)');
  for (const call of calls) {
    const isStatus = String(call.function_name).toLowerCase() === 'job_status';
    const value = copyOf(isStatus ? status : text);
    const row = isStatus ? value.child.children[0].child : value.child;
    row.children = call.children.flatMap((child: Node) => pairsOf(child) ?? [child]);
    replace(call, { ...value, alias: call.alias });
  }
}
