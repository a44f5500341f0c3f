import type { TransactionSource } from '@errand/contract/transactions.ts';

// The rows of a team's table as the rules see them: who paid whom, how much, and when in milliseconds.

export type Source = Pick<TransactionSource, 'table' | 'columns'>;
export type Period = { since?: string | null | undefined; until?: string | null | undefined };

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const textList = (texts: string[]): string => `(${texts.map(quoteText).join(', ')})`;

/** An account as identifiers of subjects are compared: blanks, signs and case make no difference. */
export const comparedAccount = (account: string): string =>
  `coalesce(nullif(regexp_replace(lower(${account}), '[^\\p{L}\\p{N}]', '', 'g'), ''), lower(${account}))`;

/** A select of the rows that rules can use: columns id, ms, source, target, amount and currency. */
export function usableRows({ table, columns }: Source, period: Period = {}): string {
  const optional = (name: string | null | undefined): string =>
    name ? `cast(${quoteName(name)} as varchar)` : 'cast(null as varchar)';
  const [at, from, to, amount] = [columns.at, columns.from, columns.to, columns.amount].map(quoteName);
  return `select ${optional(columns.id)} as id, epoch_ms(${at}) as ms, cast(${from} as varchar) as source,
      cast(${to} as varchar) as target, cast(${amount} as double) as amount, ${optional(columns.currency)} as currency
    from ${quoteName(table)}
    where ${isUsable(columns)}${within(at!, period)}`;
}

/** Rows that can be placed in time and added up. One endless amount would make every sum endless. */
export function isUsable({ at, from, to, amount }: Source['columns']): string {
  const given = [from, to].map((name) => `${quoteName(name)} is not null`);
  return [...given, isFiniteTime(at), isFiniteAmount(amount)].join(' and ');
}

const isFiniteTime = (name: string): string => `isfinite(${quoteName(name)})`;
const isFiniteAmount = (name: string): string => `isfinite(cast(${quoteName(name)} as double))`;

/** The rows of a period, and those with a missing or endless value: no rule sees them. */
export function countRows({ table, columns }: Source, period: Period): string {
  const at = quoteName(columns.at);
  return `select count(*)::bigint as n, (count(*) filter (where (${isUsable(columns)}) is not true))::bigint as unusable
    from ${quoteName(table)} where (${isFiniteTime(columns.at)} is not true or true${within(at, period)})`;
}

/** In SQL that people read and repeat: the rows of an account in a time. */
export function rowsStatement(
  { table, columns }: Source,
  given: {
    from?: string[];
    to?: string[];
    either?: string[];
    farFrom?: { median: number; factor: number };
    fromMs: number;
    toMs: number;
  },
): string {
  const one = (column: string, accounts: string[]): string =>
    `cast(${quoteName(column)} as varchar) in ${textList(accounts)}`;
  const conditions = [
    ...(given.from ? [one(columns.from, given.from)] : []),
    ...(given.to ? [one(columns.to, given.to)] : []),
    ...(given.either ? [`(${one(columns.from, given.either)} or ${one(columns.to, given.either)})`] : []),
    `epoch_ms(${quoteName(columns.at)}) between ${given.fromMs} and ${given.toMs}`,
    isFiniteAmount(columns.amount),
    ...(given.farFrom ? [isFar(quoteName(columns.amount), given.farFrom)] : []),
  ];
  return `select * from ${quoteName(table)} where ${conditions.join(' and ')} order by ${quoteName(columns.at)}`;
}

const isFar = (amount: string, { median, factor }: { median: number; factor: number }): string =>
  `(abs(${amount}) > ${median * factor} or abs(${amount}) < ${median / factor})`;

function within(at: string, { since, until }: Period): string {
  const from = since ? ` and epoch_ms(${at}) >= ${Date.parse(since)}` : '';
  return until ? `${from} and epoch_ms(${at}) < ${Date.parse(until)}` : from;
}
