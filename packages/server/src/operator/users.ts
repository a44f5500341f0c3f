import { addMember } from '#orgs/members.ts';
import { hashPassword } from '#orgs/passwords.ts';
import { createTokens } from '#orgs/tokens.ts';
import { createUser, findUser } from '#orgs/users.ts';
import type { Role } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { invalidFields, notFound } from '#platform/errors.ts';

/** As the administration endpoint has it. */
const PASSWORD_CHARACTERS_MIN = 8;
const PASSWORD_CHARACTERS_MAX = 1_000;

export type OperatorsUser = {
  email: string;
  /** Left out: the user cannot sign in with a password, but have tokens. */
  password?: string | undefined;
  membership?: { orgId: string; role: Role } | undefined;
};

/** With a membership, somebody who exists already is added to the organization. */
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

/** Signed with the secret that the server accepts: the configured one, or the one made for this installation. */
export async function createUserToken(
  db: Transactor,
  { userId, hours, jwtSecret }: { userId: number; hours: number; jwtSecret: string | undefined },
): Promise<{ token: string; expires_at: Date }> {
  if ((await findUser(db, userId)) === undefined) throw notFound('user');
  const tokens = await createTokens({ db, jwtSecret });
  const { token, expiresAt } = await tokens.sign(userId, hours);
  return { token, expires_at: expiresAt };
}

function checkedPassword(password: string): string {
  if (password.length >= PASSWORD_CHARACTERS_MIN && password.length <= PASSWORD_CHARACTERS_MAX) return password;
  throw invalidFields({ password: [`Has ${PASSWORD_CHARACTERS_MIN} to ${PASSWORD_CHARACTERS_MAX} characters.`] });
}
