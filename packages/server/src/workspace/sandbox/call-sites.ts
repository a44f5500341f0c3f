import { agentFunctions } from '../sql/statements.ts';
import { isQueryNode, type Node, walk } from './check-tree.ts';
import { refuseNode } from './failures.ts';
import { aggregateFunctions } from './functions.ts';
import { type Guard, guardsOf } from './guards.ts';

// Finds the agent calls of a query and decides which can be answered next: first those of the innermost queries, then
// those that decide which rows exist, and only then those computed from the rows. This way LIMIT and WHERE avoid jobs
// for rows that are never returned.

export type CallGroup = {
  /** The query whose rows the arguments are computed from. */
  node: Node;
  /** Common table expressions it can name, outermost first. */
  common: Node[];
  /** `where` and `group` decide which rows exist; `output` is computed from these rows; `constant` is in VALUES. */
  stage: 'where' | 'group' | 'output' | 'constant';
  calls: Call[];
};

/** A call and the branches of CASE and COALESCE around it, outermost first. */
export type Call = { node: Node; guards: Guard[] };

export const isAgentCall = (node: Node): boolean =>
  node?.class === 'FUNCTION' &&
  (agentFunctions as readonly string[]).includes(String(node.function_name).toLowerCase());

export const findNextCalls = (tree: Node): CallGroup[] => visit(tree.statements[0].node, []);

function visit(node: Node, outer: Node[]): CallGroup[] {
  const own: Node[] = node.cte_map?.map ?? [];
  for (const [index, entry] of own.entries()) {
    const groups = visit(entry.value.query.node, [...outer, ...own.slice(0, index)]);
    // Later parts of the query may read from it.
    if (groups.length > 0) return groups;
  }
  const common = [...outer, ...own];
  const { calls, children } = lookInto(node);
  const inner = children.flatMap((child) => visit(child, common));
  if (inner.length > 0) return inner;
  return calls.length === 0 ? [] : [{ node, common, ...chooseStage(calls) }];
}

/** Returns all calls, grouped by query and stage. Refuses calls that can never be answered, before any job is paid. */
export const findAllCalls = (tree: Node): CallGroup[] => visitAll(tree.statements[0].node, []);

function visitAll(node: Node, outer: Node[]): CallGroup[] {
  const own: Node[] = node.cte_map?.map ?? [];
  const common = [...outer, ...own];
  const { calls, children } = lookInto(node);
  refuseMisplaced(node, calls);
  return [
    ...Map.groupBy(calls, stageOf)
      .entries()
      .map(([stage, found]) => ({ node, common, stage, calls: found })),
    ...own.flatMap((entry, index) => visitAll(entry.value.query.node, [...outer, ...own.slice(0, index)])),
    ...children.flatMap((child) => visitAll(child, common)),
  ];
}

function refuseMisplaced(node: Node, calls: Found[]): void {
  const inFrom = calls.find(({ member, inValues }) => member === 'from_table' && !inValues);
  if (inFrom) throw refuseNode(inFrom.node, 'Agents cannot be called in FROM or in a join condition.');
  if (node.type === 'RECURSIVE_CTE_NODE') {
    const call = findCall(node);
    if (call) throw refuseNode(call, 'Agents cannot be called in a recursive query.');
  }
  if (calls.length > 0 && node.type !== 'SELECT_NODE')
    throw refuseNode(calls[0]!.node, 'Agents cannot be called in the ORDER BY of a UNION.');
}

type Place = { inValues: boolean; inAggregate: boolean; guards: Guard[] };
type Found = Place & { node: Node; member: string; grouped: boolean };

