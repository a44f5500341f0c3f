import type { DuckDBConnection } from '@duckdb/node-api';
import type { Part } from '../sql/reader.ts';
import { tokenize } from '../sql/tokens.ts';
import { isAgentCall } from './call-sites.ts';
import { locationOf, type Node, walk } from './check-tree.ts';

/**
 * Has DuckDB look at the text of a query that calls agents, with a value of the same length in the place of each call:
 * what is wrong with it shows with its place, before any agent is paid. Later texts are ours, and tell no places.
 */
export async function checkBinding(connection: DuckDBConnection, { sql }: Part, tree: Node): Promise<void> {
  const text = blankCalls(sql, tree);
  if (text === undefined) return;
  const statement = await connection.prepare(text);
  statement.destroySync();
}

/** undefined: a call is not written as a name and parentheses. */
function blankCalls(sql: string, tree: Node): string | undefined {
  const calls: { at: number; value: string }[] = [];
  const bytes = Buffer.from(sql);
  walk(tree, (node) => {
    if (!isAgentCall(node)) return;
    const at = bytes.subarray(0, locationOf(node) ?? 0).toString('utf8').length;
    calls.push({ at, value: String(node.function_name).toLowerCase() === 'job_status' ? '0' : `''` });
  });
  const tokens = tokenize(sql);
  let text = sql;
  let blankedTo = 0;
  for (const { at, value } of calls.sort((one, other) => one.at - other.at)) {
    if (at < blankedTo) continue;
    const name = tokens.findIndex(({ start }) => start === at);
    const end = name === -1 || tokens[name + 1]?.text !== '(' ? undefined : endOf(tokens, name + 1);
    if (end === undefined) return undefined;
    text = text.slice(0, at) + value.padEnd(end - at) + text.slice(end);
    blankedTo = end;
  }
  return text;
}

function endOf(tokens: { kind: string; text: string; end: number }[], from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const { kind, text, end } = tokens[at]!;
    if (kind !== 'symbol') continue;
    depth += '([{'.includes(text) ? 1 : ')]}'.includes(text) ? -1 : 0;
    if (depth === 0) return end;
  }
  return undefined;
}
