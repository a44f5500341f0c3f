import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { Attributes } from './filter-sql.ts';
import type { Scope } from './user-store.ts';

export type ScimGroupRow = {
  id: string;
  display_name: string;
  external_id: string | null;
  created_at: Date;
  updated_at: Date;
};
export type GroupMember = { value: string; display: string; user_id: number };

export const groupAttributes: Attributes = {
  id: { kind: 'text', sql: 'g.id::text' },
  displayname: { kind: 'text', sql: 'g.display_name' },
  externalid: { kind: 'text', sql: 'g.external_id', exact: true },
  'meta.created': { kind: 'time', sql: 'g.created_at' },
  'meta.lastmodified': { kind: 'time', sql: 'g.updated_at' },
  members: {
    kind: 'list',
    from: '(select m.scim_user_id::text as value from scim_members m where m.group_id = g.id) e',
    member: () => 'e.value',
  },
};

const FROM = 'from scim_groups g where g.for_org is not distinct from $1::uuid';
const COLUMNS = 'g.id, g.display_name, g.external_id, g.created_at, g.updated_at';

export async function listScimGroups(
  db: Db,
  scope: Scope,
  { where, values, offset, limit }: { where: string; values: unknown[]; offset: number; limit: number },
): Promise<{ total: number; rows: ScimGroupRow[] }> {
  const [count] = await db.query<{ total: number }>(`select count(*)::int as total ${FROM} and ${where}`, [
    scope,
    ...values,
  ]);
  const rows = await db.query<ScimGroupRow>(
    `select ${COLUMNS} ${FROM} and ${where} order by g.created_at, g.id limit ${Number(limit)} offset ${Number(offset)}`,
    [scope, ...values],
  );
  return { total: count!.total, rows };
}

export async function findScimGroup(db: Db, scope: Scope, id: string): Promise<ScimGroupRow | undefined> {
  const [row] = await db.query<ScimGroupRow>(`select ${COLUMNS} ${FROM} and g.id = $2::uuid`, [scope, id]);
  return row;
}

/** Returns the group and locks it, so that nobody else changes its members until the end of the transaction. */
export async function lockScimGroup(tx: Db, scope: Scope, id: string): Promise<ScimGroupRow | undefined> {
  const [row] = await tx.query<ScimGroupRow>(`select ${COLUMNS} ${FROM} and g.id = $2::uuid for update`, [scope, id]);
  return row;
}

export const listGroupMembers = (db: Db, id: string): Promise<GroupMember[]> =>
  db.query<GroupMember>(
    `select s.id as value, s.user_name as display, s.user_id from scim_members m
     join scim_users s on s.id = m.scim_user_id where m.group_id = $1::uuid order by s.user_name, s.id`,
    [id],
  );

/** Finds users of the directory. Ids that are missing in the result do not belong to it. */
export const findMembers = (db: Db, scope: Scope, ids: readonly string[]): Promise<GroupMember[]> =>
  db.query<GroupMember>(
    `select s.id as value, s.user_name as display, s.user_id from scim_users s
     where s.for_org is not distinct from $1::uuid and s.deleted_at is null and s.id = any ($2::uuid[])`,
    [scope, ids],
  );

export async function isGroupTaken(tx: Db, scope: Scope, name: string, except: string | null): Promise<boolean> {
  const rows = await tx.query(
    `select 1 as one ${FROM} and lower(g.display_name) = lower($2::text) and ($3::uuid is null or g.id <> $3::uuid)`,
    [scope, name, except],
  );
  return rows.length > 0;
}

export async function insertScimGroup(
  tx: Db,
  scope: Scope,
  { displayName, externalId }: { displayName: string; externalId: string | null },
): Promise<string> {
  const id = newId();
  await tx.run(
    `insert into scim_groups (id, for_org, display_name, external_id) values ($1::uuid, $2::uuid, $3::text, $4::text)`,
    [id, scope, displayName, externalId],
  );
  return id;
}

export async function updateScimGroup(
  tx: Db,
  id: string,
  { displayName, externalId }: { displayName: string; externalId: string | null },
): Promise<void> {
  await tx.run(
    `update scim_groups set display_name = $2::text, external_id = $3::text, updated_at = now() where id = $1::uuid`,
    [id, displayName, externalId],
  );
}

export async function deleteScimGroupRow(tx: Db, id: string): Promise<void> {
  await tx.run('delete from scim_groups where id = $1::uuid', [id]);
}

export async function changeMembers(
  tx: Db,
  id: string,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  await tx.run(
    `insert into scim_members (group_id, scim_user_id) select $1::uuid, unnest($2::uuid[]) on conflict do nothing`,
    [id, added],
  );
  await tx.run('delete from scim_members where group_id = $1::uuid and scim_user_id = any ($2::uuid[])', [id, removed]);
}
