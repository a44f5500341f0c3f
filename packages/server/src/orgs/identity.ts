import type { Role } from '@errand/contract/roles.ts';
import { decodeProtectedHeader } from 'jose';
import type { Credential, Identity, OrganizationAccess } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { hashApiKey } from './api-keys.ts';
import { canBeApiKey } from './key-format.ts';
import { createLookup, type Found } from './lookup.ts';
import { createTokens, type Tokens } from './tokens.ts';

// Who sent a request, and their role in an organization. Needed for every request, so results are cached for some
// seconds: the usual case is one look-up in a map, without hashing and without the database.

type Options = { database: Database } & Omit<Parameters<typeof createTokens>[0], 'db'>;

export type LocalIdentity = Identity & {
  signToken: Tokens['sign'];
  /** Clears the cache, so that this process applies its own change from the next request on. */
  forget(): void;
};

/** Node accepts headers of 16 KiB; our tokens are shorter than this. */
const TOKEN_LENGTH_MAX = 8_192;

export async function createIdentity({ database, ...options }: Options): Promise<LocalIdentity> {
  const db = database.system;
  const tokens = await createTokens({ db, ...options });
  const credentials = createLookup<Credential>((text) =>
    isToken(text) ? loadUser(db, tokens, text) : loadApiKey(db, text),
  );
  const accesses = createLookup<OrganizationAccess>((pair) => {
    const [userId, orgId] = pair.split(' ');
    return loadAccess(db, Number(userId), orgId!);
  });
  return {
    authenticate: (text) => (text.length > TOKEN_LENGTH_MAX ? undefined : credentials.get(text)),
    findAccess: async (userId, orgId) => (await accesses.get(`${userId} ${orgId}`)) ?? { kind: 'unknown' },
    signToken: tokens.sign,
    forget() {
      credentials.forget();
      accesses.forget();
    },
  };
}

/** Two dots are not enough: an API key given at the first start may contain them too. */
function isToken(text: string): boolean {
  if (text.split('.').length !== 3) return false;
  try {
    decodeProtectedHeader(text);
    return true;
  } catch {
    return false;
  }
}

async function loadUser(db: Db, tokens: Tokens, token: string): Promise<Found<Credential> | undefined> {
  const verified = await tokens.verify(token);
  if (verified === undefined) return undefined;
  const { userId, lifeMs } = verified;
  const [user] = await db.query<{ id: number }>('select id from users where id = $1::int', [userId]);
  return user && { value: { kind: 'user', userId }, lifeMs };
}

type KeyRow = {
  id: string;
  org_id: string;
  role: Role;
  user_id: number | null;
  agents_enabled: boolean;
  life_ms: number | null;
  use_is_old: boolean;
};

async function loadApiKey(db: Db, apiKey: string): Promise<Found<Credential> | undefined> {
  if (!canBeApiKey(apiKey)) return undefined;
  const [row] = await db.query<KeyRow>(
    `select k.id, k.org_id, k.role, k.user_id, o.agents_enabled,
            (extract(epoch from k.expires_at - now()) * 1000)::float8 as life_ms,
            (k.last_used_at is null or k.last_used_at < now() - interval '1 minute') as use_is_old
     from api_keys k
     join organizations o on o.id = k.org_id
     where k.hash = $1::bytea and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
    [hashApiKey(apiKey)],
  );
  if (row === undefined) return undefined;
  // In the background: the time of last use must neither delay a request nor fail it.
  if (row.use_is_old) updateLastUsed(db, row.id).catch(() => undefined);
  const value: Credential = {
    kind: 'key',
    keyId: row.id,
    orgId: row.org_id,
    role: row.role,
    userId: row.user_id,
    agentsEnabled: row.agents_enabled,
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
