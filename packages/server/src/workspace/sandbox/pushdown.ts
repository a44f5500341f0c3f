import type { RowFilter, RowValue } from '#connections/model/driver.ts';
import type { SourcePlan } from '../model/source-plan.ts';
import { isQueryNode, type Node, qualifiedName, walk } from './check-tree.ts';
import { aggregateFunctions } from './functions.ts';

// Finds what the system behind a connection can do for a query: which columns, which rows, how many. The query itself
// is unchanged and filters again, so a plan may only leave out rows and columns that the query does not need.

const EVERYTHING: SourcePlan = { columns: null, filters: [], limit: null };

/** Returns a plan per table, or null for a table that is not used in FROM. */
export function planSources(tree: Node, tables: string[]): (SourcePlan | null)[] {
  const counts = new Map<string, number>();
  const plans = new Map<string, SourcePlan>();
  walk(tree, (node) => {
    if (node.type === 'BASE_TABLE') counts.set(qualifiedName(node), (counts.get(qualifiedName(node)) ?? 0) + 1);
    if (!isQueryNode(node) || node.type !== 'SELECT_NODE') return;
    const from = listTables(node.from_table);
    for (const { table, isFilterable } of from) {
      if (table.type !== 'BASE_TABLE' || !tables.includes(qualifiedName(table))) continue;
      plans.set(qualifiedName(table), planTable(node, table, { isFilterable, isAlone: from.length === 1 }));
    }
  });
  return tables.map((table) => {
    if (!counts.has(table)) return null;
    return counts.get(table) === 1 ? (plans.get(table) ?? EVERYTHING) : EVERYTHING;
  });
}

type TableRef = { table: Node; isFilterable: boolean };

/** Lists the references in FROM, including those that are not tables. */
function listTables(from: Node, isFilterable = true): TableRef[] {
  if (from?.type !== 'JOIN') return [{ table: from ?? {}, isFilterable: isFilterable && !from?.sample }];
  // ASOF takes the nearest row, POSITIONAL the one at the same place. Without some rows they would match others.
  const keeps = isFilterable && !from.sample && ['REGULAR', 'CROSS', 'NATURAL'].includes(from.ref_type);
  return [...listTables(from.left, keeps), ...listTables(from.right, keeps)];
}

function planTable(
  query: Node,
  table: Node,
  { isFilterable, isAlone }: { isFilterable: boolean; isAlone: boolean },
): SourcePlan {
  // With column aliases, the column names of the source are not known here.
  if ((table.column_name_alias ?? []).length > 0) return EVERYTHING;
  const alias = String(table.alias || table.table_name).toLowerCase();
  const conditions = conjunctsOf(query.where_clause);
  const canFilter = isFilterable && !query.sample;
  const found = canFilter
    ? conditions.map((condition) =>
        filterOf(condition, { alias, isAlone, hasOuterJoin: hasOuterJoin(query.from_table) }),
      )
    : [];
  const filters = found.flatMap((filter) => filter ?? []);
  const isComplete = found.length === conditions.length && found.every((filter) => filter !== undefined);
  return {
    columns: columnsOf(query, alias),
    filters,
    limit: isAlone && isComplete && canFilter ? limitOf(query) : null,
  };
}

const conjunctsOf = (node: Node): Node[] => {
  if (!node) return [];
  return node.type === 'CONJUNCTION_AND' ? node.children.flatMap(conjunctsOf) : [node];
};

const hasOuterJoin = (from: Node): boolean =>
  from?.type === 'JOIN' && (from.join_type !== 'INNER' || hasOuterJoin(from.left) || hasOuterJoin(from.right));

const COMPARISONS: Record<string, [op: string, turned: string]> = {
  COMPARE_EQUAL: ['=', '='],
  COMPARE_NOTEQUAL: ['<>', '<>'],
  COMPARE_LESSTHAN: ['<', '>'],
  COMPARE_GREATERTHAN: ['>', '<'],
  COMPARE_LESSTHANOREQUALTO: ['<=', '>='],
  COMPARE_GREATERTHANOREQUALTO: ['>=', '<='],
};

type Scope = { alias: string; isAlone: boolean; hasOuterJoin: boolean };

