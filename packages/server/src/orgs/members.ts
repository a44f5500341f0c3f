import { hasRole, type Role, roles } from '@errand/contract/roles.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, forbidden, invalidFields, notFound } from '#platform/errors.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';
import { revokeApiKeysOf } from './api-keys.ts';
import { type Actor, insertAudit } from './audit.ts';
import { ensureUser, type NewUser, type UserSource } from './users.ts';

// The members of an organization and their roles. API keys belong to the organization, not to a membership, and stay
// when the user who owns them leaves.

export type Member = {
  user_id: number;
  email: string;
  first_name: string;
  last_name: string;
  role: Role;
  source: UserSource;
  is_active: boolean;
  created_at: Date;
};

const COLUMNS = `u.id as user_id, u.email, u.first_name, u.last_name, m.role, u.source,
  u.deactivated_at is null as is_active, m.created_at`;
const USERS = 'join users u on u.id = m.user_id';

/** Returns the e-mail addresses of members for a message to them, separated by commas. */
export async function listEmails(
  db: Db,
  orgId: string,
  { least, only = null, but = [] }: { least: Role; only?: number | null; but?: number[] },
): Promise<string> {
  const rows = await db.query<{ email: string }>(
    `select u.email from memberships m join users u on u.id = m.user_id
     where m.org_id = $1::uuid and m.removed_at is null and m.role = any ($2::text[]) and u.deactivated_at is null
       and ($3::int is null or m.user_id = $3::int) and m.user_id <> all ($4::int[])
     order by m.created_at, m.user_id limit ${EMAILS_MAX}`,
    [orgId, roles.filter((role) => hasRole(role, least)), only, but],
  );
  return rows.map(({ email }) => email).join(', ');
}

/** Mail servers refuse messages to very many recipients. */
const EMAILS_MAX = 50;

export async function listMembers(db: Db, orgId: string, page: Page): Promise<Listed<Member>> {
  return listPage<Member>(db, {
    columns: COLUMNS,
    from: 'memberships m',
    joins: USERS,
    where: 'm.org_id = $1::uuid and m.removed_at is null',
    order: 'm.created_at, m.user_id',
    values: [orgId],
    page,
  });
}

export async function getMember(db: Db, orgId: string, userId: number): Promise<Member> {
  const [row] = await db.query<Member>(
    `select ${COLUMNS} from memberships m ${USERS} where m.org_id = $1::uuid and m.user_id = $2::int and m.removed_at is null`,
    [orgId, userId],
  );
  if (row === undefined) throw notFound('member');
  return row;
}

export async function findRole(db: Db, orgId: string, userId: number): Promise<Role | undefined> {
  const [row] = await db.query<{ role: Role }>(
    'select role from memberships where org_id = $1::uuid and user_id = $2::int and removed_at is null',
    [orgId, userId],
  );
  return row?.role;
}

export type NewMember = NewUser & { orgId: string; role: Role };

/** Adds a member. Creates the user if the address is new, so it needs the system's connection. */
export async function addMember(db: Transactor, given: NewMember, actor: Actor): Promise<Member> {
  const { orgId, role } = given;
  refuseOwnerChange(actor, role);
  return db.tx(async (tx) => {
    const { user, created } = await ensureUser(tx, given);
    // Otherwise an administrator of any organization could take over another organization's account.
    if (!created && given.passwordHash !== undefined) {
      throw invalidFields({
        password: ['A user with this e-mail address already exists and keeps their own password. Leave this out.'],
      });
    }
    const added = await tx.run(
      `insert into memberships as m (org_id, user_id, role)
       select o.id, $2::int, $3::text from organizations o where o.id = $1::uuid
       on conflict (org_id, user_id) do update
         set role = excluded.role, created_at = now(), removed_at = null, by_groups = false
         where m.removed_at is not null`,
      [orgId, user.id, role],
    );
    if (added === 0) throw await whyNotAdded(tx, orgId);
    await auditMember(tx, actor, orgId, user.id, 'member.added', { email: user.email, role, new_user: created });
    return getMember(tx, orgId, user.id);
  });
}

export async function changeMemberRole(
  db: Transactor,
  orgId: string,
  userId: number,
  role: Role,
  actor: Actor,
): Promise<Member> {
  return db.tx(async (tx) => {
    const before = await lockForChange(tx, orgId, userId, actor);
    refuseOwnerChange(actor, role);
    if (before.role === 'owner' && role !== 'owner') refuseLastOwner(before.owners);
    await tx.run('update memberships set role = $3::text where org_id = $1::uuid and user_id = $2::int', [
      orgId,
      userId,
      role,
    ]);
    await auditMember(tx, actor, orgId, userId, 'member.updated', { from: before.role, to: role });
    return getMember(tx, orgId, userId);
  });
}

/** Removes a member. `revokeKeys` also revokes the organization's API keys that the user owns. */
export async function removeMember(
  db: Transactor,
  orgId: string,
  userId: number,
  actor: Actor,
  { revokeKeys = false }: { revokeKeys?: boolean } = {},
): Promise<void> {
  await db.tx(async (tx) => {
    const before = await lockForChange(tx, orgId, userId, actor);
    if (before.role === 'owner') refuseLastOwner(before.owners);
    await tx.run('update memberships set removed_at = now() where org_id = $1::uuid and user_id = $2::int', [
      orgId,
      userId,
    ]);
    await revokeApiKeysOf(tx, orgId, userId, { actor, onlyPersonal: !revokeKeys });
    await auditMember(tx, actor, orgId, userId, 'member.removed', { role: before.role });
  });
}

/**
 * Locks the owners together with the member, in one order, so that two owners who remove each other at once leave one.
 */
async function lockForChange(tx: Db, orgId: string, userId: number, actor: Actor) {
  const rows = await tx.query<{ user_id: number; role: Role }>(
    `select user_id, role from memberships
     where org_id = $1::uuid and removed_at is null and (user_id = $2::int or role = 'owner')
     order by user_id
     for update`,
    [orgId, userId],
  );
  const member = rows.find((row) => row.user_id === userId);
  if (member === undefined) throw notFound('member');
  refuseOwnerChange(actor, member.role);
  return { role: member.role, owners: rows.filter((row) => row.role === 'owner').length };
}

export function refuseOwnerChange(actor: Actor, role: Role): void {
  if (role === 'owner' && actor !== 'operator' && actor.role !== 'owner') {
    throw forbidden('Only an owner can add, change or remove an owner.');
  }
}

function refuseLastOwner(owners: number): void {
  if (owners <= 1) throw new AppError('invalid_request', { detail: 'An organization needs at least one owner.' });
}

async function whyNotAdded(tx: Db, orgId: string): Promise<AppError> {
  const [found] = await tx.query<{ id: string }>('select id from organizations where id = $1::uuid', [orgId]);
  return found ? new AppError('conflict', { detail: 'This user is already a member.' }) : notFound('organization');
}

function auditMember(
  tx: Db,
  actor: Actor,
  orgId: string,
  userId: number,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return insertAudit(tx, actor, { orgId, action, targetType: 'member', targetId: String(userId), detail });
}
