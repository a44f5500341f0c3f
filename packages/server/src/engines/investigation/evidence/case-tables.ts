import { isJsonObject, JsonError, parseUntrustedJson } from '#platform/json.ts';

// Lists among the inputs are tables that the investigation can query, whole, whatever is shown to the model.

export type CaseTable = { name: string; columns: string[] /** As a JSON array. */; rows: string; count: number };

const COLUMNS_MAX = 500;

/** An input that is a list, or an object with lists of objects, as tables named after it. */
export function readCaseTables(key: string, text: string): CaseTable[] {
  if (!/^\s*[{[]/.test(text)) return [];
  const value = parse(text);
  if (Array.isArray(value)) return toTable(key, value);
  if (!isJsonObject(value)) return [];
  const lists = Object.entries(value).filter(([, member]) => isList(member)) as [string, unknown[]][];
  // A single list goes by the name of the input as well.
  if (lists.length === 1) return toTable(key, lists[0]![1]);
  return lists.flatMap(([member, list]) => toTable(`${key}_${member.replace(/\W+/g, '_')}`, list));
}

/** One object is no list to compute with. */
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

/** Rows of a list in a line each, so that one can be quoted; other JSON in lines with a member each. */
export function jsonLines(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  const value = parse(text);
  if (value === undefined) return text;
  return isList(value) ? value.map((row) => JSON.stringify(row)).join('\n') : JSON.stringify(value, null, 1);
}
