import type { QueryTerm, QueryValue } from '@errand/contract/query-language.ts';
import { escapeLike } from '#platform/list-page.ts';

// Turns comparisons of job queries into SQL conditions. Values are always bound.

export type Bind = (value: unknown) => string;

/** Numbers that PostgreSQL can read without overflow. */
const NUMBER = '^-?[0-9]{1,30}([.][0-9]{1,30})?([eE][+-]?[0-9]{1,2})?$';
const isNumber = new RegExp(NUMBER);

/** Builds a condition: the SQL text expression matches the term. */
export function matchText(
  expression: string,
  { operator, values }: Pick<QueryTerm, 'operator' | 'values'>,
  bind: Bind,
) {
  if (operator !== '=') return compare(expression, operator, values[0]!.text, bind);
  return any(values.map((value) => isEqual(expression, value, bind)));
}

/** Builds a condition: the SQL text expression contains one of the values. */
export const hasPart = (expression: string, values: QueryValue[], bind: Bind): string =>
  any(values.map((value) => `${expression} ilike ${bind(`%${toLike(value)}%`)}`));

const any = (conditions: string[]): string =>
  conditions.length === 1 ? conditions[0]! : `(${conditions.join(' or ')})`;

function compare(expression: string, operator: string, text: string, bind: Bind): string {
  // Times and names are compared by their characters: 2026-11-17 comes after 2026-11-16.
  if (!isNumber.test(text)) return `(${expression}) collate "C" ${operator} ${bind(text)}::text`;
  return `case when ${expression} ~ '${NUMBER}' then (${expression})::numeric ${operator} ${bind(text)}::numeric end`;
}

function isEqual(expression: string, value: QueryValue, bind: Bind): string {
  if (value.isPattern) return `${expression} ilike ${bind(toLike(value))}`;
  const same = `lower(${expression}) = lower(${bind(value.text)}::text)`;
  // 500 equals 500.0.
  return isNumber.test(value.text) ? `(${same} or ${compare(expression, '=', value.text, bind)})` : same;
}

/** Converts a value for LIKE. The stars of a pattern match anything, all other characters match themselves. */
export const toLike = ({ text, isPattern }: QueryValue): string => {
  const plain = escapeLike(text);
  return isPattern ? plain.replaceAll('*', '%') : plain;
};

/** Builds a condition: the SQL number matches the term. A dollar sign before an amount is ignored. */
export function matchNumber(
  expression: string,
  { operator, values }: Pick<QueryTerm, 'operator' | 'values'>,
  bind: Bind,
  read: (text: string) => number | string = (text) => text.replace('$', ''),
): string {
  return any(values.map(({ text }) => `${expression} ${operator} ${bind(read(text))}::numeric`));
}
