import type { DuckDBConnection } from '@duckdb/node-api';
import { compose, type Part } from '../sql/reader.ts';
import { type Token, tokenize } from '../sql/tokens.ts';
import { Refused, reportedPosition, toFailure } from './failures.ts';
import type { Parser } from './parser.ts';
import { quoteText } from './session.ts';

// `PIVOT t ON x` creates a column per value of x. DuckDB splits it into several statements that have no tree to check.
// So a query that is checked like any other finds the values first, and they are written into the PIVOT.

const VALUES_MAX = 1_000;
const ENDS = ['using', 'group', 'order', 'limit'];

/** Writes the values into a PIVOT. Returns any other query unchanged. */
export async function expandPivot(
  connection: DuckDBConnection,
  parser: Parser,
  part: Part,
  tables: string[],
): Promise<Part> {
  const pivot = readPivot(part);
  if (pivot === undefined) return part;
  const items: (string | Part)[] = [pivot.head];
  for (const [index, { expression, isStatic }] of pivot.items.entries()) {
    items.push(index === 0 ? ' ' : ', ');
    if (isStatic) items.push(expression);
    else items.push('(cast((', expression, `\n) as varchar)) in (${await listValues(expression)})`);
  }
  return compose(...items, ' ', pivot.tail);

  async function listValues(expression: Part): Promise<string> {
    await parser.checkFragment(expression, 'expression');
    const query = compose(
      'select distinct cast((',
      expression,
      '\n) as varchar) as v from ',
      pivot!.source,
      `\nwhere v is not null order by v limit ${VALUES_MAX + 1}`,
    );
    await parser.parse(query, tables);
    const found = await connection.runAndReadAll(query.sql).catch((error: unknown) => {
      const { message, position, reason } = toFailure(error, query, reportedPosition(error));
      throw new Refused(message, position, reason);
    });
    const values = found.getRows().map(([value]) => String(value));
    if (values.length > VALUES_MAX)
      throw new Refused(`PIVOT would create more than ${VALUES_MAX} columns.`, expression.start, 'limit');
    if (values.length === 0) throw new Refused('There are no values to create columns from.', expression.start);
    return values.map(quoteText).join(', ');
  }
}

type Item = { expression: Part; isStatic: boolean };

function readPivot({ sql, start }: Part): { head: Part; source: Part; items: Item[]; tail: Part } | undefined {
  const tokens = tokenize(sql);
  if (!isWord(tokens[0], 'pivot')) return undefined;
  const cut = (from: number, to: number): Part => ({ sql: sql.slice(from, to), start: start + from });
  let depth = 0;
  let on: Token | undefined;
  let [from, isStatic, end] = [0, false, sql.length];
  const items: Item[] = [];
  for (const token of tokens) {
    if (token.kind === 'symbol') depth += '([{'.includes(token.text) ? 1 : ')]}'.includes(token.text) ? -1 : 0;
    if (depth > 0) continue;
    if (on === undefined) {
      if (!isWord(token, 'on')) continue;
      on = token;
      from = token.end;
    } else if (token.kind === 'symbol' && token.text === ',') {
      items.push({ expression: cut(from, token.start), isStatic });
      [from, isStatic] = [token.end, false];
    } else if (isWord(token, 'in')) isStatic = true;
    else if (ENDS.some((word) => isWord(token, word))) {
      end = token.start;
      break;
    }
  }
  if (on === undefined) return undefined;
  items.push({ expression: cut(from, end), isStatic });
  return { head: cut(0, on.end), source: cut(tokens[0]!.end, on.start), items, tail: cut(end, sql.length) };
}

const isWord = (token: Token | undefined, word: string): boolean =>
  token?.kind === 'word' && token.text.toLowerCase() === word;
