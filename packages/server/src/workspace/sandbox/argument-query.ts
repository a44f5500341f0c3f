import { parseJson } from '#platform/json.ts';
import { type CallGroup, containsCall, isAgentCall } from './call-sites.ts';
import { type Node, walk } from './check-tree.ts';

/**
 * Builds the query that computes the arguments of a group of calls, over the rows that the calls would see. `keys` has
 * one tree to evaluate for each call; they become the last columns. `nothing` replaces calls without an answer.
 */
export function buildArgumentQuery(tree: Node, { node, common, stage }: CallGroup, keys: Node[], nothing: Node): Node {
  const copy = parseJson(JSON.stringify(node)) as Node;
  const own = copy.cte_map.map as Node[];
  const names = new Set(own.map(({ key }) => key));
  // The query's own common table expressions hide outer ones of the same name.
  copy.cte_map.map = [...common.filter(({ key }) => !names.has(key)), ...own];
  if (stage === 'output') {
    for (const item of copy.select_list) blank(item, nothing);
    const changesRows = containsCall(copy.having) || containsCall(copy.qualify) || containsCall(copy.modifiers);
    if (containsCall(copy.having)) copy.having = null;
    if (containsCall(copy.qualify)) copy.qualify = null;
    // A later call may keep any of these rows, and DISTINCT would fold rows before that call sees them.
    if (changesRows || copy.modifiers.some(({ type }: Node) => type === 'DISTINCT_MODIFIER')) copy.modifiers = [];
    copy.select_list.push(...keys);
  } else {
    copy.select_list = keys;
    copy.modifiers = [];
    copy.group_expressions = [];
    copy.group_sets = [];
    copy.aggregate_handling = 'STANDARD_HANDLING';
    copy.having = null;
    copy.qualify = null;
    if (stage === 'where') copy.where_clause = withoutCalls(copy.where_clause);
    if (stage === 'constant') copy.from_table = { ...copy.from_table, ...EMPTY };
  }
  return { ...tree, statements: [{ ...tree.statements[0], node: copy }] };
}

const EMPTY = { type: 'EMPTY', alias: '', sample: null };

/** Keeps the operands of an AND that need no agent. */
function withoutCalls(condition: Node): Node {
  if (!containsCall(condition)) return condition;
  if (condition.type !== 'CONJUNCTION_AND') return null;
  const left = condition.children.map(withoutCalls).filter((child: Node) => child !== null);
  return left.length === 0 ? null : { ...condition, children: left };
}

function blank(item: Node, nothing: Node): void {
  walk(item, (node) => {
    if (!isAgentCall(node)) return;
    const { alias } = node;
    for (const key of Object.keys(node)) delete node[key];
    Object.assign(node, parseJson(JSON.stringify(nothing)), { alias });
  });
}