/** Converts a condition that compares columns of the table with constants. Returns undefined for any other. */
function filterOf(node: Node, scope: Scope): RowFilter[] | undefined {
  if (node.class === 'COMPARISON') {
    const [op, turned] = COMPARISONS[node.type] ?? [];
    if (op === undefined) return undefined;
    return compare(node.left, op, node.right, scope) ?? compare(node.right, turned!, node.left, scope);
  }
  if (node.class === 'BETWEEN') {
    const [low, high] = [compare(node.input, '>=', node.lower, scope), compare(node.input, '<=', node.upper, scope)];
    return low && high && [...low, ...high];
  }
  if (node.class !== 'OPERATOR') return undefined;
  const [first, ...others] = node.children as Node[];
  const column = columnName(first, scope);
  if (column === undefined) return undefined;
  if (node.type === 'OPERATOR_IS_NOT_NULL') return [{ column, op: 'is not null' }];
  // An outer join adds nulls of its own.
  if (node.type === 'OPERATOR_IS_NULL') return scope.hasOuterJoin ? undefined : [{ column, op: 'is null' }];
  const values = others.map(constantOf);
  if (node.type !== 'COMPARE_IN' || values.length === 0 || values.includes(undefined)) return undefined;
  return [{ column, op: 'in', values: values as RowValue[] }];
}

function compare(subject: Node, op: string, by: Node, scope: Scope): RowFilter[] | undefined {
  const [column, value] = [columnName(subject, scope), constantOf(by)];
  return column === undefined || value === undefined ? undefined : [{ column, op, value } as RowFilter];
}

function columnName(node: Node, { alias, isAlone }: Scope): string | undefined {
  if (node?.class !== 'COLUMN_REF') return undefined;
  const [first, second, ...more] = node.column_names as string[];
  if (second === undefined) return isAlone ? first : undefined;
  return more.length === 0 && first!.toLowerCase() === alias ? second : undefined;
}

const NUMBERS = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'DOUBLE'];
const DIGITS_MAX = 15;

function constantOf(node: Node): RowValue | undefined {
  if (node?.class === 'CAST') {
    const inner = constantOf(node.child);
    if (typeof inner !== 'string' || node.try_cast) return undefined;
    if (node.cast_type?.id === 'BOOLEAN') return inner === 't' ? true : inner === 'f' ? false : undefined;
    return ['DATE', 'TIMESTAMP', 'VARCHAR'].includes(node.cast_type?.id) ? inner : undefined;
  }
  if (node?.class !== 'CONSTANT' || node.value.is_null) return undefined;
  const { type, value } = node.value;
  if (type.id === 'VARCHAR' && typeof value === 'string') return value;
  if (type.id === 'BOOLEAN' && typeof value === 'boolean') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (NUMBERS.includes(type.id)) return type.id === 'DOUBLE' || Number.isSafeInteger(value) ? value : undefined;
  if (type.id !== 'DECIMAL' || type.type_info.width > DIGITS_MAX) return undefined;
  return Number(`${value}e-${type.type_info.scale}`);
}

/** Returns the names in the query, which include the columns it needs, or null if it needs all columns. */
function columnsOf(query: Node, alias: string): string[] | null {
  const names = new Set<string>();
  let needsAll = false;
  walk(query, (node) => {
    if (node.class === 'COLUMN_REF') for (const name of node.column_names) names.add(String(name).toLowerCase());
    for (const name of node.using_columns ?? []) names.add(String(name).toLowerCase());
    if (node.class === 'POSITIONAL_REFERENCE' || node.ref_type === 'NATURAL') needsAll = true;
  });
  // A star in a subquery refers to the tables of that subquery.
  return needsAll || names.has(alias) || hasOwnStar(query) ? null : [...names];
}

function hasOwnStar(query: Node): boolean {
  const stack: Node[] = Object.values(query);
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== 'object' || node === null || isQueryNode(node)) continue;
    if (node.class === 'STAR') return true;
    stack.push(...Object.values(node));
  }
  return false;
}

/** Returns how many rows are enough, or null if that cannot be known in advance. */
function limitOf(query: Node): number | null {
  const [modifier, ...more] = query.modifiers;
  const isPlain =
    query.group_expressions.length === 0 &&
    query.aggregate_handling === 'STANDARD_HANDLING' &&
    !query.having &&
    !query.qualify;
  if (modifier?.type !== 'LIMIT_MODIFIER' || more.length > 0 || !isPlain || changesCount(query.select_list))
    return null;
  const [limit, offset] = [countOf(modifier.limit), modifier.offset ? countOf(modifier.offset) : 0];
  return limit === undefined || offset === undefined ? null : limit + offset;
}

const countOf = (node: Node): number | undefined => {
  const value = node && constantOf(node);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
};

/** Whether the result may have another number of rows than the source. */
function changesCount(items: Node[]): boolean {
  let found = false;
  walk(items, (node) => {
    const name = String(node.function_name ?? '').toLowerCase();
    found ||= node.class === 'WINDOW' || aggregateFunctions.has(name) || name === 'unnest';
  });
  return found;
}
