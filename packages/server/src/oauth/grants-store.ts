import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

// What people have granted to programs. A grant counts only while its person belongs to the organization.

export type GrantRow = {
  id: string;
  org_id: string;
  user_id: number;
  client_id: string;
  client_name: string;
  client_uri: string | null;
  resource: string;
  /** Separated by spaces. */
  scopes: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date;
};
export type ShownGrant = GrantRow & { email: string; first_name: string; last_name: string };

type NewGrant = Pick<
  GrantRow,
  'org_id' | 'user_id' | 'client_id' | 'client_name' | 'client_uri' | 'resource' | 'scopes'
>;

/** After this, the person consents again. */
const LIFE = `interval '1 year'`;

const COLUMNS = `g.id, g.org_id, g.user_id, g.client_id, g.client_name, g.client_uri, g.resource, g.scopes,
  g.created_at, g.last_used_at, g.expires_at`;
const SHOWN = `${COLUMNS}, u.email, u.first_name, u.last_name`;

export async function insertGrant(db: Db, given: NewGrant): Promise<string> {
  const id = newId();
  await db.run(
    `insert into oauth_grants (id, org_id, user_id, client_id, client_name, client_uri, resource, scopes, expires_at)
     select $1::uuid, n.org_id, n.user_id, n.client_id, n.client_name, n.client_uri, n.resource, n.scopes, now() + ${LIFE}
     from jsonb_to_record($2::jsonb) as n (org_id uuid, user_id int, client_id text, client_name text, client_uri text,
       resource text, scopes text)`,
    [id, JSON.stringify(given)],
  );
  return id;
}

/** Finds a grant whose person still is a member and can sign in. */
export async function findLiveGrant(db: Db, id: string): Promise<GrantRow | undefined> {
  const [row] = await db.query<GrantRow>(
    `select ${COLUMNS} from oauth_grants g
     join memberships m on m.org_id = g.org_id and m.user_id = g.user_id and m.removed_at is null
     join users u on u.id = g.user_id and u.deactivated_at is null
     where g.id = $1::uuid and g.expires_at > now()`,
    [id],
  );
  return row;
}

export async function findGrant(db: Db, id: string): Promise<GrantRow | undefined> {
  const [row] = await db.query<GrantRow>(`select ${COLUMNS} from oauth_grants g where g.id = $1::uuid`, [id]);
  return row;
}

/** Without a code or token, nobody can use a grant: a code that was not exchanged in time leaves one. */
const IS_USABLE = `g.expires_at > now()
  and exists (select from oauth_artifacts a where a.grant_id = g.id and a.expires_at > now())`;

/** Newest first. `userId` limits it to the grants of one person. */
export const listGrants = (system: Db, orgId: string, userId: number | null, page: Page): Promise<Listed<ShownGrant>> =>
  listPage<ShownGrant>(system, {
    columns: SHOWN,
    from: 'oauth_grants g',
    joins: 'join users u on u.id = g.user_id',
    where: `g.org_id = $1::uuid and ($2::int is null or g.user_id = $2::int) and ${IS_USABLE}`,
    order: 'g.created_at desc, g.id desc',
    values: [orgId, userId],
    page,
  });

export async function findShownGrant(system: Db, orgId: string, id: string): Promise<ShownGrant | undefined> {
  const [row] = await system.query<ShownGrant>(
    `select ${SHOWN} from oauth_grants g join users u on u.id = g.user_id
     where g.org_id = $1::uuid and g.id = $2::uuid and ${IS_USABLE}`,
    [orgId, id],
  );
  return row;
}

/** Returns the grant that was ended, or undefined if there is none any more. */
export async function deleteGrant(db: Db, id: string): Promise<GrantRow | undefined> {
  const [row] = await db.query<GrantRow>(`delete from oauth_grants g where g.id = $1::uuid returning ${COLUMNS}`, [id]);
  return row;
}

/** Repeats the condition, so that only one of several processes writes. */
export async function updateGrantUse(db: Db, id: string): Promise<void> {
  await db.run(
    `update oauth_grants set last_used_at = now()
     where id = $1::uuid and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [id],
  );
}
