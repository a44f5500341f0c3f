import type { Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Part, PartFile } from './model.ts';
import { checkFiles, DamagedFile, hashStored } from './parquet.ts';
import type { ReadDeps } from './read-archived.ts';
import { listAllParts, noteProblem } from './store.ts';
import { SOURCES } from './tables.ts';

// Compares every file of the archive with what was stored about it when it was written.

export type Problem = { organizationId: string; month: string; key: string; problem: string };
export type Verification = { parts: number; files: number; bytes: number; problems: Problem[] };

/** Verifies every byte and every value. With `quick` it only checks that the files exist and have the right size. */
export async function verifyArchive(
  deps: ReadDeps,
  { quick = false, onPart }: { quick?: boolean; onPart?(done: number, all: number): void } = {},
): Promise<Verification> {
  const found: Verification = { parts: 0, files: 0, bytes: 0, problems: [] };
  const parts = await listAllParts(deps.database.system);
  for (const part of parts) {
    const problems = quick ? await findMissing(deps, part) : await findProblems(deps, part);
    // If the part was rewritten meanwhile, the problems are about files that it no longer has.
    if (!(await isStillSo(deps.database.system, part))) continue;
    await noteProblem(deps.database.system, part.id, problems[0]?.problem ?? null);
    found.parts += 1;
    found.files += part.files.length;
    found.bytes += part.files.reduce((sum, { bytes }) => sum + bytes, 0);
    found.problems.push(...problems);
    onPart?.(found.parts, parts.length);
  }
  return found;
}

const DAY_MS = 86_400_000;
/** Bounds the requests to the storage in one pass. */
const LOOKED_AT_MAX = 1_000;

/** Checks that the files of parts exist, once a day, so that a missing one is reported before somebody needs it. */
export async function lookAfterFiles(deps: Pick<ReadDeps, 'storage' | 'database'>): Promise<void> {
  const { system } = deps.database;
  const before = databaseNow() - DAY_MS;
  const due = (await listAllParts(system)).filter(({ verifiedAt }) => (verifiedAt?.getTime() ?? 0) < before);
  for (const part of due.slice(0, LOOKED_AT_MAX)) {
    const [missing] = await findMissing(deps, part);
    if (missing !== undefined || part.problem === null)
      if (await isStillSo(system, part)) await noteProblem(system, part.id, missing?.problem ?? null);
  }
}

async function isStillSo(system: Db, part: Part): Promise<boolean> {
  const [row] = await system.query<{ same: boolean }>(
    'select files = $2::jsonb as same from archive_parts where id = $1::uuid',
    [part.id, JSON.stringify(part.files)],
  );
  return row?.same === true;
}

/** Lists files that are missing or have another size. */
export async function findMissing({ storage }: Pick<ReadDeps, 'storage'>, part: Part): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { key, bytes } of part.files) {
    const head = await storage.head(key);
    if (head === undefined) problems.push(problemOf(part, key, 'is not in storage'));
    else if (head.size !== bytes) problems.push(problemOf(part, key, `has ${head.size} bytes instead of ${bytes}`));
  }
  return problems;
}

async function findProblems(deps: ReadDeps, part: Part): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const file of part.files) {
    const wrong = await findProblem(deps, part, file);
    if (wrong !== undefined) problems.push(problemOf(part, file.key, wrong));
  }
  return problems;
}

async function findProblem(deps: ReadDeps, part: Part, file: PartFile): Promise<string | undefined> {
  try {
    if ((await hashStored(deps.storage, file.key)) !== file.sha256) return 'has different content than was written';
    const { rowId } = SOURCES[part.kind].find(({ name }) => name === file.name)!;
    const [check] = await checkFiles(deps, [{ ...file, rowId: rowId[1] }]);
    if (check!.rows !== file.rows) return `has ${check!.rows} rows instead of ${file.rows}`;
    const other = Object.keys(file.checks).find((name) => check!.checks[name] !== file.checks[name]);
    return other && `has different values in the column ${other} than were written`;
  } catch (error) {
    if (error instanceof DamagedFile) return error.message.slice(error.key.length + 1);
    throw error;
  }
}

const problemOf = ({ orgId, month }: Part, key: string, problem: string): Problem => ({
  organizationId: orgId,
  month,
  key,
  problem: `${key} ${problem}`,
});
