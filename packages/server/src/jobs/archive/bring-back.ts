import type { Db } from '#platform/db.ts';
import { takeBackFigures } from '../figures/roll-up.ts';
import { keepModelFigures } from '../record/model-figures-sql.ts';
import { collectGarbage } from './garbage.ts';
import type { Part } from './model.ts';
import { type ArchivedRows, type ReadDeps, readOfPart, type TableName } from './read-archived.ts';
import { replacePart, rewritePart } from './rewrite-part.ts';
import { listPartsOf, lockPart } from './store.ts';
import { TABLES } from './tables.ts';

// Brings archived jobs back into the tables before they are changed. Their part is rewritten without them, and one
// transaction restores the rows and names the new files. The old files are deleted before this returns.

/** Tries, because another process may be rewriting the same part. */
const TRIES = 5;

/** Returns the number of jobs that were brought back. Jobs that are not archived are ignored. */
export async function bringBack(deps: ReadDeps, orgId: string, jobIds: string[]): Promise<number> {
  let count = 0;
  for (let attempt = 1; ; attempt += 1) {
    const parts = await listPartsOf(deps.database.system, orgId, jobIds);
    let isDone = true;
    for (const part of parts) {
      const brought = await bringBackFrom(deps, part, jobIds);
      if (brought === undefined) isDone = false;
      count += brought ?? 0;
    }
    if (isDone) break;
    if (attempt === TRIES) throw new Error('another process keeps changing this part of the archive');
  }
  await collectGarbage(deps, orgId);
  return count;
}

/** Returns undefined if the part was changed meanwhile. */
async function bringBackFrom(deps: ReadDeps, part: Part, jobIds: string[]): Promise<number | undefined> {
  const rows = await readOfPart(deps, part, jobIds);
  if (rows === undefined) return 0;
  const rewritten = await rewritePart(deps, part, rows.ids);
  const isDone = await deps.database.system.tx(async (tx) => {
    if ((await lockPart(tx, part)) === undefined) return false;
    for (const table of Object.keys(TABLES) as TableName[]) await insertRows(tx, table, rows);
    await takeBackFigures(tx, rows.ids);
    await keepModelFigures(tx, part.orgId, rows.ids, '-');
    await replacePart(tx, part, rewritten);
    return true;
  });
  if (isDone) return rows.ids.length;
  // Another process was faster, so the new files are not used.
  const kept = part.files.map(({ key }) => key);
  for (const { key } of rewritten.contents?.files ?? []) if (!kept.includes(key)) await deps.storage.delete(key);
  return undefined;
}

/** Inserts rows of a table. A column that was added after the file was written gets its default. */
async function insertRows(tx: Db, table: TableName, rows: ArchivedRows): Promise<void> {
  const columns = rows.columns[table].map((name) => `"${name}"`).join(', ');
  if (columns === '') return;
  await tx.run(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)
     on conflict do nothing`,
    [rows[table]],
  );
}
