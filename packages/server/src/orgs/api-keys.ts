import { createHash } from 'node:crypto';
import type { Role } from '@errand/contract/roles.ts';
import type { Scope } from '@errand/contract/scopes.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';
import { type Actor, type Author, insertAudit } from './audit.ts';
import { canBeApiKey, newApiKey } from './key-format.ts';

export type ApiKey = {
  id: string;
  org_id: string;
  name: string;
  prefix: string;
  role: Exclude<Role, 'owner'>;
  /** Null: all that the role allows. */
  scopes: Scope[] | null;
  user_id: number | null;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  rotated_at: Date | null;
  previous_until: Date | null;
  personal: boolean;
};

export type NewApiKey = {
  orgId: string;
  /** The owner, shown as the creator of all that the key creates. Without one, the organization's first owner. */
  userId?: number | null | undefined;
  /** A key is at most an admin; owners are people. */
  role: Role;
  scopes?: readonly Scope[] | null;
  name: string;
  /** Used as given, instead of a generated one. */
  apiKey?: string | undefined;
  expiresAt?: Date | undefined;
  /** A personal key never has more rights than its owner, and ends with their membership. */
  personal?: boolean;
  actor?: Author;
};

/** Returns the key this one time; the database keeps only its hash. */
export const insertApiKey = (db: Transactor, given: NewApiKey): Promise<ApiKey & { apiKey: string }> =>
  db.tx((tx) => insertKey(tx, given));

/** Inserts a key in the caller's transaction. */
export async function insertKey(
  tx: Db,
  {
    orgId,
    userId,
    role,
    scopes = null,
    name,
    apiKey: given,
    expiresAt,
    personal = false,
    actor = 'operator',
  }: NewApiKey,
): Promise<ApiKey & { apiKey: string }> {
  if (given !== undefined && !canBeApiKey(given)) {
    throw new AppError('invalid_request', {
      detail: 'An API key must be 32 to 200 printable ASCII characters without spaces.',
    });
  }
  const apiKey = given ?? newApiKey();
  // A given key may be short: show no more of it than distinguishes it from others.
  const prefix = apiKey.slice(0, given === undefined ? PREFIX_LENGTH : 8);
  const values = { id: newId(), orgId, userId, role: keyRole(role), scopes, name, prefix, expiresAt, personal };
  const [key] = await tx
    .query<ApiKey>(
      `insert into api_keys (id, org_id, user_id, role, scopes, name, prefix, hash, expires_at, personal)
       select g.id, o.id,
              coalesce(g."userId", (select m.user_id from memberships m
                                    where m.org_id = o.id and m.role = 'owner' and m.removed_at is null
                                    order by m.created_at, m.user_id limit 1)),
              g.role, g.scopes, g.name, g.prefix, $2::bytea, g."expiresAt", g.personal
       from json_to_record($1::json) as g (id uuid, "orgId" uuid, "userId" int, role text, scopes text[],
         name text, prefix text, "expiresAt" timestamptz, personal boolean)
       join organizations o on o.id = g."orgId"
       returning ${COLUMNS}`,
      [JSON.stringify(values), scopes === null ? hashApiKey(apiKey) : hashOf(hashApiKey(apiKey))],
    )
    .catch(refuseDuplicate);
  if (key === undefined) throw notFound('organization');
  await insertAudit(tx, actor, {
    orgId,
    action: 'api_key.created',
    targetType: 'api_key',
    targetId: key.id,
    detail: {
      name,
      role: key.role,
      prefix,
      expires_at: key.expires_at,
      ...(scopes !== null && { scopes }),
      ...(personal && { personal }),
    },
  });
  return { ...key, apiKey };
}

/** Keys that are not revoked, newest first; expired ones stay listed until they are revoked. */
export async function listApiKeys(
  db: Db,
  orgId: string,
  page: Page = { size: 1_000_000, offset: 0 },
): Promise<Listed<ApiKey>> {
  return listPage<ApiKey>(db, {
    columns: COLUMNS,
    from: 'api_keys',
    where: 'org_id = $1::uuid and revoked_at is null',
    order: 'id desc',
    values: [orgId],
    page,
  });
}

/** Lists the keys of every organization, for the operator. */
export async function listAllApiKeys(db: Db): Promise<ApiKey[]> {
  return db.query<ApiKey>(`select ${COLUMNS} from api_keys where revoked_at is null order by id desc`);
}

export async function getApiKey(db: Db, orgId: string, id: string): Promise<ApiKey> {
  const [row] = await db.query<ApiKey>(
    `select ${COLUMNS} from api_keys where org_id = $1::uuid and id = $2::uuid and revoked_at is null`,
    [orgId, id],
  );
  if (row === undefined) throw notFound('API key');
  return row;
}

/** Finds the organization of a key, for the operator, who identifies a key by its id alone. */
export async function findOrganizationOfKey(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ org_id: string }>(
    'select org_id from api_keys where id = $1::uuid and revoked_at is null',
    [id],
  );
  return row?.org_id;
}

/** Returns the organization of a key that is valid now. */
export async function findOrganizationOpenedBy(db: Db, apiKey: string): Promise<string | undefined> {
  const [row] = await db.query<{ org_id: string }>(`select k.org_id from api_keys k where ${isOpenedBy('k')}`, [
    hashApiKey(apiKey),
  ]);
  return row?.org_id;
}

