import type { StoredContent } from '#files/model.ts';
import type { Link } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';

// Files that people added to a case. Their content is in storage under its hash, like all content.

export type DocumentRow = StoredContent & {
  id: string;
  case_id: string;
  name: string;
  content_type: string;
  description: string;
  added_by: Link;
  created_at: Date;
};

const COLUMNS = `d.id, d.case_id, d.name, d.content_type, d.storage_key as "storageKey", d.sha256, d.size::float8 as size,
  d.description, d.added_by, d.created_at`;

export const listDocuments = (db: Db, orgId: string, caseIds: string[]): Promise<DocumentRow[]> =>
  db.query<DocumentRow>(
    `select ${COLUMNS} from case_documents d where d.org_id = $1 and d.case_id = any ($2::uuid[]) order by d.id`,
    [orgId, caseIds],
  );

export async function findDocument(
  db: Db,
  orgId: string,
  caseIds: string[],
  id: string,
): Promise<DocumentRow | undefined> {
  const rows = await db.query<DocumentRow>(
    `select ${COLUMNS} from case_documents d where d.org_id = $1 and d.case_id = any ($2::uuid[]) and d.id = $3`,
    [orgId, caseIds, id],
  );
  return rows[0];
}

export async function insertDocument(
  tx: Db,
  orgId: string,
  given: Omit<DocumentRow, 'id' | 'created_at'>,
): Promise<string> {
  const id = newId();
  await tx.run(
    `insert into case_documents (id, org_id, case_id, name, content_type, storage_key, sha256, size, description, added_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      orgId,
      given.case_id,
      given.name,
      given.content_type,
      given.storageKey,
      given.sha256,
      given.size,
      given.description,
      JSON.stringify(given.added_by),
    ],
  );
  return id;
}

export const deleteDocument = (tx: Db, orgId: string, id: string): Promise<number> =>
  tx.run('delete from case_documents where org_id = $1 and id = $2', [orgId, id]);
