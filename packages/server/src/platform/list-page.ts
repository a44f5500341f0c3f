import type { Db } from './db.ts';

export type Page = { size: number; offset: number };
export type Listed<Row> = { count: number; rows: Row[] };

export type PageSource = {
  columns: string;
  /** The tables that decide which rows there are. */
  from: string;
  /** Further tables that the columns need. They must neither add nor remove rows. */
  joins?: string;
  where: string;
  order: string;
  /** The values of `where`. */
  values: unknown[];
  /** Counts no further than this: an exact count of millions of rows would take longer than the page. */
  countMax?: number;
  page: Page;
};

/** Counts the rows that match, and reads one page of them. */
export async function listPage<Row extends object>(
  db: Db,
  { columns, from, joins = '', where, order, values, countMax, page }: PageSource,
): Promise<Listed<Row>> {
  const counted = countMax
    ? `(select from ${from} where ${where} limit ${countMax}) counted`
    : `${from} where ${where}`;
  const [total] = await db.query<{ count: number }>(`select count(*)::int as count from ${counted}`, values);
  const rows = await db.query<Row>(
    `select ${columns} from ${from} ${joins} where ${where} order by ${order}
     limit $${values.length + 1}::int offset $${values.length + 2}::bigint`,
    [...values, page.size, page.offset],
  );
  return { count: total!.count, rows };
}

/** The pattern of `like` that finds a text anywhere. */
export const containing = (text: string): string => `%${escapeLike(text)}%`;

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The terms of `order by` for an ordering such as `-name`, each of them in its direction. */
export function orderTerms(ordering: string, terms: Record<string, readonly string[]>, last: string): string {
  const direction = ordering.startsWith('-') ? 'desc' : 'asc';
  return [...terms[ordering.replace(/^-/, '')]!, last].map((term) => `${term} ${direction}`).join(', ');
}
