export type Range = { start: number; end: number };

/** Finds a quotation in a text, regardless of white space and case. */
export function findPassage(text: string, quote: string): Range | undefined {
  const exact = quote === '' ? -1 : text.indexOf(quote);
  if (exact >= 0) return { start: exact, end: exact + quote.length };
  const tokens = quote.trim().split(/\s+/).filter(Boolean);
  if (tokens.length === 0 || tokens.length > 400) return undefined;
  const pattern = tokens.map((token) => token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
  const found = new RegExp(pattern, 'iu').exec(text);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

/** Splits a text into marked and other pieces. Overlapping ranges are merged. */
export function splitByRanges(text: string, ranges: readonly Range[]): { text: string; isMarked: boolean }[] {
  const pieces: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  const add = (to: number, isMarked: boolean): void => {
    if (to > at) pieces.push({ text: text.slice(at, to), isMarked });
    at = Math.max(at, to);
  };
  for (const { start, end } of [...ranges].sort((one, other) => one.start - other.start)) {
    add(Math.min(start, text.length), false);
    add(Math.min(end, text.length), true);
  }
  add(text.length, false);
  return pieces;
}

export type RowsTable = { columns: string[]; rows: string[][] };

const ROWS_MAX = 2_000;

/** Reads evidence with one JSON object per line as a table. Returns undefined for any other text. */
export function readRows(text: string): RowsTable | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || lines.length > ROWS_MAX) return undefined;
  const objects: Record<string, unknown>[] = [];
  for (const line of lines) {
    if (!/^\s*\{.*\}\s*$/.test(line)) return undefined;
    try {
      objects.push(JSON.parse(line));
    } catch {
      return undefined;
    }
  }
  const columns = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  const rows = objects.map((one) => columns.map((column) => (Object.hasOwn(one, column) ? cellText(one[column]) : '')));
  return { columns, rows };
}

const cellText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Reads `row 12`, `row 12, amount`, `/11` or `/11/amount` as a row from 0 and a column. */
export function readPath(path: string | undefined): { row: number; column?: string } | undefined {
  const given = (path ?? '').trim();
  const row = /^(?:row\s*)?(\d{1,9})(?:\s*[,:/.]\s*(.+))?$/i.exec(given);
  const [, index, column] = row ?? /^\/(\d{1,9})(?:\/(.+))?$/.exec(given) ?? [];
  if (index === undefined) return undefined;
  // Rows count from 1, indexes of a pointer from 0.
  return { row: Number(index) - (row === null ? 0 : 1), ...(column !== undefined && { column }) };
}
