import type { Role } from '@errand/contract/roles.ts';
import { announceAccess } from '#orgs/announce-access.ts';
import { setPassword } from '#orgs/change-password.ts';
import { addMember } from '#orgs/members.ts';
import { findLinkedUser, insertLink } from '#orgs/outside-users.ts';
import { createOwnTokens } from '#orgs/own-tokens.ts';
import { hashPassword } from '#orgs/passwords.ts';
import { insertSession } from '#orgs/sessions.ts';
import { createSignInLink } from '#orgs/sign-in-links.ts';
import { createUser, findUser, findUserByEmail, type UserSource } from '#orgs/users.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, invalidFields, notFound } from '#platform/errors.ts';
import { activatePerson, deactivatePerson } from '#scim/activation.ts';

/** The same minimum as the administration endpoint's. */
const PASSWORD_CHARACTERS_MIN = 8;
const PASSWORD_CHARACTERS_MAX = 1_000;

export type OperatorsUser = {
  email: string;
  /** Without one, the user cannot sign in with a password, but can have tokens. */
  password?: string | undefined;
  membership?: { orgId: string; role: Role } | undefined;
};

/** Creates a user. With a membership, an existing user is added to the organization instead. */
export async function createOperatorsUser(
  db: Transactor,
  given: OperatorsUser,
): Promise<{ id: number; email: string }> {
  const { email, password, membership } = given;
  const passwordHash = password === undefined ? undefined : await hashPassword(checkedPassword(password));
  if (membership === undefined) {
    const user = await createUser(db, { email, passwordHash });
    return { id: user.id, email: user.email };
  }
  const member = await addMember(db, { email, passwordHash, ...membership }, 'operator');
  return { id: member.user_id, email: member.email };
}

export type ListedUser = {
  id: number;
  email: string;
  has_password: boolean;
  source: UserSource;
  deactivated_at: Date | null;
  organizations: { id: string; name: string; role: Role }[];
  created_at: Date;
  last_login_at: Date | null;
};

export async function listOperatorsUsers(db: Db): Promise<ListedUser[]> {
  return db.query<ListedUser>(
    `select u.id, u.email, u.password_hash is not null as has_password, u.source, u.deactivated_at,
       coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name, 'role', m.role) order by o.name)
         from memberships m join organizations o on o.id = m.org_id
         where m.user_id = u.id and m.removed_at is null), '[]') as organizations,
       u.created_at, u.last_login_at
     from users u order by u.id`,
  );
}

/** Sets a password and ends all sessions. Also for users who were created without a password. */
export async function setOperatorsPassword(
  db: Transactor,
  email: string,
  password: string,
): Promise<{ id: number; email: string }> {
  const passwordHash = await hashPassword(checkedPassword(password));
  const user = await setPassword(db, email, passwordHash, { except: null, by: 'operator' });
  if (user === undefined) throw new AppError('not_found', { detail: 'No user with this e-mail address exists.' });
  await announceAccess(db);
  return user;
}

/** Creates a sign-in link, for when the identity provider is down and passwords are off. Works once, within an hour. */
export async function createOperatorsLink(
  db: Transactor,
  { email, baseUrl }: { email: string; baseUrl: string },
): Promise<{ url: string; email: string }> {
  const user = await findUserByEmail(db, email);
  if (user === undefined) throw new AppError('not_found', { detail: 'No user with this e-mail address exists.' });
  if (user.deactivated_at !== null)
    throw new AppError('conflict', { detail: 'This user is deactivated. Run npx errand user activate first.' });
  return { url: `${baseUrl}/sign-in#code=${await createSignInLink(db, user.id)}`, email: user.email };
}

/** Activates or deactivates a user. Deactivation ends sign-in, all sessions and API keys; what they created stays. */
export async function setOperatorsActive(
  db: Transactor,
  userId: number,
  isActive: boolean,
): Promise<{ id: number; email: string; active: boolean }> {
  const user = await findUser(db, userId);
  if (user === undefined) throw notFound('user');
  const by = { scope: null, by: 'operator' };
  await db.tx((tx) => (isActive ? activatePerson(tx, by, userId) : deactivatePerson(tx, by, userId)));
  await announceAccess(db);
  return { id: userId, email: user.email, active: isActive };
}

/** Makes tokens of that issuer and subject the user's. */
export async function linkOperatorsUser(
  db: Transactor,
  link: { userId: number; issuer: string; subject: string },
): Promise<{ user_id: number; issuer: string; subject: string }> {
  const { userId, issuer, subject } = link;
  if ((await findUser(db, userId)) === undefined) throw notFound('user');
  if (!(await insertLink(db, link)) && (await findLinkedUser(db, issuer, subject)) !== userId)
    throw new AppError('conflict', { detail: 'This subject is linked to another user.' });
  await announceAccess(db);
  return { user_id: userId, issuer, subject };
}

/** Signs with the secret that the server accepts: the configured one, or the one created for this installation. */
export async function createUserToken(
  db: Transactor,
  { userId, hours, jwtSecret }: { userId: number; hours: number; jwtSecret: string | undefined },
): Promise<{ token: string; expires_at: Date }> {
  if ((await findUser(db, userId)) === undefined) throw notFound('user');
  const tokens = await createOwnTokens(db, jwtSecret);
  const { id: sessionId, expiresAt } = await insertSession(db, { userId, hours, userAgent: 'errand token create' });
  return { token: await tokens.sign({ userId, sessionId, expiresAt }), expires_at: expiresAt };
}

function checkedPassword(password: string): string {
  if (password.length >= PASSWORD_CHARACTERS_MIN && password.length <= PASSWORD_CHARACTERS_MAX) return password;
  throw invalidFields({ password: [`Must have ${PASSWORD_CHARACTERS_MIN} to ${PASSWORD_CHARACTERS_MAX} characters.`] });
}
