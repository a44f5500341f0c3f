import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import type { LocalIdentity } from './identity.ts';
import { isPassword, refuseFlood } from './passwords.ts';
import { countTry, forgetTries, removeOldTries } from './sign-in-tries.ts';
import { findPassword, findUser, refuseDeactivated, type User, updateLastLogin } from './users.ts';

export type SignIn = (
  email: string,
  password: string,
  from: { address: string; userAgent: string },
) => Promise<{ token: string; expiresAt: Date; user: User }>;

export function createSignIn(db: Db, openSession: LocalIdentity['openSession']): SignIn {
  return async (email, password, { address, userAgent }) => {
    const name = email.toLowerCase();
    refuseFlood();
    // Counted before the password is checked, so that concurrent attempts count too.
    const retryAfterSeconds = await countTry(db, name, address);
    if (retryAfterSeconds > 0) {
      throw new AppError('rate_limited', { detail: 'Too many attempts to sign in.', retryAfterSeconds });
    }
    const stored = await findPassword(db, email);
    if (!(await isPassword(password, stored?.hash))) {
      await removeOldTries(db);
      throw new AppError('not_authenticated', { detail: 'E-mail or password is wrong.' });
    }
    await forgetTries(db, name, address);
    const user = (await findUser(db, stored!.id))!;
    refuseDeactivated(user);
    await updateLastLogin(db, user.id);
    return { ...(await openSession({ userId: user.id, hours: limits.tokenHours, userAgent })), user };
  };
}
