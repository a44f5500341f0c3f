import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '@errand/contract/roles.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db, Transactor } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';
import { findLink, type Link } from './actor.ts';
import { insertAudit } from './audit.ts';
import { findRole, refuseOwnerChange } from './members.ts';
import { getOrganization } from './organizations.ts';
import { checkedEmail, findUserByEmail, isUnclaimed, type User } from './users.ts';

// Invitations. The link is handed to the person, who accepts it (accept-invitation.ts). Possession of the link and the
// person's own sign-in, or a password that they choose themselves, make a member; the administrator's word does not.

const LIFE_DAYS = 7;
const TOKEN = /^[\w-]{43}$/;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export type InvitationRow = {
  id: string;
  org_id: string;
  email: string;
  role: Role;
  invited_by: Link;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  is_late: boolean;
  is_revoked: boolean;
};

const COLUMNS = `i.id, i.org_id, i.email, i.role, i.invited_by, i.created_at, i.expires_at, i.accepted_at,
  i.expires_at <= now() as is_late, i.revoked_at is not null as is_revoked`;

/** Creates an invitation and returns the token of its link. It replaces an open one for the same person. */
export async function createInvitation(
  database: Database,
  caller: Caller,
  { email, role }: { email: string; role: Role },
): Promise<{ invitation: InvitationRow; token: string; organization: string }> {
  const { orgId } = caller;
  refuseOwnerChange(caller, role);
  await refuseMember(database.system, caller, checkedEmail(email));
  const token = randomBytes(32).toString('base64url');
  const invitation = await database.tenant(orgId).tx(async (tx) => {
    await tx.run(
      `update invitations set revoked_at = now()
       where org_id = $1::uuid and lower(email) = lower($2::text) and accepted_at is null and revoked_at is null`,
      [orgId, email],
    );
    const [row] = await tx.query<InvitationRow>(
      `insert into invitations as i (id, org_id, email, role, token_hash, invited_by, expires_at)
       values ($1::uuid, $2::uuid, $3::text, $4::text, $5::bytea, $6::jsonb, now() + interval '${LIFE_DAYS} days')
       returning ${COLUMNS}`,
      [newId(), orgId, email, role, hashToken(token), JSON.stringify(await findLink(tx, caller))],
    );
    await auditInvitation(tx, caller, row!, 'invitation.created');
    return row!;
  });
  return { invitation, token, organization: (await getOrganization(database.system, orgId)).name };
}

/** A member who could never sign in, because nobody has chosen a password yet, may be invited to do so. */
async function refuseMember(system: Db, caller: Caller, email: string): Promise<void> {
  const user = await findUserByEmail(system, email);
  const role = user && (await findRole(system, caller.orgId, user.id));
  if (role === undefined) return;
  if (!(await isUnclaimed(system, user!.id)))
    throw new AppError('conflict', { detail: 'This person is already a member.' });
  // Whoever has the link becomes this member, with the role that they have.
  refuseOwnerChange(caller, role);
}

/** Newest first. */
export function listInvitations(db: Db, orgId: string, page: Page): Promise<Listed<InvitationRow>> {
  return listPage<InvitationRow>(db, {
    columns: COLUMNS,
    from: 'invitations i',
    where: 'i.org_id = $1::uuid and i.revoked_at is null',
    order: 'i.id desc',
    values: [orgId],
    page,
  });
}

export async function getInvitation(db: Db, orgId: string, id: string): Promise<InvitationRow> {
  const [row] = await db.query<InvitationRow>(
    `select ${COLUMNS} from invitations i where i.org_id = $1::uuid and i.id = $2::uuid and i.revoked_at is null`,
    [orgId, id],
  );
  if (row === undefined) throw notFound('invitation');
  return row;
}

export async function revokeInvitation(db: Transactor, caller: Caller, { id }: InvitationRow): Promise<void> {
  await db.tx(async (tx) => {
    const [row] = await tx.query<InvitationRow>(
      `update invitations i set revoked_at = now()
       where i.org_id = $1::uuid and i.id = $2::uuid and i.accepted_at is null and i.revoked_at is null returning ${COLUMNS}`,
      [caller.orgId, id],
    );
    if (row === undefined)
      throw new AppError('conflict', { detail: 'This invitation was accepted. Remove the member instead.' });
    await auditInvitation(tx, caller, row, 'invitation.revoked');
  });
}

export const auditInvitation = (
  tx: Db,
  actor: Pick<Caller, 'userId' | 'keyId'>,
  { id, org_id: orgId, email, role }: InvitationRow,
  action: string,
): Promise<void> =>
  insertAudit(tx, actor, { orgId, action, targetType: 'invitation', targetId: id, detail: { email, role } });

export type OpenInvitation = {
  invitation: InvitationRow & { organization: string };
  /** Undefined if the link creates the account. */
  user: User | undefined;
  needs: 'password' | 'sign_in';
};

/** Finds an invitation that can still be accepted, and locks it. Throws a 404 for an unknown link, a 410 for a dead one. */
export async function openInvitation(tx: Db, token: string): Promise<OpenInvitation> {
  const [row] = TOKEN.test(token)
    ? await tx.query<OpenInvitation['invitation']>(
        `select ${COLUMNS}, o.name as organization from invitations i join organizations o on o.id = i.org_id
         where i.token_hash = $1::bytea for update of i`,
        [hashToken(token)],
      )
    : [];
  if (row === undefined) throw new AppError('not_found', { detail: 'No invitation has this link.' });
  if (row.accepted_at !== null) throw gone('This invitation was accepted already.');
  if (row.is_revoked) throw gone('This invitation was withdrawn. Ask for a new one.');
  if (row.is_late) throw gone('This invitation has expired. Ask for a new one.');
  const user = await findUserByEmail(tx, row.email);
  const isNew = user === undefined || ((await isUnclaimed(tx, user.id)) && (await isOnlyHere(tx, user.id, row.org_id)));
  return { invitation: row, user, needs: isNew ? 'password' : 'sign_in' };
}

/** Whether choosing the password of an unclaimed account gives access to no other organization. */
async function isOnlyHere(tx: Db, userId: number, orgId: string): Promise<boolean> {
  const rows = await tx.query(
    'select from memberships where user_id = $1::int and org_id <> $2::uuid and removed_at is null',
    [userId, orgId],
  );
  return rows.length === 0;
}

const gone = (detail: string): AppError => new AppError('link_gone', { detail });
