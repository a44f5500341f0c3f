import type { DuckDBConnection } from '@duckdb/node-api';
import { type Node, walk } from './check-tree.ts';
import type { Parser } from './parser.ts';

/**
 * Replaces timestamps that can be computed without a row, such as `now() - interval 7 day`, with their values. The tree
 * is only used to plan what is read.
 */
export async function foldMoments(connection: DuckDBConnection, parser: Parser, tree: Node): Promise<void> {
  const places: [holder: Node, member: string][] = [];
  walk(tree, (node) => {
    if (node.class === 'COMPARISON') places.push([node, 'left'], [node, 'right']);
    if (node.class === 'BETWEEN') places.push([node, 'lower'], [node, 'upper']);
  });
  for (const [holder, member] of places) {
    if (!isComputed(holder[member])) continue;
    const moment = await evaluate(connection, parser, holder[member]).catch(() => undefined);
    if (moment !== undefined)
      holder[member] = { class: 'CONSTANT', value: { type: { id: 'VARCHAR' }, is_null: false, value: moment } };
  }
}

const CONSTANT = new Set(['CONSTANT', 'COLUMN_REF']);
/** Expressions that need one or more rows. */
const OF_ROWS = new Set(['COLUMN_REF', 'SUBQUERY', 'WINDOW', 'STAR', 'LAMBDA', 'LAMBDA_REF', 'POSITIONAL_REFERENCE']);

function isComputed(side: Node): boolean {
  if (CONSTANT.has(side?.class)) return false;
  let found = true;
  walk(side, (node) => {
    if (OF_ROWS.has(node.class)) found = false;
  });
  return found;
}

async function evaluate(connection: DuckDBConnection, parser: Parser, side: Node): Promise<string | undefined> {
  const tree = await parser.read({ sql: 'select 1', start: 0 });
  tree.statements[0].node.select_list = [side];
  const sql = await parser.toSql(tree);
  const result = await connection.runAndReadAll(
    `select typeof(x), cast(cast(x as timestamp) as varchar) from (${sql}) as found(x)`,
  );
  const [type, moment] = result.getRows()[0] ?? [];
  return /^(DATE|TIMESTAMP)/.test(String(type)) && typeof moment === 'string' ? moment : undefined;
}
