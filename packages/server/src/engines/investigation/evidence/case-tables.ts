import { isJsonObject, JsonError, parseUntrustedJson } from '#platform/json.ts';

// Turns lists in the inputs into tables, so that the investigation can query all rows, however few the model sees.

/** `rows` is a JSON array. */
export type CaseTable = { name: string; columns: string[]; rows: string; count: number };

const COLUMNS_MAX = 500;

/** Reads tables from an input that is a list, or an object with lists of objects. They are named after the input. */
export function readCaseTables(key: string, text: string): CaseTable[] {
  if (!/^\s*[{[]/.test(text)) return [];
  const value = parse(text);
  if (Array.isArray(value)) return toTable(key, value);
  if (!isJsonObject(value)) return [];
  const lists = Object.entries(value).filter(([, member]) => isList(member)) as [string, unknown[]][];
  // A single list gets the name of the input.
  if (lists.length === 1) return toTable(key, lists[0]![1]);
  return lists.flatMap(([member, list]) => toTable(`${key}_${member.replace(/\W+/g, '_')}`, list));
}

/** A list of one object is not worth a table. */
const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 1 && value.every(isJsonObject);

function toTable(name: string, list: unknown[]): CaseTable[] {
  if (!isList(list)) return [];
  const columns = new Set<string>();
  for (const row of list) for (const column of Object.keys(row as object)) columns.add(column);
  if (columns.size === 0 || columns.size > COLUMNS_MAX) return [];
  return [{ name, columns: [...columns], rows: JSON.stringify(list), count: list.length }];
}

function parse(text: string): unknown {
  try {
    return parseUntrustedJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Formats a list with one row per line, so that a row can be quoted, and other JSON with one member per line. */
export function jsonLines(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  const value = parse(text);
  if (value === undefined) return text;
  return isList(value) ? value.map((row) => JSON.stringify(row)).join('\n') : JSON.stringify(value, null, 1);
}
