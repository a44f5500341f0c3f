import { isJsonObject, JsonError, parseUntrustedJson } from '#platform/json.ts';

// Turns lists in the inputs into tables, so that the investigation can query all rows, however few the model sees.

/** `rows` is a JSON array. */
export type CaseTable = { name: string; columns: string[]; rows: string; count: number };

const COLUMNS_MAX = 500;

/** An input as evidence. `rows` and `rest` are '' if it has none. */
export type CaseText = {
  tables: CaseTable[];
  /** The content of the tables. */
  rows: string;
  /** Everything else: what stands beside the tables is shown, however long they are. */
  rest: string;
};

/** Splits an input into the tables of its lists and the rest. Tables are named after the input. */
export function splitInput(key: string, text: string): CaseText {
  const value = /^\s*[{[]/.test(text) ? parse(text) : undefined;
  if (value === undefined) return { tables: [], rows: '', rest: text };
  if (isTable(value)) return { tables: [toTable(key, value)], rows: showJson(value), rest: '' };
  const members = isJsonObject(value) ? Object.entries(value) : [];
  const lists = members.filter((entry): entry is [string, object[]] => isTable(entry[1]));
  if (lists.length === 0) return { tables: [], rows: '', rest: showJson(value) };
  const others = members.filter(([, member]) => !isTable(member));
  const rest = others.length === 0 ? '' : showJson(Object.fromEntries(others));
  const [first] = lists;
  // A single list gets the name of the input.
  if (lists.length === 1) return { tables: [toTable(key, first![1])], rows: showJson(first![1]), rest };
  const tables = lists.map(([member, list]) => toTable(`${key}_${member.replace(/\W+/g, '_')}`, list));
  return { tables, rows: showJson(Object.fromEntries(lists)), rest };
}

/** A list of one object is not worth a table. */
const isList = (value: unknown): value is object[] =>
  Array.isArray(value) && value.length > 1 && value.every(isJsonObject);

function isTable(value: unknown): value is object[] {
  if (!isList(value)) return false;
  const { size } = columnsOf(value);
  return size > 0 && size <= COLUMNS_MAX;
}

const columnsOf = (list: object[]): Set<string> => {
  const columns = new Set<string>();
  for (const row of list) for (const column of Object.keys(row)) columns.add(column);
  return columns;
};

const toTable = (name: string, list: object[]): CaseTable => ({
  name,
  columns: [...columnsOf(list)],
  rows: JSON.stringify(list),
  count: list.length,
});

/** Formats a list with one row per line, so that a row can be quoted, and other JSON with one member per line. */
const showJson = (value: unknown): string =>
  isList(value) ? value.map((row) => JSON.stringify(row)).join('\n') : JSON.stringify(value, null, 1);

/** The whole input as one text. Cases of earlier releases have tables and rest in one piece of evidence. */
export function jsonLines(text: string): string {
  const value = /^\s*[{[]/.test(text) ? parse(text) : undefined;
  return value === undefined ? text : showJson(value);
}

export const readRows = ({ rows }: CaseTable): Record<string, unknown>[] =>
  parseUntrustedJson(rows) as Record<string, unknown>[];

function parse(text: string): unknown {
  try {
    return parseUntrustedJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