/** Returns the owner of a key, or undefined if the key is not valid or its owner is gone. */
export async function findOwnerOfKey(db: Db, apiKey: string): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number | null }>(
    `select k.user_id from api_keys k where ${isOpenedBy('k')}`,
    [hashApiKey(apiKey)],
  );
  return row?.user_id ?? undefined;
}

/**
 * What is stored for the secret with the hash $1. Keys with scopes are stored as the hash of their hash: a process of a
 * release that knows no scopes does not find them, instead of allowing all that their role does.
 */
const STORED = '($1::bytea, sha256($1::bytea))';

/** Returns an SQL condition: a row of `api_keys` is valid now for the secret with the hash $1, also by its previous one. */
export const isOpenedBy = (key: string): string =>
  `(${key}.hash in ${STORED} or (${key}.previous_hash in ${STORED} and ${key}.previous_until > now()))
   and ${key}.revoked_at is null and (${key}.expires_at is null or ${key}.expires_at > now())`;

/** Returns an SQL expression for the end of the secret with the hash $1, which is null if it has none. */
export const endOfSecret = (key: string): string =>
  `least(${key}.expires_at, case when ${key}.hash not in ${STORED} then ${key}.previous_until end)`;

/** Revokes a key. Other processes notice within the few seconds for which they cache it. */
export async function revokeApiKey(db: Transactor, orgId: string, id: string, actor: Author): Promise<void> {
  await db.tx(async (tx) => {
    const [revoked] = await tx.query<RevokedKey>(
      `${REVOKE} where org_id = $1::uuid and id = $2::uuid and revoked_at is null ${RETURNING}`,
      [orgId, id],
    );
    if (revoked === undefined) throw notFound('API key');
    await auditRevoked(tx, orgId, revoked, actor);
  });
}

/** Revokes all keys that a user owns in an organization, or only their personal ones. */
export async function revokeApiKeysOf(
  tx: Db,
  orgId: string,
  userId: number,
  { actor, onlyPersonal }: { actor: Actor; onlyPersonal: boolean },
): Promise<string[]> {
  const revoked = await tx.query<RevokedKey>(
    `${REVOKE} where org_id = $1::uuid and user_id = $2::int and revoked_at is null and (personal or not $3::boolean)
     ${RETURNING}`,
    [orgId, userId, onlyPersonal],
  );
  for (const key of revoked) await auditRevoked(tx, orgId, key, actor);
  return revoked.map(({ id }) => id);
}

export type Rotation = {
  /** How long the secret of now works beside the new one. */
  overlapHours: number;
  /** Undefined: as before. Null: never. */
  expiresAt: Date | null | undefined;
};

/** Replaces the secret of a key, and returns the new one this one time. Of earlier secrets only the last one still works. */
export async function rotateApiKey(
  db: Transactor,
  { org_id: orgId, id }: ApiKey,
  { overlapHours, expiresAt }: Rotation,
  actor: Author,
): Promise<ApiKey & { apiKey: string }> {
  const apiKey = newApiKey();
  const prefix = apiKey.slice(0, PREFIX_LENGTH);
  return db.tx(async (tx) => {
    const [key] = await tx.query<ApiKey>(
      `update api_keys
       set previous_hash = hash, previous_until = least(now() + make_interval(hours => $4::int), expires_at),
           hash = case when scopes is null then $3::bytea else sha256($3::bytea) end, prefix = $5::text, rotated_at = now(),
           expires_at = case when $6::boolean then $7::timestamptz else expires_at end
       where org_id = $1::uuid and id = $2::uuid and revoked_at is null returning ${COLUMNS}`,
      [orgId, id, hashApiKey(apiKey), overlapHours, prefix, expiresAt !== undefined, expiresAt ?? null],
    );
    if (key === undefined) throw notFound('API key');
    const detail = { name: key.name, prefix, previous_until: key.previous_until, expires_at: key.expires_at };
    await insertAudit(tx, actor, { orgId, action: 'api_key.rotated', targetType: 'api_key', targetId: id, detail });
    return { ...key, apiKey };
  });
}

type RevokedKey = { id: string; name: string; prefix: string };
const REVOKE = 'update api_keys set revoked_at = now()';
const RETURNING = 'returning id, name, prefix';

const auditRevoked = (tx: Db, orgId: string, { id, ...detail }: RevokedKey, actor: Author): Promise<void> =>
  insertAudit(tx, actor, { orgId, action: 'api_key.revoked', targetType: 'api_key', targetId: id, detail });

const PREFIX_LENGTH = 13;

/** A generated key carries 238 random bits, so a slow hash would add nothing. */
export const hashApiKey = (apiKey: string): Buffer => hashOf(apiKey);

const hashOf = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

const COLUMNS = `id, org_id, name, prefix, role, scopes, user_id, created_at, last_used_at, expires_at, rotated_at,
  case when previous_until > now() then previous_until end as previous_until, personal`;

const keyRole = (role: Role): Role => (role === 'owner' ? 'admin' : role);

function refuseDuplicate(error: unknown): never {
  if ((error as { code?: unknown }).code === '23505') {
    throw new AppError('conflict', { detail: 'This API key already exists.', cause: error });
  }
  throw error;
}
