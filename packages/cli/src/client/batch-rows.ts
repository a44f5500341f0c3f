import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { UsageError } from '../terminal/errors.ts';

// Reads the rows of a CSV or JSON lines file as the inputs of a batch.

type Row = Record<string, unknown>;

export async function readRows(path: string): Promise<Row[]> {
  let text: string;
  try {
    text = await readFile(path === '-' ? '/dev/stdin' : path, 'utf8');
  } catch {
    throw new UsageError(`${path} cannot be read.`);
  }
  const rows = /^\s*\{/.test(text) ? parseLines(text, path) : parseTable(text, path);
  if (rows.length === 0) throw new UsageError(`${path} has no rows.`);
  return rows;
}

function parseTable(text: string, path: string): Row[] {
  try {
    return parse(text, { columns: true, bom: true, skip_empty_lines: true, delimiter: findDelimiter(text) });
  } catch (error) {
    throw new UsageError(`${path}: ${(error as Error).message}`);
  }
}

/** Returns the delimiter that occurs most often in the header. */
function findDelimiter(text: string): string {
  const header = text.split(/\r?\n/, 1)[0]!.replaceAll(/"[^"]*"/g, '');
  const times = (mark: string): number => header.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (times(mark) > times(best) ? mark : best));
}

function parseLines(text: string, path: string): Row[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      const row: unknown = JSON.parse(line);
      if (typeof row === 'object' && row !== null && !Array.isArray(row)) return [row as Row];
    } catch {
      // Reported below, with the line number.
    }
    throw new UsageError(`${path}, line ${index + 1}: not a JSON object.`);
  });
}

/** Renames columns by `column=input` pairs. Without pairs, columns go to the inputs of the same name. */
export function mapRows(rows: readonly Row[], pairs: readonly string[], keys: readonly string[]): Row[] {
  const columns = new Set(rows.flatMap((row) => Object.keys(row)));
  const mapping = pairs.map((pair): [column: string, key: string] => {
    const at = pair.lastIndexOf('=');
    const [column, key] = [pair.slice(0, at), pair.slice(at + 1)];
    if (at < 1 || key === '') throw new UsageError(`--map ${pair} is not valid. Write --map column=input.`);
    if (!columns.has(column))
      throw new UsageError(`There is no column ${column}. Columns: ${[...columns].join(', ')}.`);
    if (!keys.includes(key)) throw new UsageError(`The agent has no input ${key}. Inputs: ${keys.join(', ')}.`);
    return [column, key];
  });
  const taken = new Set(mapping.map(([, key]) => key));
  for (const key of keys) if (columns.has(key) && !taken.has(key)) mapping.push([key, key]);
  if (mapping.length === 0) {
    throw new UsageError(
      `No column has the name of an input (${keys.join(', ')}). Assign columns with --map column=input.`,
    );
  }
  return rows.map((row) =>
    Object.fromEntries(mapping.flatMap(([column, key]) => (isBlank(row[column]) ? [] : [[key, row[column]]]))),
  );
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
