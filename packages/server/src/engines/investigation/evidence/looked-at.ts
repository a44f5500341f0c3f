import type { TableAnswer } from '../../engine/engine.ts';
import type { CaseTable } from './case-tables.ts';

// Which columns of a table a statement has looked at in all rows. A count, or a statement about some of the rows, says
// nothing about the others. Neither does a statement that hides what it grouped, or shows a part of each value. The highest
// value, `max(amount)`, tells whether any is above a limit, and nothing else.

/** What one statement has looked at together: columns, and `max(column)` or `min(column)`. */
export type Look = {
  table: string;
  seen: string[];
  /** The piece of evidence with its result. Undefined in stored cases, which keep only what was shown. */
  reference?: string;
};

/** Whether one of the statements shows all that a rule needs. Two columns seen apart do not tell which values meet in a row. */
export const isLookedAt = (
  looks: Look[],
  { table, columns, extreme }: { table: string; columns: string[]; extreme: 'max' | 'min' | undefined },
): boolean =>
  looks.some(
    (look) =>
      look.table === table &&
      columns.every(
        (column) =>
          look.seen.includes(column) || (extreme !== undefined && look.seen.includes(`${extreme}(${column})`)),
      ),
  );

/** Records have one text for each. Older ones name a single column: `transactions.country`. */
export const writeLook = ({ table, seen }: Look): string => `${table}.${JSON.stringify(seen)}`;

export function readLook(text: string): Look {
  const at = text.indexOf('.');
  const rest = text.slice(at + 1);
  return { table: text.slice(0, at), seen: rest.startsWith('[') ? (JSON.parse(rest) as string[]) : [rest] };
}

/** Anything that leaves rows out, or mixes them with others. */
const SELECTING =
  /\b(?:where|having|limit|offset|sample|tablesample|qualify|join|fetch first|intersect|union|except|filter|replace)\b|\bselect\b.*\bselect\b/;

export function columnsLookedAt(sql: string, { name, columns, count }: CaseTable, answer: TableAnswer): string[] {
  const text = sql
    .toLowerCase()
    .replace(/--.*$/gm, ' ')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[; ]+$/, '')
    .trim();
  if (answer.truncated || SELECTING.test(text)) return [];
  const read = readSelect(text);
  if (read === undefined || !isOnly(read.rest, name.toLowerCase())) return [];
  const everyRow = answer.rows.length >= count;
  const showsAll = everyRow || read.isDistinct || /\bgroup by\b/.test(read.rest);
  return columns.flatMap((column) => {
    const wanted = column.toLowerCase();
    // With every row returned, a star shows all columns but those it excludes.
    if (everyRow && read.items.some(isStar) && answer.columns.includes(column)) return [column];
    if (showsAll && read.items.some((item) => bareColumn(item) === wanted)) return [column];
    if (read.items.some(isStar)) return [];
    return (['min', 'max'] as const).flatMap((extreme) =>
      read.items.some((item, index) => extremeOf(item, extreme) === wanted && hasNumbers(answer, index))
        ? [`${extreme}(${column})`]
        : [],
    );
  });
}

type Select = { items: string[]; isDistinct: boolean; rest: string };

/** Splits `select a, max(b) from t group by a` into its items and what follows `from`. */
function readSelect(text: string): Select | undefined {
  // DuckDB reads a table without naming its columns.
  if (text.startsWith('from ')) return { items: ['*'], isDistinct: false, rest: text.slice('from '.length) };
  const [, distinct, body] = /^select (distinct )?(.*)$/.exec(text) ?? [];
  if (body === undefined) return undefined;
  const items: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < body.length; at += 1) {
    if (body[at] === '(') depth += 1;
    else if (body[at] === ')') depth -= 1;
    else if (depth > 0) continue;
    else if (body[at] === ',') {
      items.push(body.slice(from, at).trim());
      from = at + 1;
    } else if (body.startsWith(' from ', at)) {
      items.push(body.slice(from, at).trim());
      return { items, isDistinct: distinct !== undefined, rest: body.slice(at + ' from '.length) };
    }
  }
  return undefined;
}

const NAME = '(?:"([^"]+)"|([\\p{L}_][\\p{L}\\p{N}_$]*))';
const ALIAS = `(?: (?:as )?${NAME})?`;

/** Whether the statement reads this table and no other. */
function isOnly(rest: string, table: string): boolean {
  const found = new RegExp(
    `^(?:${NAME}\\.)*${NAME}(?: (?:as )?(?!group |order )${NAME})?(?: (?:group|order) by .*)?$`,
    'u',
  ).exec(rest);
  return found !== null && (found[3] ?? found[4]) === table;
}

const isStar = (item: string): boolean => /^(?:[\p{L}_][\p{L}\p{N}_]*\.)?\*(?: exclude .*)?$/u.test(item);

/** The column that an item shows as it is, or in another case. */
function bareColumn(item: string): string | undefined {
  const inner = new RegExp(`^(?:lower|upper|trim)\\(([^()]*)\\)${ALIAS}$`, 'u').exec(item)?.[1]?.trim() ?? item;
  const [, , , quoted, plain] = new RegExp(`^(?:${NAME}\\.)?${NAME}${ALIAS}$`, 'u').exec(inner) ?? [];
  return quoted ?? plain;
}

const extremeOf = (item: string, extreme: 'min' | 'max'): string | undefined => {
  const inner = new RegExp(`^${extreme}\\(([^()]*)\\)${ALIAS}$`, 'u').exec(item)?.[1]?.trim();
  return inner === undefined ? undefined : bareColumn(inner);
};

/** Of numbers, the highest and the lowest tell of all. Of words, the first and the last in the alphabet tell nothing. */
const hasNumbers = ({ rows }: TableAnswer, index: number): boolean =>
  rows.some((row) => isNumber(row[index])) && rows.every((row) => row[index] === null || isNumber(row[index]));

const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';
