import type { Role } from '@errand/contract/roles.ts';
import { type Scope, scopesOf } from '@errand/contract/scopes.ts';
import { decodeProtectedHeader } from 'jose';
import type { Credential, Identity, OrganizationAccess } from '#platform/caller.ts';
import type { Database, Db, Transactor } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { announceAccess } from './announce-access.ts';
import { endOfSecret, hashApiKey, isOpenedBy } from './api-keys.ts';
import { roleOfKey } from './current-role.ts';
import { canBeApiKey } from './key-format.ts';
import { createLookup, type Found } from './lookup.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { createOutsideTokens, OUTSIDE_ALGORITHMS, type OutsideTokens } from './outside-tokens.ts';
import { type Directory, findOutsideUser } from './outside-users.ts';
import { createOwnTokens, type OwnTokens } from './own-tokens.ts';
import { insertSession, type NewSession, updateSessionUse } from './sessions.ts';

// Finds who sent a request, and their role in an organization. Every request needs this, so results are cached for some
// seconds: the fast path is one look-up in a map, without hashing and without the database.

type Options = {
  database: Database;
  jwtSecret?: string | undefined;
  /** An identity provider whose tokens are also accepted. */
  oidc?: OidcSettings | undefined;
  /** People and groups that a directory has pushed. */
  directory?: Directory | undefined;
  /** Finds access tokens of programs that people have signed in. */
  findAccessToken?: (db: Transactor, token: string) => Promise<Found<Credential> | undefined>;
  noteRefusal?: Identity['noteRefusal'];
  fetch?: typeof fetch;
  log?: Pick<Logger, 'info'> | undefined;
};

export type LocalIdentity = Identity & {
  /** Opens a session and signs a token for it. */
  openSession(given: NewSession): Promise<{ token: string; expiresAt: Date }>;
  /** Returns a secret for one purpose that is the same in all processes. */
  deriveSecret(purpose: string): Buffer;
  /** Clears the cache, after another process has announced a change. */
  forget(): void;
  /** Clears the cache here and in the other processes, so that a change counts from the next request on. */
  announce(): Promise<void>;
};

/** Node accepts headers of 16 KiB; our tokens are shorter than this. */
const TOKEN_LENGTH_MAX = 8_192;

export async function createIdentity({
  database,
  oidc,
  directory,
  findAccessToken,
  noteRefusal,
  fetch,
  log,
  jwtSecret,
}: Options): Promise<LocalIdentity> {
  const db = database.system;
  const own = await createOwnTokens(db, jwtSecret);
  const outside = oidc?.audience !== undefined && {
    settings: oidc,
    directory,
    tokens: createOutsideTokens({ ...oidc, audience: oidc.audience, parties: partiesOf(oidc), fetch }),
    log,
  };
  const credentials = createLookup<Credential>((text) => {
    const algorithm = algorithmOf(text);
    if (algorithm === undefined) return loadOpaque(text);
    // The algorithm decides whose token it is, so neither kind can pass for the other.
    return outside !== false && OUTSIDE_ALGORITHMS.includes(algorithm)
      ? loadOutsideUser(db, outside, text)
      : loadUser(db, own, text);
  });
  const accesses = createLookup<OrganizationAccess>((pair) => {
    const [userId, orgId] = pair.split(' ');
    return loadAccess(db, Number(userId), orgId!);
  });
  return {
    authenticate: (text) => (text.length > TOKEN_LENGTH_MAX ? undefined : credentials.get(text)),
    findAccess: async (userId, orgId) => (await accesses.get(`${userId} ${orgId}`)) ?? { kind: 'unknown' },
    async openSession(given) {
      const { id: sessionId, expiresAt } = await insertSession(db, given);
      return { token: await own.sign({ userId: given.userId, sessionId, expiresAt }), expiresAt };
    },
    ...(noteRefusal && { noteRefusal }),
    deriveSecret: own.derive,
    forget,
    async announce() {
      forget();
      // A process that misses it sees the change when its entry expires.
      await announceAccess(db).catch(() => undefined);
    },
  };

  async function loadOpaque(text: string): Promise<Found<Credential> | undefined> {
    return (await loadApiKey(db, text)) ?? findAccessToken?.(db, text);
  }

  function forget(): void {
    credentials.forget();
    accesses.forget();
  }
}

const partiesOf = ({ authorizedParties, signIn }: OidcSettings): string[] =>
  signIn === undefined ? authorizedParties : [signIn.clientId, ...authorizedParties];

/** Returns undefined if this is not a token. Two dots are no proof: a given API key may contain them too. */
function algorithmOf(text: string): string | undefined {
  if (text.split('.').length !== 3) return undefined;
  try {
    return decodeProtectedHeader(text).alg ?? '';
  } catch {
    return undefined;
  }
}

