import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { fileKey, type Part, type PartFile } from './model.ts';
import { checkFiles, DamagedFile, type ParquetDeps, readRows, writeFiltered } from './parquet.ts';
import { quoteIds } from './quote-ids.ts';
import type { ReadDeps } from './read-archived.ts';
import { type Contents, deleteGarbage, deletePart, fillPart, insertGarbage, keysOf } from './store.ts';
import { SOURCES } from './tables.ts';
import { readBack, type Unchecked } from './write-part.ts';

// Writes new files of a part without some of its jobs. The entries of the ledger stay: they are accounting records and
// contain no data of the jobs.

/** Longer than it takes to write a part. Unused files are deleted after this time. */
const UNNAMED_MINUTES = 30;

export type Rewritten = { contents: Contents | undefined };

export async function rewritePart(deps: ReadDeps, part: Part, without: string[]): Promise<Rewritten> {
  const ledger = part.files.filter(({ name }) => name === 'ledger');
  const rewritten = await rewriteFiles(
    deps,
    part,
    part.files.filter(({ name }) => name !== 'ledger'),
    without,
  );
  const jobs = rewritten.find(({ name }) => name === 'jobs');
  return { contents: jobs && { ...(await summarize(deps, jobs)), files: [...rewritten, ...ledger] } };
}

/** Rewrites files. Files that would be empty are left out. */
async function rewriteFiles(deps: ReadDeps, part: Part, files: PartFile[], without: string[]): Promise<PartFile[]> {
  const ids = quoteIds(without);
  const olds = files.map((file) => {
    const source = SOURCES[part.kind].find(({ name }) => name === file.name)!;
    const condition = `${source.keyName} not in (${ids})`;
    return { ...file, source, rowId: source.rowId[1], condition };
  });
  const wanted = await checkFiles(deps, olds);
  const kept = olds.map((old, at) => ({ ...old, wanted: wanted[at]! })).filter(({ wanted: { rows } }) => rows > 0);
  const written: Unchecked[] = [];
  for (const { name, source, columns: own, condition, key: from } of kept) {
    const key = fileKey(part, name, newId());
    // Noted as garbage first: if this process dies, no copy is left of jobs that are deleted later.
    await insertGarbage(deps.database.system, part.orgId, [key], UNNAMED_MINUTES);
    const { bytes, sha256 } = await writeFiltered(deps, { key: from }, key, condition);
    written.push({ key, bytes, sha256, source, columns: own });
  }
  const found = written.length === 0 ? [] : await readBack(deps, written);
  for (const [at, { rows, checks, key }] of found.entries())
    if (!isDeepStrictEqual({ rows, checks }, kept[at]!.wanted))
      throw new DamagedFile(key, 'has different rows than the file it was made from');
  return found;
}

async function summarize(deps: ParquetDeps, jobs: PartFile): Promise<Omit<Contents, 'files'>> {
  const agents = await readRows<{
    agent_id: string;
    jobs: number;
    first: string;
    last: string;
    from: string;
    to: string;
  }>(
    deps,
    { rows: jobs },
    `select agent_id, count(*) as jobs, min(id) as first, max(id) as last, min(result_finished_at) as "from",
       max(result_finished_at) as "to" from rows group by agent_id`,
  );
  const least = (values: string[]): string => values.reduce((one, other) => (one < other ? one : other));
  const most = (values: string[]): string => values.reduce((one, other) => (one > other ? one : other));
  return {
    firstId: least(agents.map(({ first }) => first)),
    lastId: most(agents.map(({ last }) => last)),
    firstAt: new Date(`${least(agents.map(({ from }) => from))}Z`),
    lastAt: new Date(`${most(agents.map(({ to }) => to))}Z`),
    rows: agents.reduce((sum, { jobs: count }) => sum + count, 0),
    agents: Object.fromEntries(agents.map(({ agent_id, jobs: count }) => [agent_id, count])),
  };
}

/** Replaces the files of a part, in the transaction that restores the removed jobs. */
export async function replacePart(tx: Db, part: Part, { contents }: Rewritten): Promise<void> {
  const kept = contents?.files.map(({ key }) => key) ?? [];
  await insertGarbage(
    tx,
    part.orgId,
    keysOf(part).filter((key) => !kept.includes(key)),
  );
  await deleteGarbage(tx, kept);
  if (contents === undefined) await deletePart(tx, part.id);
  else await fillPart(tx, part.id, contents);
}
