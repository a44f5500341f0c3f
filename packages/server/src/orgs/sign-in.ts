import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import { isPassword } from './passwords.ts';
import type { Tokens } from './tokens.ts';
import { findPassword, findUser, type User, updateLastLogin } from './users.ts';

const WINDOW_MS = 15 * 60_000;
const COUNTERS_MAX = 20_000;

export type SignIn = (
  email: string,
  password: string,
  address: string,
) => Promise<{ token: string; expiresAt: Date; user: User }>;

/** Tries are counted in this process only: many processes allow that many times more, which is still few. */
export function createSignIn(db: Db, signToken: Tokens['sign']): SignIn {
  const tries = new Map<string, { count: number; until: number }>();

  function count(key: string, max: number): void {
    const now = performance.now();
    let entry = tries.get(key);
    if (entry === undefined || entry.until <= now) {
      tries.delete(key);
      if (tries.size >= COUNTERS_MAX) tries.delete(tries.keys().next().value!);
      entry = { count: 0, until: now + WINDOW_MS };
      tries.set(key, entry);
    }
    if (entry.count >= max) {
      const retryAfterSeconds = Math.ceil((entry.until - now) / 1000);
      throw new AppError('rate_limited', { detail: 'Too many tries to sign in.', retryAfterSeconds });
    }
    entry.count += 1;
  }

  return async (email, password, address) => {
    const name = email.toLowerCase();
    // Counted before the password is looked at, so that simultaneous tries count too.
    count(`${name} ${address}`, limits.signInTries);
    // The address can be made up behind a trusted proxy; this bounds what guessing from many of them gives.
    count(name, 10 * limits.signInTries);
    const stored = await findPassword(db, email);
    if (!(await isPassword(password, stored?.hash))) {
      throw new AppError('not_authenticated', { detail: 'E-mail or password is not right.' });
    }
    tries.delete(`${name} ${address}`);
    tries.delete(name);
    const user = (await findUser(db, stored!.id))!;
    await updateLastLogin(db, user.id);
    return { ...(await signToken(user.id, limits.tokenHours)), user };
  };
}
