import type { Db } from '#platform/db.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

export type WorksheetRow = {
  id: string;
  name: string;
  content: string;
  org_id: string;
  created_at: Date;
  updated_at: Date;
  creator_id: number | null;
  creator_email: string | null;
  creator_first_name: string | null;
  creator_last_name: string | null;
};

const COLUMNS = `w.id, w.name, w.content, w.org_id, w.created_at, w.updated_at, u.id as creator_id, u.email as creator_email,
    u.first_name as creator_first_name, u.last_name as creator_last_name`;
const CREATORS = 'left join users u on u.id = w.creator_id';

export async function findWorksheet(db: Db, orgId: string, id: string): Promise<WorksheetRow | undefined> {
  const rows = await db.query<WorksheetRow>(
    `select ${COLUMNS} from worksheets w ${CREATORS} where w.org_id = $1 and w.id = $2`,
    [orgId, id],
  );
  return rows[0];
}

export async function listWorksheets(db: Db, orgId: string, page: Page): Promise<Listed<WorksheetRow>> {
  const source = {
    columns: COLUMNS,
    from: 'worksheets w',
    joins: CREATORS,
    where: 'w.org_id = $1',
    order: 'w.id desc',
  };
  return listPage<WorksheetRow>(db, { ...source, values: [orgId], page });
}

export async function insertWorksheet(
  db: Db,
  orgId: string,
  worksheet: { id: string; name: string; content: string; creatorId: number | null },
): Promise<void> {
  await db.run('insert into worksheets (id, org_id, name, content, creator_id) values ($1, $2, $3, $4, $5)', [
    worksheet.id,
    orgId,
    worksheet.name,
    worksheet.content,
    worksheet.creatorId,
  ]);
}

export async function updateWorksheet(
  db: Db,
  orgId: string,
  id: string,
  change: { name?: string | undefined; content?: string | undefined },
): Promise<boolean> {
  const changed = await db.run(
    `update worksheets set name = coalesce($3, name), content = coalesce($4, content), updated_at = now()
      where org_id = $1 and id = $2 and (name, content) is distinct from (coalesce($3, name), coalesce($4, content))`,
    [orgId, id, change.name ?? null, change.content ?? null],
  );
  return changed > 0;
}

export async function deleteWorksheet(db: Db, orgId: string, id: string): Promise<boolean> {
  return (await db.run('delete from worksheets where org_id = $1 and id = $2', [orgId, id])) > 0;
}

/** Returns the organization of a worksheet. */
export async function findWorksheetOwner(system: Db, id: string): Promise<string | undefined> {
  const rows = await system.query<{ org_id: string }>('select org_id from worksheets where id = $1', [id]);
  return rows[0]?.org_id;
}
