import type { Db } from '#platform/db.ts';
import { takeBackFigures } from '../figures/roll-up.ts';
import { keepModelFigures } from '../record/model-figures-sql.ts';
import { collectGarbage } from './garbage.ts';
import type { Part } from './model.ts';
import { type ArchivedRows, type ReadDeps, readOfPart, type TableName } from './read-archived.ts';
import { replacePart, rewritePart } from './rewrite-part.ts';
import { listPartsOf, lockPart } from './store.ts';
import { TABLES } from './tables.ts';

// Whoever changes an archived job gets it back into the tables first: its part is written again without it, and one
// transaction puts the rows back and names the new files. The old ones are removed before anybody says that it is done.

/** Another process may be writing the same part. */
const TRIES = 5;

/** Returns how many jobs came back. Those that are not archived stay as they are. */
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
    if (attempt === TRIES) throw new Error('the archive is being changed by somebody else');
  }
  await collectGarbage(deps, orgId);
  return count;
}

/** undefined: the part was changed meanwhile. */
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
  // Somebody else was faster; these files nobody will name.
  const kept = part.files.map(({ key }) => key);
  for (const { key } of rewritten.contents?.files ?? []) if (!kept.includes(key)) await deps.storage.delete(key);
  return undefined;
}

/** A column that the file lacks, because it is younger, gets its default. */
async function insertRows(tx: Db, table: TableName, rows: ArchivedRows): Promise<void> {
  const columns = rows.columns[table].map((name) => `"${name}"`).join(', ');
  if (columns === '') return;
  await tx.run(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)
     on conflict do nothing`,
    [rows[table]],
  );
}
