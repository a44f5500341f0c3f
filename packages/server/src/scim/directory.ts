import type { SignOn } from '@errand/contract/sso.ts';
import type { GroupsOf } from '#orgs/group-roles.ts';
import type { Directory } from '#orgs/outside-users.ts';
import type { Db } from '#platform/db.ts';
import { listScimTokens } from './tokens.ts';

// Reads what a directory has pushed: the groups of a person, the person behind a sign-in, and counts for the settings.

type GroupsRow = { for_org: string | null; has_groups: boolean; is_active: boolean; names: string[] };

export const directory: Directory = {
  async findGroups(db, userId) {
    const rows = await db.query<GroupsRow>(
      `select u.for_org, u.active and u.deleted_at is null as is_active,
         exists (select from scim_groups s where s.for_org is not distinct from u.for_org) as has_groups,
         coalesce((select array_agg(n.name) from scim_members m join scim_groups g on g.id = m.group_id
           cross join lateral (values (g.display_name), (g.external_id)) n (name)
           where m.scim_user_id = u.id and n.name is not null), '{}') as names
       from scim_users u where u.user_id = $1::int`,
      [userId],
    );
    return toGroupsOf(rows);
  },

  async findPerson(db, { issuer, subject, email }) {
    const [found] = await db.query<{ id: number }>(
      `select u.id from scim_users s join users u on u.id = s.user_id
       where s.deleted_at is null and u.source = 'scim'
         and (s.external_id = $2::text or lower(u.email) = lower($3::text))
         and not exists (select from user_identities i where i.user_id = u.id and i.issuer = $1::text)
       order by s.external_id is not distinct from $2::text desc, u.id limit 1`,
      [issuer, subject, email],
    );
    return found?.id;
  },
};

/** Removed and deactivated people have no groups. A directory that pushes no groups at all says nothing about them. */
function toGroupsOf(rows: GroupsRow[]): GroupsOf {
  const scopes = new Map<string | null, string[]>();
  for (const { for_org: scope, has_groups, is_active, names } of rows) {
    if (!is_active) scopes.set(scope, []);
    else if (has_groups) scopes.set(scope, names);
  }
  return (orgId) => scopes.get(orgId) ?? scopes.get(null);
}

/** Describes the directory for the settings of an organization. */
export async function describeDirectory(db: Db, orgId: string): Promise<Omit<SignOn['scim'], 'url'>> {
  const tokens = (await listScimTokens(db)).filter(({ for_org }) => for_org === null || for_org === orgId);
  const [counts] = await db.query<{ users: number; groups: number }>(
    `select (select count(distinct s.user_id)::int from scim_users s
         join memberships m on m.user_id = s.user_id and m.org_id = $1::uuid and m.removed_at is null
         where s.deleted_at is null and (s.for_org is null or s.for_org = $1::uuid)) as users,
       (select count(*)::int from scim_groups g where g.for_org is null or g.for_org = $1::uuid) as groups`,
    [orgId],
  );
  const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
  const writes = tokens.flatMap(({ last_write_at: at }) => (at === null ? [] : [at.getTime()]));
  return {
    tokens: tokens.map((token) => ({
      id: token.id,
      name: token.name,
      prefix: token.prefix,
      created_at: token.created_at.toISOString(),
      expires_at: iso(token.expires_at),
      last_used_at: iso(token.last_used_at),
      last_write_at: iso(token.last_write_at),
      last_problem: token.last_problem,
      last_problem_at: iso(token.last_problem_at),
    })),
    users: counts!.users,
    groups: counts!.groups,
    last_sync_at: writes.length === 0 ? null : new Date(Math.max(...writes)).toISOString(),
  };
}
