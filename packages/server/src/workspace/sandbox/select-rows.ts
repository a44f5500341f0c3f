import { closeSync, openSync, writeSync } from 'node:fs';
import {
  DuckDBArrayType,
  type DuckDBConnection,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
} from '@duckdb/node-api';
import { toJson } from './cell-json.ts';
import { Refused } from './failures.ts';
import type { TaskAnswer } from './protocol.ts';
import { quoteName } from './session.ts';

/** Longer values are cut: a table cannot show them, and the responding process holds a page of them in memory. */
const CELL_CHARACTERS_MAX = 1_000_000;
const OFFSET_ROWS = 1_000;
const FLUSH_CHARACTERS = 1_000_000;

/** Formats rows from their values as JSON texts. */
export type RowFormat = {
  head(names: string[]): string;
  line(cells: string[], names: string[]): string;
  /** Returns the names of these columns in this format. */
  names?(names: string[]): string[];
};

const lists: RowFormat = { head: () => '', line: (cells) => `[${cells.join(',')}]\n` };

/** Runs a query and writes its rows to a file of `out/`, one JSON list a line or in another format, up to the limits. */
export async function selectRows(
  connection: DuckDBConnection,
  sql: string,
  limits: { rowsMax: number; bytesMax: number; columnsMax: number },
  { file: fileName = 'rows.jsonl', format = lists }: { file?: string; format?: RowFormat } = {},
): Promise<TaskAnswer> {
  const { rowsMax, bytesMax, columnsMax } = limits;
  const result = await startReading(connection, sql);
  const types = result.columnTypes();
  const names = result.columnNames();
  const shown = format.names?.(names) ?? names;
  if (names.length > columnsMax)
    throw new Refused(`A result may have at most ${columnsMax} columns; this one has ${names.length}.`);
  const nullable = names.map(() => false);
  const file = openSync(`out/${fileName}`, 'w');
  const offsets: number[] = [];
  let [rows, bytes, truncated, buffered] = [0, 0, false, format.head(names)];
  const flush = (): void => {
    const content = Buffer.from(buffered);
    for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
    bytes += content.length;
    buffered = '';
  };
  reading: for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    for (const row of chunk.getRows()) {
      if (rows === rowsMax || bytes + buffered.length > bytesMax) {
        truncated = true;
        break reading;
      }
      if (rows % OFFSET_ROWS === 0) {
        flush();
        offsets.push(bytes);
      }
      const cells = row.map((value, column) => {
        if (value === null) nullable[column] = true;
        const text = toJson(value, types[column]!);
        if (text.length <= CELL_CHARACTERS_MAX) return text;
        truncated = true;
        return shorten(text);
      });
      buffered += format.line(cells, shown);
      rows += 1;
      if (buffered.length > FLUSH_CHARACTERS) flush();
    }
  }
  flush();
  closeSync(file);
  const columns = names.map((name, index) => ({ name, type: String(types[index]), nullable: nullable[index]! }));
  return { columns, rows, file: fileName, truncated, offsets };
}

/** Structures without names, as `row(1, 2)` creates them, can only be read as text: (1, 2). */
async function startReading(connection: DuckDBConnection, sql: string) {
  const result = await connection.stream(sql);
  if (!result.columnTypes().some(hasUnnamed)) return result;
  const names = result.columnNames();
  const places = names.map((_, index) => `c${index}`);
  const items = result
    .columnTypes()
    .map(
      (type, index) =>
        `${hasUnnamed(type) ? `cast(c${index} as varchar)` : `c${index}`} as ${quoteName(names[index]!)}`,
    );
  return connection.stream(`select ${items.join(', ')} from (${sql}\n) as found(${places.join(', ')})`);
}

function hasUnnamed(type: DuckDBType): boolean {
  if (type instanceof DuckDBStructType) return type.entryNames.includes('') || type.entryTypes.some(hasUnnamed);
  if (type instanceof DuckDBMapType) return hasUnnamed(type.keyType) || hasUnnamed(type.valueType);
  return (type instanceof DuckDBListType || type instanceof DuckDBArrayType) && hasUnnamed(type.valueType);
}

function shorten(json: string): string {
  if (!json.startsWith('"')) return JSON.stringify(`${json.slice(0, 100)}…`);
  const text = json.slice(1, CELL_CHARACTERS_MAX);
  return `"${text.slice(0, findCut(text)).replace(/[\ud800-\udbff]$/, '')}…"`;
}

/** Returns the length of the text without an incomplete escape at its end, which would not be valid JSON. */
function findCut(text: string): number {
  const last = text.lastIndexOf('\\');
  let first = last;
  while (first > 0 && text[first - 1] === '\\') first -= 1;
  const beginsEscape = (last - first) % 2 === 0;
  return last >= text.length - ESCAPE_CHARACTERS_MAX && last >= 0 && beginsEscape ? last : text.length;
}

/** Length of an escape such as \u001f. */
const ESCAPE_CHARACTERS_MAX = 6;
