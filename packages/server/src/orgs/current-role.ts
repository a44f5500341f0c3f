import type { Role } from '@errand/contract/roles.ts';
import type { Db } from '#platform/db.ts';

const LADDER = "array['viewer', 'analyst', 'approver', 'member', 'admin', 'owner']";

/**
 * Returns an SQL expression for the current role of a row of `api_keys`. It is null if the key has lost its role. A
 * personal key has the lower one of two roles; auditors stand beside the ladder, below administrators.
 */
export const roleOfKey = (key: string): string => `
  case when not ${key}.personal then ${key}.role
    else (select case
        when 'auditor' not in (${key}.role, m.role)
          then (${LADDER})[least(array_position(${LADDER}, ${key}.role), array_position(${LADDER}, m.role))]
        when ${key}.role in ('auditor', 'admin') and m.role in ('auditor', 'admin', 'owner') then 'auditor'
        else 'viewer' end
      from memberships m
      where m.org_id = ${key}.org_id and m.user_id = ${key}.user_id and m.removed_at is null) end`;

/**
 * Returns an SQL expression for the current role of somebody: of the key, or without one, of the membership. It is null
 * if there is none any more. The arguments are SQL expressions.
 */
export const currentRole = ({ org, user, key }: { org: string; user: string; key: string }): string => `
  case when ${key} is null
    then (select m.role from memberships m
      where m.org_id = ${org} and m.user_id = ${user} and m.removed_at is null)
    else (select ${roleOfKey('k')} from api_keys k where k.id = ${key} and k.org_id = ${org} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > clock_timestamp())) end`;

/** Returns the role that a person or key has now, or undefined if they have none any more. */
export async function findRoleNow(
  db: Db,
  orgId: string,
  { userId, keyId }: { userId: number | null; keyId: string | null },
): Promise<Role | undefined> {
  const [row] = await db.query<{ role: Role | null }>(
    `select ${currentRole({ org: '$1::uuid', user: '$2::int', key: '$3::uuid' })} as role`,
    [orgId, userId, keyId],
  );
  return row?.role ?? undefined;
}
