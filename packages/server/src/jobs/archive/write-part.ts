import type { Database } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { temporaryKey } from '#platform/storage/storage.ts';
import type { Stock } from './choose-jobs.ts';
import type { ArchiveColumn } from './columns.ts';
import { fileKey, type PartFile } from './model.ts';
import { checkFiles, DamagedFile, hashStored, type ParquetDeps, writeFromCsv } from './parquet.ts';
import { readLines } from './read-rows.ts';
import { insertPart } from './store.ts';
import { type FileSource, SOURCES } from './tables.ts';

// Copies rows into the files of a new part and reads them back from storage. Nothing is deleted from the tables here.
// If the process dies before the part is committed, the part stays in the state `writing`, and the next pass removes
// it.

export type WriteDeps = ParquetDeps & { database: Database };

export type Draft = Stock & {
  id: string;
  ids: string[];
  files: { file: PartFile; source: FileSource; columns: ArchiveColumn[] }[];
};

export async function writePart(deps: WriteDeps, stock: Stock, ids: string[]): Promise<Draft> {
  const draft: Draft = { ...stock, id: newId(), ids, files: [] };
  await insertPart(deps.database.system, draft);
  const written: Unchecked[] = [];
  for (const source of SOURCES[stock.kind]) {
    const columns = await source.columns(deps.database.system);
    const file = await writeFile(deps, draft, source, columns);
    if (file !== undefined) written.push({ ...file, source, columns });
  }
  const files = await readBack(deps, written);
  draft.files = files.map((file, at) => ({
    file,
    source: written[at]!.source,
    columns: written[at]!.columns as ArchiveColumn[],
  }));
  return draft;
}

export type Unchecked = {
  key: string;
  bytes: number;
  sha256: string;
  source: FileSource;
  columns: Pick<ArchiveColumn, 'name' | 'type'>[];
};

/** Writes a file. Returns undefined if there are no rows. */
async function writeFile(
  deps: WriteDeps,
  part: Draft,
  source: FileSource,
  columns: ArchiveColumn[],
): Promise<Pick<PartFile, 'key' | 'bytes' | 'sha256'> | undefined> {
  const key = fileKey(part, source.name, newId());
  const rowsKey = temporaryKey('content');
  const { size } = await deps.storage.put(rowsKey, readLines(deps.database.system, source, columns, part.ids));
  try {
    if (size === 0) return undefined;
    const { bytes, sha256 } = await writeFromCsv(deps, { from: rowsKey, to: key, columns });
    return { key, bytes, sha256 };
  } finally {
    await deps.storage.delete(rowsKey);
  }
}

/** Reads the files back from storage and compares them with what was written. */
export async function readBack(deps: ParquetDeps, written: Unchecked[]): Promise<PartFile[]> {
  for (const { key, sha256 } of written)
    if ((await hashStored(deps.storage, key)) !== sha256)
      throw new DamagedFile(key, 'has different content than was written');
  const checks = await checkFiles(
    deps,
    written.map(({ key, source, columns }) => ({ name: source.name, key, columns, rowId: source.rowId[1] })),
  );
  return written.map(({ key, bytes, sha256, source, columns }, at) => ({
    name: source.name,
    key,
    bytes,
    sha256,
    columns: columns.map(({ name, type }) => ({ name, type })),
    ...checks[at]!,
  }));
}
