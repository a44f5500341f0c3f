import { hasRole, type Role } from '@errand/contract/roles.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { revokeApiKeysOf } from './api-keys.ts';
import { insertAudit } from './audit.ts';
import type { GroupRole } from './oidc-settings.ts';

// Turns groups of an identity provider into memberships. Tokens, sign-ins and directories all use this rule.

/** Returns a person's groups for an organization, or undefined if they are unknown and the membership stays. */
export type GroupsOf = (orgId: string) => readonly string[] | undefined;

/** Returns the highest role that the groups grant in each organization. */
export function rolesOfGroups(groupsOf: GroupsOf, groupRoles: readonly GroupRole[]): Map<string, Role> {
  const wanted = new Map<string, Role>();
  for (const { group, orgId, role } of groupRoles) {
    if (!groupsOf(orgId)?.includes(group)) continue;
    const other = wanted.get(orgId);
    if (other === undefined || hasRole(role, other)) wanted.set(orgId, role);
  }
  return wanted;
}

type MembershipRow = { org_id: string; role: Role; by_groups: boolean };

/**
 * Adds, changes and removes memberships to match the groups, in the organizations that the settings name. A membership
 * that an administrator granted by hand stays if no group names it. Returns true if something changed.
 */
export async function applyGroups(
  db: Transactor,
  userId: number,
  groupsOf: GroupsOf,
  groupRoles: readonly GroupRole[],
): Promise<boolean> {
  const wanted = rolesOfGroups(groupsOf, groupRoles);
  const current = await listMemberships(db, userId);
  const lost = current.filter((row) => row.by_groups && !wanted.has(row.org_id) && groupsOf(row.org_id) !== undefined);
  const isAsWanted = [...wanted].every(([orgId, role]) => current.find((row) => row.org_id === orgId)?.role === role);
  if (isAsWanted && lost.length === 0) return false;
  await db.tx(async (tx) => {
    for (const [orgId, role] of wanted) {
      const changed = await tx.run(
        `insert into memberships as m (org_id, user_id, role, by_groups)
         select o.id, $2::int, $3::text, true from organizations o where o.id = $1::uuid
         on conflict (org_id, user_id) do update set role = excluded.role, removed_at = null, by_groups = true
         where m.role <> excluded.role or m.removed_at is not null`,
        [orgId, userId, role],
      );
      if (changed > 0) await audit(tx, orgId, userId, 'member.updated', { to: role, by: 'groups' });
    }
    for (const { org_id: orgId, role } of lost) {
      await tx.run('update memberships set removed_at = now() where org_id = $1::uuid and user_id = $2::int', [
        orgId,
        userId,
      ]);
      await revokeApiKeysOf(tx, orgId, userId, { actor: 'operator', onlyPersonal: true });
      await audit(tx, orgId, userId, 'member.removed', { role, by: 'groups' });
    }
  });
  return true;
}

const listMemberships = (db: Db, userId: number): Promise<MembershipRow[]> =>
  db.query<MembershipRow>(
    'select org_id, role, by_groups from memberships where user_id = $1::int and removed_at is null',
    [userId],
  );

const audit = (tx: Db, orgId: string, userId: number, action: string, detail: Record<string, unknown>): Promise<void> =>
  insertAudit(tx, 'operator', { orgId, action, targetType: 'member', targetId: String(userId), detail });
