import { createHash } from 'node:crypto';
import { text as readText } from 'node:stream/consumers';
import type { Storage } from '#platform/storage/storage.ts';
import { EngineError, type QueryEngine } from '#workspace/engine/engine.ts';
import { MissingObject } from '#workspace/engine/local-files.ts';
import type { PinnedTable } from '#workspace/model/table.ts';
import { type ArchiveColumn, checkInFile, toFileColumns } from './columns.ts';

// Parquet files of the archive, written and read by the SQL engine in its sandbox. The queries are fixed.

export type ParquetDeps = { storage: Storage; engine: QueryEngine; timeoutMs: number };

/** A file of the archive is missing or damaged. */
export class DamagedFile extends Error {
  override name = 'DamagedFile';
  readonly key: string;
  constructor(key: string, what: string, cause?: unknown) {
    super(`${key} ${what}`, { cause });
    this.key = key;
  }
}

const table = (name: string, keys: string[], given: Partial<PinnedTable> = {}): PinnedTable => ({
  id: name,
  name,
  columns: [],
  segments: keys.map((key) => ({ key, rows: 0, bytes: 0 })),
  revision: 0,
  shape: 0,
  uncached: true,
  ...given,
});

export type Written = { bytes: number; sha256: string; rows: number };

/** Writes a CSV file of rows as Parquet. */
export async function writeFromCsv(
  deps: ParquetDeps,
  { from, to, columns }: { from: string; to: string; columns: ArchiveColumn[] },
): Promise<Written> {
  return write(deps, to, 'select * from rows', [
    table('rows', [from], { columns: toFileColumns(columns), format: 'csv' }),
  ]);
}

/** Writes the rows of a file that meet a condition to another file. */
export const writeFiltered = (
  deps: ParquetDeps,
  file: { key: string },
  to: string,
  condition: string,
): Promise<Written> => write(deps, to, `select * from rows where ${condition}`, [table('rows', [file.key])]);

async function write(deps: ParquetDeps, to: string, sql: string, tables: PinnedTable[]): Promise<Written> {
  const hash = createHash('sha256');
  async function* hashed(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
  }
  const { rows, bytes } = await deps.engine.run({
    task: { kind: 'copy', sql, format: 'parquet' },
    tables,
    timeoutMs: deps.timeoutMs,
    keep: async (content) => void (await deps.storage.put(to, hashed(content))),
  });
  return { rows, bytes, sha256: hash.digest('hex') };
}

/** Files by their names in queries. */
export type Files = Record<string, { key: string } | { key: string }[]>;

/**
 * Returns the rows of one query on some files as objects. One task, because starting one takes longer than most
 * queries.
 */
export async function readRows<Row>(deps: ParquetDeps, files: Files, sql: string): Promise<Row[]> {
  let content = '';
  const tables = Object.entries(files).map(([name, given]) => {
    const keys = [given].flat().map(({ key }) => key);
    return table(name, keys, keys.length > 1 ? { format: 'archive' } : {});
  });
  await reading(tables, () =>
    deps.engine.run({
      task: { kind: 'copy', sql, format: 'json' },
      tables,
      timeoutMs: deps.timeoutMs,
      keep: async (pieces) => {
        content = await readText(pieces);
      },
    }),
  );
  return content
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

/** Returns the rows of several named queries, run at once. */
export async function readNamed<Row>(
  deps: ParquetDeps,
  files: Files,
  queries: { name: string; sql: string }[],
): Promise<{ name: string; row: Row }[]> {
  if (queries.length === 0) return [];
  const items = queries.map(({ name, sql }) => `select '${name}' as name, to_json(t) as row from (${sql}) t`);
  return readRows(deps, files, items.join(' union all '));
}

type Check = { rows: number; checks: Record<string, string> };
export type Checked = {
  name: string;
  key: string;
  columns: Pick<ArchiveColumn, 'name' | 'type'>[];
  rowId: string;
  condition?: string;
};

/** Counts the rows and computes the checksums of stored files, in their order. */
export async function checkFiles(deps: ParquetDeps, files: Checked[]): Promise<Check[]> {
  const queries = files.map(({ name, columns, rowId, condition = 'true' }) => ({
    name,
    sql: `select count(*) as row_count, ${columns.map((column) => `${checkInFile(rowId, column)} as "${column.name}"`).join(', ')}
      from ${name} where ${condition}`,
  }));
  const given = Object.fromEntries(files.map(({ name, key }) => [name, { key }]));
  const found = await readNamed<Record<string, string> & { row_count: number }>(deps, given, queries);
  return files.map(({ name }) => {
    const { row_count: rows, ...checks } = found.find((one) => one.name === name)!.row;
    return { rows, checks };
  });
}

/** Returns the hash of a stored file. */
export async function hashStored(storage: Storage, key: string): Promise<string> {
  const found = await storage.get(key);
  if (found === undefined) throw new DamagedFile(key, 'is not in storage');
  const hash = createHash('sha256');
  for await (const piece of found.stream) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}

async function reading<T>(tables: PinnedTable[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MissingObject)
      throw new DamagedFile(/no object (\S+)/.exec(error.message)?.[1] ?? '', 'is not in storage', error);
    // The query is known to be valid, so the error is about a file, which the message names.
    if (error instanceof EngineError && error.reason === 'sql') {
      const [, at = '0', index = '0'] = /table-(\d+)-(\d+)\./.exec(error.message) ?? [];
      throw new DamagedFile(tables[Number(at)]!.segments[Number(index)]!.key, 'cannot be read', error);
    }
    throw error;
  }
}
