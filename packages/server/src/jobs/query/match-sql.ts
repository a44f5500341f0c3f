import type { JobQueryTerm, QueryValue } from '@errand/contract/job-query.ts';

// Comparisons of job queries as conditions of SQL. Values are bound, never written.

export type Bind = (value: unknown) => string;

/** Numbers that PostgreSQL can read without overflow. */
const NUMBER = '^-?[0-9]{1,30}([.][0-9]{1,30})?([eE][+-]?[0-9]{1,2})?$';
const isNumber = new RegExp(NUMBER);

/** Whether a text of SQL is what the term asks for. */
export function matchText(
  expression: string,
  { operator, values }: Pick<JobQueryTerm, 'operator' | 'values'>,
  bind: Bind,
) {
  if (operator !== '=') return compare(expression, operator, values[0]!.text, bind);
  return any(values.map((value) => isEqual(expression, value, bind)));
}

/** Whether a text of SQL has one of the values in it. */
export const hasPart = (expression: string, values: QueryValue[], bind: Bind): string =>
  any(values.map((value) => `${expression} ilike ${bind(`%${toLike(value)}%`)}`));

const any = (conditions: string[]): string =>
  conditions.length === 1 ? conditions[0]! : `(${conditions.join(' or ')})`;

function compare(expression: string, operator: string, text: string, bind: Bind): string {
  // Times and names are ordered by their signs: 2026-11-17 comes after 2026-11-16.
  if (!isNumber.test(text)) return `(${expression}) collate "C" ${operator} ${bind(text)}::text`;
  return `case when ${expression} ~ '${NUMBER}' then (${expression})::numeric ${operator} ${bind(text)}::numeric end`;
}

function isEqual(expression: string, value: QueryValue, bind: Bind): string {
  if (value.isPattern) return `${expression} ilike ${bind(toLike(value))}`;
  const same = `lower(${expression}) = lower(${bind(value.text)}::text)`;
  // 500 is also 500.0.
  return isNumber.test(value.text) ? `(${same} or ${compare(expression, '=', value.text, bind)})` : same;
}

/** Stars of a pattern stand for anything, every other sign for itself. */
export const toLike = ({ text, isPattern }: QueryValue): string => {
  const plain = text.replace(/[\\%_]/g, '\\$&');
  return isPattern ? plain.replaceAll('*', '%') : plain;
};

/** Whether a number of SQL is as the term asks; a dollar sign in front of an amount is welcome. */
export function matchNumber(
  expression: string,
  { operator, values }: Pick<JobQueryTerm, 'operator' | 'values'>,
  bind: Bind,
  read: (text: string) => number | string = (text) => text.replace('$', ''),
): string {
  return any(values.map(({ text }) => `${expression} ${operator} ${bind(read(text))}::numeric`));
}
