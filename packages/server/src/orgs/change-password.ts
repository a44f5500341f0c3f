import type { Transactor } from '#platform/db.ts';
import { AppError, invalidFields, notFound } from '#platform/errors.ts';
import type { Author } from './audit.ts';
import { auditUser } from './audit-user.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { deleteSessions } from './sessions.ts';
import { countTry, forgetTries } from './sign-in-tries.ts';
import { findPassword, findUser, updatePassword } from './users.ts';

/** Needs the current password, because an open browser must not be enough. Ends all other sessions of the user. */
export async function changePassword(
  db: Transactor,
  { userId, sessionId }: { userId: number; sessionId: string | null },
  given: { current: string; next: string; address: string },
): Promise<void> {
  const user = await findUser(db, userId);
  if (user === undefined) throw notFound('user');
  const name = user.email.toLowerCase();
  // Counted together with sign-in attempts, so that a stolen token cannot guess passwords.
  const retryAfterSeconds = await countTry(db, name, given.address);
  if (retryAfterSeconds > 0) {
    throw new AppError('rate_limited', { detail: 'Too many attempts.', retryAfterSeconds });
  }
  const stored = await findPassword(db, user.email);
  if (!(await isPassword(given.current, stored?.hash))) {
    throw invalidFields({ current_password: ['Is not the current password.'] });
  }
  await forgetTries(db, name, given.address);
  await setPassword(db, user.email, await hashPassword(given.next), { except: sessionId, by: { userId, keyId: null } });
}

/** Stores the hash and ends the user's sessions except one. Returns undefined if no user has this address. */
export async function setPassword(
  db: Transactor,
  email: string,
  hash: string,
  { except, by }: { except: string | null; by: Author },
): Promise<{ id: number; email: string } | undefined> {
  return db.tx(async (tx) => {
    const user = await updatePassword(tx, email, hash);
    if (user === undefined) return undefined;
    const ended = await deleteSessions(tx, user.id, except);
    await auditUser(tx, by, { userId: user.id, action: 'user.password_changed', detail: { sessions_ended: ended } });
    return { id: user.id, email: user.email };
  });
}
