import { audit, changedMembers } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { deleteWorksheet, findWorksheet, insertWorksheet, updateWorksheet, type WorksheetRow } from './store.ts';

export type WorksheetTexts = { name?: string | undefined; content?: string | undefined };

export async function createWorksheet(
  db: Transactor,
  caller: Caller,
  { name, content = '' }: WorksheetTexts & { name: string },
): Promise<WorksheetRow> {
  const id = newId();
  return db.tx(async (tx) => {
    await insertWorksheet(tx, caller.orgId, { id, name, content, creatorId: caller.userId });
    await audit(tx, caller, 'worksheet.created', id, { name });
    return (await findWorksheet(tx, caller.orgId, id))!;
  });
}

/** Changes a worksheet. Setting the current values changes nothing and writes no audit entry. */
export async function changeWorksheet(
  db: Transactor,
  caller: Caller,
  id: string,
  change: WorksheetTexts,
): Promise<WorksheetRow> {
  return db.tx(async (tx) => {
    const before = await findWorksheet(tx, caller.orgId, id);
    const changed = await updateWorksheet(tx, caller.orgId, id, change);
    const row = await findWorksheet(tx, caller.orgId, id);
    if (before === undefined || row === undefined) throw notFound('worksheet');
    if (changed)
      await audit(tx, caller, 'worksheet.updated', id, {
        name: row.name,
        ...changedMembers(before, row, ['name', 'content']),
      });
    return row;
  });
}

export async function removeWorksheet(db: Transactor, caller: Caller, { id, name }: WorksheetRow): Promise<void> {
  await db.tx(async (tx) => {
    if (!(await deleteWorksheet(tx, caller.orgId, id))) throw notFound('worksheet');
    await audit(tx, caller, 'worksheet.deleted', id, { name });
  });
}
