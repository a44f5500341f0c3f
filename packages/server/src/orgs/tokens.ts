import { randomBytes } from 'node:crypto';
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { USER_ID_MAX } from './users.ts';

// User tokens: JWTs with `sub` (the user's id as text) and `exp`. Our own are signed with HS256; those of an outside
// issuer are checked with its published keys. The algorithm decides which, so neither kind can pass for the other.

export type Tokens = {
  sign(userId: number, hours: number): Promise<{ token: string; expiresAt: Date }>;
  /** undefined: not valid, for whatever reason. */
  verify(token: string): Promise<{ userId: number; lifeMs: number } | undefined>;
};

type Options = { db: Db; jwtSecret?: string | undefined; jwksUrl?: string | undefined; fetch?: typeof fetch };

const OUTSIDE_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

export async function createTokens({ db, jwtSecret, jwksUrl, fetch }: Options): Promise<Tokens> {
  const secret = new TextEncoder().encode(jwtSecret ?? (await installationSecret(db)));
  const outsideKeys = jwksUrl === undefined ? undefined : issuerKeys(jwksUrl, fetch);
  const key: JWTVerifyGetKey = (header, token) =>
    header.alg === 'HS256' || outsideKeys === undefined ? secret : outsideKeys(header, token);
  const algorithms = outsideKeys === undefined ? ['HS256'] : ['HS256', ...OUTSIDE_ALGORITHMS];

  return {
    async sign(userId, hours) {
      const issuedAt = Math.floor(Date.now() / 1000);
      const expiresAt = issuedAt + Math.round(hours * 3600);
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(userId))
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(secret);
      return { token, expiresAt: new Date(expiresAt * 1000) };
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms, requiredClaims: ['sub', 'exp'] });
        const { sub } = payload as { sub: unknown };
        const userId = typeof sub === 'string' && /^[1-9]\d{0,9}$/.test(sub) ? Number(sub) : Number.POSITIVE_INFINITY;
        return userId > USER_ID_MAX ? undefined : { userId, lifeMs: payload.exp! * 1000 - Date.now() };
      } catch (error) {
        if (error instanceof AppError) throw error;
        return undefined;
      }
    },
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

/**
 * When the issuer cannot be reached, the token may still be valid: the client should retry instead of getting a 401.
 */
function issuerKeys(url: string, fetch: Options['fetch']): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), fetch && { [customFetch]: fetch });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const isTokensFault = error instanceof errors.JOSEError && !ISSUER_FAILURES.includes(error.code);
      throw isTokensFault ? error : new AppError('unavailable', { retryAfterSeconds: 5, cause: error });
    }
  };
}

const ISSUER_FAILURES = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'];