type UserRow = { changed_ms: number | null; session: string | null; use_is_old: boolean | null };

async function loadUser(db: Db, tokens: OwnTokens, token: string): Promise<Found<Credential> | undefined> {
  const verified = await tokens.verify(token);
  if (verified === undefined) return undefined;
  const { userId, sessionId, issuedAt = 0, lifeMs } = verified;
  const [user] = await db.query<UserRow>(
    `select (extract(epoch from u.password_changed_at) * 1000)::float8 as changed_ms, s.id as session,
            s.last_used_at < now() - interval '1 minute' as use_is_old
     from users u
     left join sessions s on s.id = $2::uuid and s.user_id = u.id and s.expires_at > now()
     where u.id = $1::int and u.deactivated_at is null`,
    [userId, sessionId ?? null],
  );
  if (user === undefined) return undefined;
  if (sessionId === undefined) {
    // Without a session, only a change of the password ends a token before its time.
    if (user.changed_ms !== null && issuedAt < user.changed_ms) return undefined;
    return { value: { kind: 'user', userId, sessionId: null }, lifeMs };
  }
  if (user.session === null) return undefined;
  // Written in the background, as for API keys.
  if (user.use_is_old) updateSessionUse(db, sessionId).catch(() => undefined);
  return { value: { kind: 'user', userId, sessionId }, lifeMs };
}

type Outside = {
  settings: OidcSettings;
  directory: Directory | undefined;
  tokens: OutsideTokens;
  log: Pick<Logger, 'info'> | undefined;
};

async function loadOutsideUser(
  db: Transactor,
  { settings, directory, tokens, log }: Outside,
  token: string,
): Promise<Found<Credential> | undefined> {
  const verified = await tokens.verify(token);
  const found = 'refused' in verified ? verified : await findOutsideUser(db, { settings, directory }, verified);
  if ('refused' in found) {
    log?.info(
      { event: 'token.refused', issuer: settings.issuer, reason: found.refused },
      'token of the identity provider refused',
    );
    return undefined;
  }
  const { lifeMs } = verified as { lifeMs: number };
  return { value: { kind: 'user', userId: found.userId, sessionId: null }, lifeMs };
}

type KeyRow = {
  id: string;
  org_id: string;
  /** Null if the owner of a personal key no longer belongs to the organization. */
  role: Role | null;
  user_id: number | null;
  personal: boolean;
  scopes: Scope[] | null;
  agents_enabled: boolean;
  life_ms: number | null;
  use_is_old: boolean;
};

async function loadApiKey(db: Db, apiKey: string): Promise<Found<Credential> | undefined> {
  if (!canBeApiKey(apiKey)) return undefined;
  const [row] = await db.query<KeyRow>(
    `select k.id, k.org_id, ${roleOfKey('k')} as role, k.user_id, k.personal, k.scopes, o.agents_enabled,
            (extract(epoch from ${endOfSecret('k')} - now()) * 1000)::float8 as life_ms,
            (k.last_used_at is null or k.last_used_at < now() - interval '1 minute') as use_is_old
     from api_keys k
     join organizations o on o.id = k.org_id
     where ${isOpenedBy('k')}`,
    [hashApiKey(apiKey)],
  );
  if (row === undefined || row.role === null) return undefined;
  const { role, scopes } = row;
  // Written in the background, because the time of last use must neither delay a request nor fail it.
  if (row.use_is_old) updateLastUsed(db, row.id).catch(() => undefined);
  const value: Credential = {
    kind: 'key',
    keyId: row.id,
    orgId: row.org_id,
    role,
    userId: row.user_id,
    agentsEnabled: row.agents_enabled,
    ...(row.personal && { isPersonal: true }),
    ...(scopes && { scopes: scopesOf(role).filter((scope) => scopes.includes(scope)) }),
  };
  return { value, ...(row.life_ms !== null && { lifeMs: row.life_ms }) };
}

/** Repeats the condition, so that only one of several processes writes. */
async function updateLastUsed(db: Db, keyId: string): Promise<void> {
  await db.run(
    `update api_keys set last_used_at = now()
     where id = $1::uuid and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [keyId],
  );
}

async function loadAccess(db: Db, userId: number, orgId: string): Promise<Found<OrganizationAccess> | undefined> {
  const [row] = await db.query<{ agents_enabled: boolean; role: Role | null }>(
    `select o.agents_enabled, m.role
     from organizations o
     left join memberships m on m.org_id = o.id and m.user_id = $1::int and m.removed_at is null
     where o.id = $2::uuid`,
    [userId, orgId],
  );
  if (row === undefined) return undefined;
  const { role, agents_enabled: agentsEnabled } = row;
  return { value: role === null ? { kind: 'not-member' } : { kind: 'member', role, agentsEnabled } };
}
