import { invalid } from './errors.ts';
import type { Filter, Operator, Value } from './filter.ts';

// Turns a filter into an SQL condition. It can name only the given attributes; values are always bound.

/** How an attribute is read: from a column, or from elements of a list. `exact` compares case-sensitively. */
export type Attribute =
  | { kind: 'text'; sql: string; exact?: boolean }
  | { kind: 'boolean'; sql: string }
  | { kind: 'time'; sql: string }
  /** `from` gives rows `e`; `member` reads one of its members. */
  | { kind: 'list'; from: string; member(name: string): string };

export type Attributes = Readonly<Record<string, Attribute>>;

export function toSql(filter: Filter, attributes: Attributes, values: unknown[]): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${toSql(filter.left, attributes, values)} ${filter.kind} ${toSql(filter.right, attributes, values)})`;
    case 'not':
      return `not coalesce(${toSql(filter.inner, attributes, values)}, false)`;
    case 'elements':
      return elementsSql(filter, attributes, values);
    default:
      return compareSql(filter, attributes, values);
  }
}

type Elements = Extract<Filter, { kind: 'elements' }>;
type Compare = Extract<Filter, { kind: 'compare' }>;

/** Removes the schema that may precede an attribute. */
export const bareName = (path: string): string =>
  path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, '').toLowerCase();

function find(attributes: Attributes, path: string): { attribute: Attribute; member: string | undefined } {
  const name = bareName(path);
  const [first, member] = name.split('.', 2) as [string, string | undefined];
  const whole = attributes[name];
  if (whole !== undefined) return { attribute: whole, member: undefined };
  const list = attributes[first];
  if (list?.kind === 'list') return { attribute: list, member: member ?? 'value' };
  const known = Object.keys(attributes).join(', ');
  throw invalid(`Unknown attribute ${path.slice(0, 100)} in the filter. It must be one of: ${known}.`, 'invalidFilter');
}

function elementsSql({ path, inner, member }: Elements, attributes: Attributes, values: unknown[]): string {
  const list = attributes[bareName(path)];
  if (list?.kind !== 'list') throw invalid(`${path.slice(0, 100)} has no elements to filter.`, 'invalidFilter');
  const members = membersOf(inner, member);
  const own = Object.fromEntries(
    members.map((name): [string, Attribute] => [name, { kind: 'text', sql: list.member(name) }]),
  );
  const condition = [inner, ...(member === undefined ? [] : [member])]
    .map((one) => toSql(one, own, values))
    .join(' and ');
  return `exists (select from ${list.from} where ${condition})`;
}

/** The names of members that filters over elements use. */
const membersOf = (...filters: (Filter | undefined)[]): string[] =>
  filters.flatMap((one) => {
    if (one === undefined) return [];
    if (one.kind === 'compare') return [bareName(one.path)];
    if (one.kind === 'not') return membersOf(one.inner);
    if (one.kind === 'elements') throw invalid('Elements of elements cannot be filtered.', 'invalidFilter');
    return membersOf(one.left, one.right);
  });

function compareSql({ path, operator, value }: Compare, attributes: Attributes, values: unknown[]): string {
  const { attribute, member } = find(attributes, path);
  if (attribute.kind === 'list')
    return `exists (select from ${attribute.from} where ${textSql(attribute.member(member!), operator, value, values)})`;
  if (attribute.kind === 'boolean') return booleanSql(attribute.sql, operator, value);
  if (attribute.kind === 'time') return timeSql(attribute.sql, operator, value, values);
  return textSql(attribute.sql, operator, value, values, attribute.exact);
}

const bind = (values: unknown[], value: unknown, type: string): string => {
  values.push(value);
  return `$${values.length}::${type}`;
};
const SIGNS: Partial<Record<Operator, string>> = {
  eq: '=',
  ne: 'is distinct from',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

function textSql(sql: string, operator: Operator, value: Value, values: unknown[], exact = false): string {
  if (operator === 'pr') return `coalesce(${sql}, '') <> ''`;
  if (value === null) return operator === 'eq' ? `${sql} is null` : `${sql} is not null`;
  const folded = (text: string): string => (exact ? text : `lower(${text})`);
  const sign = SIGNS[operator];
  if (sign !== undefined) return `${folded(sql)} ${sign} ${folded(bind(values, String(value), 'text'))}`;
  const part = folded(bind(values, String(value), 'text'));
  if (operator === 'co') return `position(${part} in ${folded(sql)}) > 0`;
  if (operator === 'sw') return `starts_with(${folded(sql)}, ${part})`;
  return `right(${folded(sql)}, length(${part})) = ${part}`;
}

function booleanSql(sql: string, operator: Operator, value: Value): string {
  if (operator === 'pr') return 'true';
  const wanted =
    typeof value === 'boolean' ? value : /^(true|false)$/i.test(String(value)) && /^true$/i.test(String(value));
  if (operator !== 'eq' && operator !== 'ne')
    throw invalid(`"${operator}" cannot be used with booleans.`, 'invalidFilter');
  return wanted === (operator === 'eq') ? sql : `not ${sql}`;
}

function timeSql(sql: string, operator: Operator, value: Value, values: unknown[]): string {
  if (operator === 'pr') return 'true';
  const sign = SIGNS[operator];
  const time = new Date(String(value));
  if (sign === undefined || Number.isNaN(time.getTime()))
    throw invalid('A time must be compared with a date by eq, ne, gt, ge, lt or le.', 'invalidFilter');
  return `${sql} ${sign} ${bind(values, time.toISOString(), 'timestamptz')}`;
}
