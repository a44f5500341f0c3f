import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { AppError } from '#platform/errors.ts';
import type { OidcSettings } from './oidc-settings.ts';

// Checks tokens of an identity provider as OpenID Connect requires: signed by a published key of the issuer, issued by
// it, for this application, and not expired.

export type OutsideToken = { subject: string; claims: JWTPayload; lifeMs: number };

export type OutsideTokens = {
  /** Returns a reason if the token is not valid. Throws "unavailable" if the issuer's keys cannot be fetched. */
  verify(token: string, options?: { isLogout?: boolean }): Promise<OutsideToken | { refused: string }>;
};

/** Asymmetric algorithms only: with HS256, a published key would be a secret that everybody knows. */
export const OUTSIDE_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];
/** Synchronized clocks of two machines differ by less. */
export const CLOCK_SKEW_SECONDS = 30;
const SUBJECT_CHARACTERS_MAX = 255;

type Options = Pick<OidcSettings, 'issuer' | 'jwksUrl'> & {
  audience: string;
  /** Applications of the issuer for whose users it may issue tokens to this one, beside the audience itself. */
  parties?: readonly string[];
  fetch?: typeof fetch | undefined;
};

export function createOutsideTokens({
  issuer,
  audience,
  jwksUrl,
  parties = [],
  fetch = globalThis.fetch,
}: Options): OutsideTokens {
  const key = createIssuerKeys({ issuer, jwksUrl, fetch });
  return {
    async verify(token, { isLogout = false } = {}) {
      const needsSubject = !isLogout;
      try {
        const { payload, protectedHeader } = await jwtVerify(token, key, {
          algorithms: OUTSIDE_ALGORITHMS,
          issuer,
          audience,
          requiredClaims: [...(needsSubject ? ['sub'] : []), 'exp', 'iss', 'aud'],
          clockTolerance: CLOCK_SKEW_SECONDS,
        });
        const misuse = findMisuse(payload, protectedHeader.typ, isLogout, [audience, ...parties]);
        if (misuse !== undefined) return { refused: misuse };
        const { sub = needsSubject ? undefined : '-', exp, iat } = payload;
        if (typeof sub !== 'string' || sub === '' || sub.length > SUBJECT_CHARACTERS_MAX)
          return { refused: 'Its subject must have 1 to 255 characters.' };
        if (iat !== undefined && iat > Date.now() / 1000 + CLOCK_SKEW_SECONDS)
          return { refused: 'It was issued in the future.' };
        return { subject: sub, claims: payload, lifeMs: Math.max(0, exp! * 1000 - Date.now()) };
      } catch (error) {
        if (error instanceof AppError) throw error;
        return { refused: error instanceof errors.JOSEError ? `${error.code}: ${error.message}` : 'It is unreadable.' };
      }
    },
  };
}

const LOGOUT_TYPES = ['jwt', 'logout+jwt'];
const TYPES = ['jwt', 'at+jwt'];

/** Tells whether a genuine token of the issuer is of another kind, or was issued to another application. */
function findMisuse(
  { azp }: JWTPayload,
  typ: string | undefined,
  isLogout: boolean,
  parties: readonly string[],
): string | undefined {
  const type = (typ ?? 'jwt').toLowerCase().replace(/^application\//, '');
  if (!(isLogout ? LOGOUT_TYPES : TYPES).includes(type)) return `Its type is ${type}.`;
  if (azp !== undefined && !(typeof azp === 'string' && parties.includes(azp)))
    return 'It was issued to another application (azp).';
  return undefined;
}

/** Fetches the keys of the issuer at the first token, and again when a token names an unknown one. */
function createIssuerKeys(options: { issuer: string; jwksUrl: string | undefined; fetch: typeof fetch }) {
  let keys: Promise<JWTVerifyGetKey> | undefined;

  async function find(): Promise<JWTVerifyGetKey> {
    const url = options.jwksUrl ?? (await discover(options.issuer, options.fetch));
    return createRemoteJWKSet(new URL(url), { [customFetch]: options.fetch });
  }

  const key: JWTVerifyGetKey = async (header, token) => {
    keys ??= find();
    try {
      return await (await keys)(header, token);
    } catch (error) {
      // If the issuer cannot be reached, the token may still be valid: the client retries instead of getting a 401.
      const isTokensFault = error instanceof errors.JOSEError && !ISSUER_FAILURES.includes(error.code);
      if (isTokensFault) throw error;
      keys = undefined;
      throw new AppError('unavailable', { retryAfterSeconds: 5, cause: error });
    }
  };
  return key;
}

const ISSUER_FAILURES = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'];
const DISCOVERY_MS = 5_000;

async function discover(issuer: string, fetch: typeof globalThis.fetch): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(url, { signal: AbortSignal.timeout(DISCOVERY_MS), redirect: 'error' });
  if (!response.ok)
    throw new Error(`The request for the discovery document at ${url} returned status ${response.status}.`);
  const { issuer: named, jwks_uri: keys } = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
  // Otherwise a document at the wrong address could supply its own keys.
  if (named !== issuer) throw new Error(`The discovery document at ${url} names another issuer.`);
  if (typeof keys !== 'string' || !URL.canParse(keys))
    throw new Error(`The discovery document at ${url} has no valid jwks_uri.`);
  return keys;
}
