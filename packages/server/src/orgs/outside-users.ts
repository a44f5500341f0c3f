import { hasRole, type Role } from '@errand/contract/roles.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { revokeApiKeysOf } from './api-keys.ts';
import { insertAudit } from './audit.ts';
import type { GroupRole, OidcSettings } from './oidc-settings.ts';
import type { OutsideToken } from './outside-tokens.ts';
import { insertUser } from './users.ts';

// Who a person of an outside issuer is here. A person is (issuer, subject), never an e-mail: addresses change hands.

export async function findLinkedUser(db: Db, issuer: string, subject: string): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(
    'select user_id from user_identities where issuer = $1::text and subject = $2::text',
    [issuer, subject],
  );
  return row?.user_id;
}

/** False: the subject is linked to somebody already. */
export async function insertLink(db: Db, link: { userId: number; issuer: string; subject: string }): Promise<boolean> {
  const inserted = await db.run(
    `insert into user_identities (issuer, subject, user_id) values ($1::text, $2::text, $3::int)
     on conflict (issuer, subject) do nothing`,
    [link.issuer, link.subject, link.userId],
  );
  return inserted > 0;
}

export type Found = { userId: number } | { refused: string };

/** The user of a valid token: the linked one, or a new one if the settings allow it. Groups are applied on the way. */
export async function findOutsideUser(db: Transactor, settings: OidcSettings, token: OutsideToken): Promise<Found> {
  const linked = await findLinkedUser(db, settings.issuer, token.subject);
  const found = linked === undefined ? await createOutsideUser(db, settings, token) : { userId: linked };
  if ('userId' in found && settings.groupRoles.length > 0) {
    await applyGroups(db, found.userId, readGroups(token, settings.groupsClaim), settings.groupRoles);
  }
  return found;
}

async function createOutsideUser(
  db: Transactor,
  { issuer, createsUsers }: OidcSettings,
  { subject, claims }: OutsideToken,
): Promise<Found> {
  if (!createsUsers) return { refused: 'No user is linked to its subject.' };
  const { email, email_verified: verified, given_name: first, family_name: last } = claims as Record<string, unknown>;
  if (typeof email !== 'string') return { refused: 'It has no e-mail, so no user can be created.' };
  if (verified === false) return { refused: 'Its e-mail is not verified.' };
  const name = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 150) : '');
  return db.tx(async (tx): Promise<Found> => {
    // Requests of a new person often come together.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended($1::text, 0))`, [`oidc ${issuer} ${subject}`]);
    const linked = await findLinkedUser(tx, issuer, subject);
    if (linked !== undefined) return { userId: linked };
    const created = await insertUser(tx, { email, firstName: name(first), lastName: name(last) }).catch((error) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    // Somebody else may have had the address before: only an operator says that it is the same person.
    if (created === undefined) return { refused: 'Its e-mail is not valid, or belongs to a user who is not linked.' };
    await insertLink(tx, { userId: created.id, issuer, subject });
    return { userId: created.id };
  });
}

function readGroups({ claims }: OutsideToken, claim: string): string[] {
  const value = claims[claim];
  const groups = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  return groups.filter((group): group is string => typeof group === 'string');
}

/** The roles that groups give, the highest of each organization. */
export function rolesOfGroups(groups: readonly string[], groupRoles: readonly GroupRole[]): Map<string, Role> {
  const wanted = new Map<string, Role>();
  for (const { group, orgId, role } of groupRoles) {
    if (!groups.includes(group)) continue;
    const other = wanted.get(orgId);
    if (other === undefined || hasRole(role, other)) wanted.set(orgId, role);
  }
  return wanted;
}

type MembershipRow = { org_id: string; role: Role; by_groups: boolean };

/**
 * Memberships follow the groups in the organizations that the settings name: given, changed and taken away. One that an
 * administrator gave by hand stays when no group names it.
 */
async function applyGroups(
  db: Transactor,
  userId: number,
  groups: string[],
  groupRoles: readonly GroupRole[],
): Promise<void> {
  const wanted = rolesOfGroups(groups, groupRoles);
  const current = await listMemberships(db, userId);
  const isAsWanted =
    [...wanted].every(([orgId, role]) => current.find((row) => row.org_id === orgId)?.role === role) &&
    current.every((row) => !row.by_groups || wanted.has(row.org_id));
  if (isAsWanted) return;
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
    for (const { org_id: orgId, role, by_groups: byGroups } of current) {
      if (!byGroups || wanted.has(orgId)) continue;
      await tx.run('update memberships set removed_at = now() where org_id = $1::uuid and user_id = $2::int', [
        orgId,
        userId,
      ]);
      await revokeApiKeysOf(tx, orgId, userId, { actor: 'operator', onlyPersonal: true });
      await audit(tx, orgId, userId, 'member.removed', { role, by: 'groups' });
    }
  });
}

const listMemberships = (db: Db, userId: number): Promise<MembershipRow[]> =>
  db.query<MembershipRow>(
    'select org_id, role, by_groups from memberships where user_id = $1::int and removed_at is null',
    [userId],
  );

const audit = (tx: Db, orgId: string, userId: number, action: string, detail: Record<string, unknown>): Promise<void> =>
  insertAudit(tx, 'operator', { orgId, action, targetType: 'member', targetId: String(userId), detail });
