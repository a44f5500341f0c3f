import type { CaseTransaction, CaseTransactionPage, CaseTransactionQuery } from '@errand/contract/transactions.ts';
import type { Static } from 'typebox';
import type { Ask } from './ask.ts';
import { comparedAccount, isUsable, quoteName, type Source, textList, usableRows } from './source-sql.ts';

type Given = { source: Source; accounts: string[]; query: Static<typeof CaseTransactionQuery> };
type Page = { size: number; offset: number };

/** The transactions of a subject, with figures over all that fit. Figures and rows come from the same conditions. */
export async function listTransactions(
  ask: Ask,
  given: Given,
  page: Page,
): Promise<Omit<CaseTransactionPage, 'next' | 'previous' | 'statement' | 'accounts' | 'unusable_count'>> {
  const rows = `with t as materialized (${selectRows(given)})`;
  const [totals, listed] = [
    await ask(
      `${rows} select count(*)::bigint,
         (count(*) filter (where is_in and not is_out))::bigint, sum(amount) filter (where is_in and not is_out), count(distinct source) filter (where is_in and not is_out),
         (count(*) filter (where is_out and not is_in))::bigint, sum(amount) filter (where is_out and not is_in), count(distinct target) filter (where is_out and not is_in),
         min(ms), max(ms) from t`,
      1,
    ),
    await ask(
      `${rows} select id, ms, source, target, amount, currency, is_in, is_out from t
       order by ${ORDERS[given.query.ordering ?? '-at']} limit ${page.size} offset ${page.offset}`,
      page.size,
    ),
  ];
  const [count, inCount, inSum, inOthers, outCount, outSum, outOthers, first, last] = totals.rows[0]!.map((value) =>
    value === null ? null : Number(value),
  );
  return {
    count: count!,
    results: listed.rows.map(toTransaction),
    figures: {
      in: { count: inCount!, amount: inSum ?? 0, accounts: inOthers! },
      out: { count: outCount!, amount: outSum ?? 0, accounts: outOthers! },
      first_at: toTime(first),
      last_at: toTime(last),
    },
  };
}

export const toTime = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();

const ORDERS = {
  at: 'ms, id, source, target, amount',
  '-at': 'ms desc, id desc, source, target, amount',
  amount: 'amount, ms, id, source, target',
  '-amount': 'amount desc, ms desc, id, source, target',
};

const toTransaction = ([id, ms, from, to, amount, currency, isIn, isOut]: unknown[]): CaseTransaction => ({
  id: id as string | null,
  at: new Date(Number(ms)).toISOString(),
  from: String(from),
  to: String(to),
  amount: Number(amount),
  currency: currency as string | null,
  direction: isIn && isOut ? 'own' : isIn ? 'in' : 'out',
});

function selectRows({ source, accounts, query }: Given): string {
  const of = accounts.length === 0 ? "('')" : textList(accounts);
  const [isIn, isOut] = [`${comparedAccount('target')} in ${of}`, `${comparedAccount('source')} in ${of}`];
  const side = { in: isIn, out: isOut, any: `(${isIn} or ${isOut})` }[query.direction ?? 'any'];
  const conditions = [accounts.length === 0 ? 'false' : side, ...filters(query)];
  return `select *, ${isIn} as is_in, ${isOut} as is_out from (${usableRows(source, query)}) where ${conditions.join(' and ')}`;
}

function filters({ counterparty, min_amount: min, max_amount: max }: Given['query']): string[] {
  const found: string[] = [];
  if (counterparty !== undefined) {
    const other = textList([counterparty]);
    found.push(`(source in ${other} or target in ${other})`);
  }
  if (min !== undefined) found.push(`amount >= ${min}`);
  if (max !== undefined) found.push(`amount <= ${max}`);
  return found;
}

/** The same rows for people: to run again, and to cite. */
export function transactionsStatement({ source, accounts, query }: Given): string {
  const { table, columns } = source;
  const of = accounts.length === 0 ? "('')" : textList(accounts);
  const [from, to] = [columns.from, columns.to].map((name) => `cast(${quoteName(name)} as varchar)`) as [
    string,
    string,
  ];
  const [isIn, isOut] = [`${comparedAccount(to)} in ${of}`, `${comparedAccount(from)} in ${of}`];
  const [at, amount] = [quoteName(columns.at), quoteName(columns.amount)];
  const conditions = [
    { in: isIn, out: isOut, any: `(${isIn} or ${isOut})` }[query.direction ?? 'any'],
    isUsable(columns),
    ...(query.since ? [`epoch_ms(${at}) >= ${Date.parse(query.since)}`] : []),
    ...(query.until ? [`epoch_ms(${at}) < ${Date.parse(query.until)}`] : []),
    ...(query.counterparty
      ? [`(${from} in ${textList([query.counterparty])} or ${to} in ${textList([query.counterparty])})`]
      : []),
    ...(query.min_amount === undefined ? [] : [`${amount} >= ${query.min_amount}`]),
    ...(query.max_amount === undefined ? [] : [`${amount} <= ${query.max_amount}`]),
  ];
  return `select * from ${quoteName(table)} where ${conditions.join(' and ')} order by ${at}`;
}

/** Rows of the subject that no rule and no figure has. */
export async function countUnusable(ask: Ask, { source, accounts }: Omit<Given, 'query'>): Promise<number> {
  if (accounts.length === 0) return 0;
  const { table, columns } = source;
  const of = textList(accounts);
  const side = [columns.from, columns.to].map(
    (name) => `${comparedAccount(`cast(${quoteName(name)} as varchar)`)} in ${of}`,
  );
  const { rows } = await ask(
    `select count(*)::bigint from ${quoteName(table)} where (${side.join(' or ')}) and (${isUsable(columns)}) is not true`,
    1,
  );
  return Number(rows[0]![0]);
}
