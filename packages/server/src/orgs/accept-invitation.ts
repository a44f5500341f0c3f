import type { Role } from '@errand/contract/roles.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, forbidden, invalidFields } from '#platform/errors.ts';
import { auditInvitation, type OpenInvitation, openInvitation } from './invitations.ts';
import { hashPassword } from './passwords.ts';
import { createUser, findUser, refuseDeactivated, type User, updatePassword } from './users.ts';

// Makes the person with the link a member: the one who is signed in, or one whose account the link creates.

export type Acceptance = {
  token: string;
  password?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
};

export type Accepted = { orgId: string; role: Role; user: User; isNew: boolean };

/** `signedIn` is the user of the request's token, if there is one. Needs the system's connection. */
export async function acceptInvitation(
  db: Transactor,
  given: Acceptance,
  signedIn: number | undefined,
): Promise<Accepted> {
  // Hashed before the transaction, which holds the lock of the invitation.
  const hash = given.password === undefined ? undefined : await hashPassword(given.password);
  return db.tx(async (tx) => {
    const open = await openInvitation(tx, given.token);
    const { invitation } = open;
    const user = signedIn === undefined ? await claim(tx, open, given, hash) : await getInvited(tx, open, signedIn);
    refuseDeactivated(user);
    const added = await tx.run(
      `insert into memberships as m (org_id, user_id, role) values ($1::uuid, $2::int, $3::text)
       on conflict (org_id, user_id) do update
         set role = excluded.role, created_at = now(), removed_at = null, by_groups = false
         where m.removed_at is not null`,
      [invitation.org_id, user.id, invitation.role],
    );
    if (added === 0 && signedIn !== undefined)
      throw new AppError('conflict', { detail: 'You are already a member of this organization.' });
    await tx.run('update invitations set accepted_at = now(), accepted_by = $2::int where id = $1::uuid', [
      invitation.id,
      user.id,
    ]);
    await auditInvitation(tx, { userId: user.id, keyId: null }, invitation, 'invitation.accepted');
    return { orgId: invitation.org_id, role: invitation.role, user, isNew: signedIn === undefined };
  });
}

/** The invitation names a person. Somebody else who got hold of the link cannot use it with their own account. */
async function getInvited(tx: Db, { invitation }: OpenInvitation, userId: number): Promise<User> {
  const user = await findUser(tx, userId);
  if (user?.email.toLowerCase() !== invitation.email.toLowerCase())
    throw forbidden(
      `This invitation is for ${invitation.email}; you are signed in as ${user?.email ?? 'somebody else'}.`,
    );
  return user;
}

async function claim(
  tx: Db,
  { invitation, user, needs }: OpenInvitation,
  given: Acceptance,
  hash?: string,
): Promise<User> {
  if (needs === 'sign_in')
    throw new AppError('not_authenticated', {
      detail: `There is an account for ${invitation.email}. Sign in to it, and accept then.`,
    });
  if (hash === undefined)
    throw invalidFields({ password: ['Choose a password of your own: accepting creates your account.'] });
  const names = { firstName: given.firstName, lastName: given.lastName };
  if (user === undefined) return createUser(tx, { email: invitation.email, passwordHash: hash, ...names });
  return (await updatePassword(tx, user.email, hash))!;
}