/** Returns the calls of the query itself and its direct subqueries. */
function lookInto(queryNode: Node): { calls: Found[]; children: Node[] } {
  const calls: Found[] = [];
  const children: Node[] = [];
  for (const [member, value] of Object.entries(queryNode)) {
    if (member === 'cte_map') continue;
    const stack: (Place & { node: Node })[] = [{ node: value, inValues: false, inAggregate: false, guards: [] }];
    for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
      const { node, guards } = item;
      if (typeof node !== 'object' || node === null) continue;
      if (isQueryNode(node)) {
        children.push(node);
        continue;
      }
      const inLambda = node.class === 'LAMBDA' ? findCall(node) : undefined;
      if (inLambda) throw refuseNode(inLambda, 'Agents cannot be called in a lambda.');
      const inValues = item.inValues || node.type === 'EXPRESSION_LIST';
      if (isAgentCall(node)) calls.push({ ...item, inValues, member, grouped: false });
      const entersAggregate = isAggregate(node);
      const inAggregate = item.inAggregate || entersAggregate;
      // Conditions around an aggregate apply to the group, not to the rows that the call is made for.
      const around = entersAggregate ? [] : guards;
      const branches = guardsOf(node);
      for (const child of Object.values(node)) {
        if (branches.size === 0) stack.push({ node: child, inValues, inAggregate, guards: around });
      }
      for (const [child, guard] of branches) {
        stack.push({ node: child, inValues, inAggregate, guards: guard ? [...around, guard] : around });
      }
    }
  }
  markGrouped(queryNode, calls);
  return { calls, children };
}

/**
 * Marks calls that the query groups by. Such a call is also in the select list: as the same call, or by position or
 * name, as in GROUP BY 1. Its arguments come from the rows before they are grouped.
 */
function markGrouped(queryNode: Node, calls: Found[]): void {
  const groups: Node[] = queryNode.group_expressions ?? [];
  if (groups.length === 0 || calls.length === 0) return;
  const texts = new Set(calls.filter(({ member }) => member === 'group_expressions').map(({ node }) => textOf(node)));
  const inItems = new Set<Node>();
  for (const [index, item] of (queryNode.select_list as Node[]).entries())
    if (groups.some((group) => namesItem(group, item, index))) walk(item, (node) => void inItems.add(node));
  for (const call of calls) {
    const isNamed = inItems.has(call.node) || texts.has(textOf(call.node));
    call.grouped = isNamed && !containsAggregate(call.node);
  }
}

function namesItem(group: Node, item: Node, index: number): boolean {
  if (group.class === 'CONSTANT') return Number(group.value?.value) === index + 1;
  const [name, ...more] = group.class === 'COLUMN_REF' ? (group.column_names as string[]) : [];
  return name !== undefined && more.length === 0 && name.toLowerCase() === String(item.alias).toLowerCase();
}

/** Returns the same text for calls that do the same, wherever they are. */
const textOf = (call: Node): string =>
  JSON.stringify(call, (key, value) => (key === 'query_location' || key === 'alias' ? undefined : value));

function containsAggregate(root: Node): boolean {
  let found = false;
  walk(root, (node) => {
    found ||= isAggregate(node);
  });
  return found;
}

const isAggregate = (node: Node): boolean =>
  node.class === 'FUNCTION' && aggregateFunctions.has(String(node.function_name).toLowerCase());

function chooseStage(all: Found[]): Pick<CallGroup, 'stage' | 'calls'> {
  // Neither the arguments nor the conditions of a call may depend on a call without an answer.
  const next = all.filter(({ node, guards }) => !containsCall(node.children) && !guards.some(containsCall));
  // Calls that decide which rows exist come first, even if they cannot be answered yet.
  for (const stage of ['constant', 'where'] as const) {
    if (all.some((call) => stageOf(call) === stage))
      return { stage, calls: next.filter((call) => stageOf(call) === stage) };
  }
  const grouped = next.filter((call) => stageOf(call) === 'group');
  return grouped.length > 0 ? { stage: 'group', calls: grouped } : { stage: 'output', calls: next };
}

function stageOf({ member, inAggregate, grouped }: Found): CallGroup['stage'] {
  if (member === 'from_table') return 'constant';
  if (member === 'where_clause') return 'where';
  // The input of an aggregate is needed for every row of the group.
  return inAggregate || grouped || member === 'group_expressions' ? 'group' : 'output';
}

export const containsCall = (root: Node): boolean => findCall(root) !== undefined;

/** Returns the first call in the tree, if any. */
function findCall(root: Node): Node | undefined {
  let found: Node;
  if (typeof root === 'object' && root !== null) {
    walk(root, (node) => {
      if (isAgentCall(node)) found ??= node;
    });
  }
  return found;
}
