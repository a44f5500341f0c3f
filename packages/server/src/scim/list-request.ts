import { COUNT_MAX } from './descriptions.ts';
import { invalid } from './errors.ts';
import { parseFilter } from './filter.ts';
import { type Attributes, bareName, toSql } from './filter-sql.ts';
import type { Resource } from './patch.ts';

// Reads the filter and page of a list request (RFC 7644, 3.4.2), and selects the attributes of a response (3.9).

const COUNT = 100;

export type ListRequest = { where: string; values: unknown[]; offset: number; limit: number; startIndex: number };
type Query = Record<string, unknown>;

export function readList(query: Query, attributes: Attributes): ListRequest {
  const startIndex = Math.max(1, readWhole(query, 'startIndex', 1));
  const limit = Math.min(COUNT_MAX, Math.max(0, readWhole(query, 'count', COUNT)));
  const filter = query.filter;
  // The scope is the first value of every statement.
  const bound: unknown[] = [null];
  const where =
    typeof filter === 'string' && filter.trim() !== '' ? toSql(parseFilter(filter), attributes, bound) : 'true';
  return { where, values: bound.slice(1), offset: startIndex - 1, limit, startIndex };
}

function readWhole(query: Query, name: string, fallback: number): number {
  const value = query[name];
  if (value === undefined || value === '') return fallback;
  if (typeof value === 'string' && /^-?\d{1,9}$/.test(value)) return Number(value);
  throw invalid(`${name} must be a whole number.`);
}

export const listAnswer = (total: number, startIndex: number, resources: Resource[]): Resource => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

const ALWAYS = new Set(['schemas', 'id']);

/** Applies `attributes` and `excludedAttributes`, which name whole attributes. */
export function choose(resource: Resource, query: Query): Resource {
  const [only, not] = [readNames(query.attributes), readNames(query.excludedAttributes)];
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      if (ALWAYS.has(name)) return true;
      const lower = name.toLowerCase();
      return (only === undefined || only.has(lower)) && !not?.has(lower);
    }),
  );
}

/** Tells whether the response will have the attribute. If not, there is no need to read it. */
export const wants = (name: string, query: Query): boolean => name in choose({ [name]: true }, query);

function readNames(value: unknown): Set<string> | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return new Set(value.split(',').map((name) => bareName(name.trim()).split('.', 1)[0]!));
}
