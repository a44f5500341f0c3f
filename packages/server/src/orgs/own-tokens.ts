import { hkdfSync, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Db } from '#platform/db.ts';
import { isUuid } from '#platform/ids.ts';
import { persistently } from '#platform/persist.ts';
import { USER_ID_MAX } from './users.ts';

// Our own user tokens: JWTs signed with HS256, with `sub` (the user's id as text), `exp`, and `sid` (the session). A
// service that knows the secret may create tokens without a session.

export type OwnToken = {
  userId: number;
  /** Undefined if the token was created without a session. */
  sessionId: string | undefined;
  /** Milliseconds since the epoch, or undefined if the token does not say. */
  issuedAt: number | undefined;
  lifeMs: number;
};

export type OwnTokens = {
  sign(given: { userId: number; sessionId: string; expiresAt: Date }): Promise<string>;
  /** Returns a secret for another purpose, made from the one that signs tokens. */
  derive(purpose: string): Buffer;
  /** Returns undefined if the token is not valid, for whatever reason. */
  verify(token: string): Promise<OwnToken | undefined>;
};

/** A short outage of the database does not fail the start. */
const START_MS_MAX = 30_000;

export async function createOwnTokens(db: Db, jwtSecret: string | undefined): Promise<OwnTokens> {
  const secret = new TextEncoder().encode(
    jwtSecret ?? (await persistently(() => installationSecret(db), START_MS_MAX)),
  );
  return {
    derive: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)),
    sign: ({ userId, sessionId, expiresAt }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(userId))
        .setIssuedAt()
        .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
        .sign(secret),
    async verify(token) {
      try {
        const options = { algorithms: ['HS256'], requiredClaims: ['sub', 'exp'] };
        const { payload } = await jwtVerify(token, secret, options);
        return readClaims(payload);
      } catch {
        return undefined;
      }
    },
  };
}

function readClaims(claims: { sub?: unknown; sid?: unknown; iat?: number; exp?: number }): OwnToken | undefined {
  const { sub, sid, iat, exp } = claims;
  const userId = typeof sub === 'string' && /^[1-9]\d{0,9}$/.test(sub) ? Number(sub) : Number.POSITIVE_INFINITY;
  if (userId > USER_ID_MAX) return undefined;
  if (sid !== undefined && (typeof sid !== 'string' || !isUuid(sid))) return undefined;
  return {
    userId,
    sessionId: sid,
    issuedAt: iat === undefined ? undefined : iat * 1000,
    lifeMs: exp! * 1000 - Date.now(),
  };
}

/** Created once and kept in the database, so that every process signs and accepts the same tokens. */
async function installationSecret(db: Db): Promise<string> {
  await db.run(`insert into installation (name, value) values ('jwt_secret', $1::text) on conflict (name) do nothing`, [
    randomBytes(32).toString('base64url'),
  ]);
  const [row] = await db.query<{ value: string }>(`select value from installation where name = 'jwt_secret'`);
  return row!.value;
}
