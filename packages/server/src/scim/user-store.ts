import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { Attributes } from './filter-sql.ts';

// Users as the directory knows them, in rows of their own, each linked to one of our users. `scope` is the organization
// of the token, or null for the whole installation; no statement reaches beyond it.

export type Scope = string | null;

export type ScimUserRow = {
  id: string;
  user_id: number;
  user_name: string;
  external_id: string | null;
  attributes: Record<string, unknown>;
  active: boolean;
  created_at: Date;
  updated_at: Date;
  email: string;
  first_name: string;
  last_name: string;
  groups: { value: string; display: string }[];
};

export type NewScimUser = {
  userName: string;
  externalId: string | null;
  attributes: Record<string, unknown>;
  active: boolean;
};

export const userAttributes: Attributes = {
  id: { kind: 'text', sql: 's.id::text' },
  username: { kind: 'text', sql: 's.user_name' },
  externalid: { kind: 'text', sql: 's.external_id', exact: true },
  displayname: { kind: 'text', sql: `s.attributes->>'displayName'` },
  'name.givenname': { kind: 'text', sql: 'u.first_name' },
  'name.familyname': { kind: 'text', sql: 'u.last_name' },
  active: { kind: 'boolean', sql: 's.active' },
  'meta.created': { kind: 'time', sql: 's.created_at' },
  'meta.lastmodified': { kind: 'time', sql: 's.updated_at' },
  emails: {
    kind: 'list',
    from: `jsonb_array_elements(coalesce(s.attributes->'emails', '[]')) e`,
    member: (name) => `(e->>'${name.replace(/[^a-z]/g, '')}')`,
  },
};

const FROM = `from scim_users s join users u on u.id = s.user_id
  where s.for_org is not distinct from $1::uuid and s.deleted_at is null`;
const COLUMNS = `s.id, s.user_id, s.user_name, s.external_id, s.attributes, s.active, s.created_at, s.updated_at,
  u.email, u.first_name, u.last_name,
  coalesce((select json_agg(json_build_object('value', g.id, 'display', g.display_name) order by g.display_name)
    from scim_members m join scim_groups g on g.id = m.group_id where m.scim_user_id = s.id), '[]') as groups`;

/** `where` is a condition over `s` and `u` whose values follow the first one. */
export async function listScimUsers(
  db: Db,
  scope: Scope,
  { where, values, offset, limit }: { where: string; values: unknown[]; offset: number; limit: number },
): Promise<{ total: number; rows: ScimUserRow[] }> {
  const [count] = await db.query<{ total: number }>(`select count(*)::int as total ${FROM} and ${where}`, [
    scope,
    ...values,
  ]);
  const rows = await db.query<ScimUserRow>(
    `select ${COLUMNS} ${FROM} and ${where} order by s.created_at, s.id limit ${Number(limit)} offset ${Number(offset)}`,
    [scope, ...values],
  );
  return { total: count!.total, rows };
}

export async function findScimUser(db: Db, scope: Scope, id: string): Promise<ScimUserRow | undefined> {
  const [row] = await db.query<ScimUserRow>(`select ${COLUMNS} ${FROM} and s.id = $2::uuid`, [scope, id]);
  return row;
}

/** Returns the user and locks them until the end of the transaction. */
export async function lockScimUser(tx: Db, scope: Scope, id: string): Promise<ScimUserRow | undefined> {
  await tx.query('select from scim_users where id = $1::uuid for update', [id]);
  return findScimUser(tx, scope, id);
}

/** Inserts a user and returns the id. A person who was removed comes back under a new id. */
export async function insertScimUser(
  tx: Db,
  scope: Scope,
  { userId, given }: { userId: number; given: NewScimUser },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into scim_users as s (id, for_org, user_id, user_name, external_id, attributes, active)
     values ($1::uuid, $2::uuid, $3::int, $4::text, $5::text, $6::jsonb, $7::boolean)
     on conflict (user_id, (coalesce(for_org, '00000000-0000-0000-0000-000000000000'))) do update
       set id = excluded.id, user_name = excluded.user_name, external_id = excluded.external_id,
         attributes = excluded.attributes, active = excluded.active, deleted_at = null, updated_at = now()
     returning s.id`,
    [newId(), scope, userId, given.userName, given.externalId, JSON.stringify(given.attributes), given.active],
  );
  return row!.id;
}

export async function updateScimUser(tx: Db, id: string, given: NewScimUser): Promise<void> {
  await tx.run(
    `update scim_users set user_name = $2::text, external_id = $3::text, attributes = $4::jsonb, active = $5::boolean,
       updated_at = now() where id = $1::uuid`,
    [id, given.userName, given.externalId, JSON.stringify(given.attributes), given.active],
  );
}

/** Marks a user as removed and deletes their groups. The row stays, so that a person who returns is the same user. */
export async function removeScimUser(tx: Db, id: string): Promise<void> {
  await tx.run('delete from scim_members where scim_user_id = $1::uuid', [id]);
  await tx.run('update scim_users set active = false, deleted_at = now(), updated_at = now() where id = $1::uuid', [
    id,
  ]);
}

/** Tells whether another row has the name. */
export async function isNameTaken(tx: Db, scope: Scope, userName: string, except: string | null): Promise<boolean> {
  const rows = await tx.query(
    `select 1 as one ${FROM} and lower(s.user_name) = lower($2::text) and ($3::uuid is null or s.id <> $3::uuid) limit 1`,
    [scope, userName, except],
  );
  return rows.length > 0;
}

/** Finds a user whom the directory removed before, by name. */
export async function findRemoved(tx: Db, scope: Scope, userName: string): Promise<number | undefined> {
  const [row] = await tx.query<{ user_id: number }>(
    `select user_id from scim_users where for_org is not distinct from $1::uuid and deleted_at is not null
       and lower(user_name) = lower($2::text) order by deleted_at desc limit 1`,
    [scope, userName],
  );
  return row?.user_id;
}
