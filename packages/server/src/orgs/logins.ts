import { createHash, randomBytes, randomInt } from 'node:crypto';
import { hasRole, type Role } from '@errand/contract/roles.ts';
import type { Scope } from '@errand/contract/scopes.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, forbidden, invalidFields, notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { type ApiKey, insertKey } from './api-keys.ts';
import { insertAudit } from './audit.ts';
import { currentRole } from './current-role.ts';

// `errand login`: a program asks, a person confirms the short code in the console, the program takes a key. The
// program's secret is stored as a hash, and the key is created when it is taken, so that the database never has a
// readable key.

const LIFE_MINUTES = 10;
/** Each lives for minutes, so people never have this many open. */
const OPEN_MAX = 10_000;
/** Consonants that cannot be mistaken for each other and spell no word: 8 of them are 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const DEVICE_CODE = /^[\w-]{43}$/;

export type Login = {
  id: string;
  user_code: string;
  client_name: string;
  address: string;
  created_at: Date;
  expires_at: Date;
};

/** Starts a login, and removes expired ones. */
export async function startLogin(
  db: Db,
  { clientName, address }: { clientName: string; address: string },
): Promise<Login & { deviceCode: string }> {
  const deviceCode = randomBytes(32).toString('base64url');
  const userCode = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  await db.run('delete from login_requests where expires_at < now()');
  const [login] = await db.query<Login>(
    `insert into login_requests (id, device_hash, user_code, client_name, address, expires_at)
     select $1::uuid, $2::bytea, $3::text, $4::text, $5::text, now() + interval '${LIFE_MINUTES} minutes'
     where (select count(*) from login_requests) < ${OPEN_MAX}
     returning ${COLUMNS}`,
    [newId(), hash(deviceCode), userCode, clientName, address.slice(0, 100)],
  );
  if (login === undefined)
    throw new AppError('rate_limited', {
      detail: 'Too many logins are waiting to be confirmed. Try again later.',
      retryAfterSeconds: 60,
    });
  return { ...login, deviceCode };
}

/** Returns a login that nobody has decided yet. */
export async function getLogin(db: Db, userCode: string): Promise<Login> {
  const [login] = await db.query<Login>(
    `select ${COLUMNS} from login_requests where user_code = $1::text and status = 'open' and expires_at > now()`,
    [bare(userCode)],
  );
  if (login === undefined) throw notFound('login');
  return login;
}

type Decision = { userCode: string; role?: Exclude<Role, 'owner'> | undefined; validDays: number | null };

/** Approves a login. The rights are checked again when the key is taken. */
export async function approveLogin(db: Transactor, caller: Caller, decision: Decision): Promise<void> {
  const { orgId, userId, keyId } = caller;
  // As for keys that are created directly: somebody with a key could keep its rights after losing their own.
  if (keyId !== null && !hasRole(caller.role, 'admin'))
    throw forbidden('Only an admin can confirm with an API key. Sign in with e-mail and password instead.');
  const role = decision.role ?? (caller.role === 'owner' ? 'admin' : caller.role);
  if (!hasRole(caller.role, role))
    throw invalidFields({ role: [`May not be above your own role, which is ${caller.role}.`] });
  await db.tx(async (tx) => {
    const [login] = await tx.query<Login>(
      `update login_requests set status = 'approved', for_org = $2::uuid, user_id = $3::int, key_id = $4::uuid,
         role = $5::text, valid_days = $6::int
       where user_code = $1::text and status = 'open' and expires_at > now() returning ${COLUMNS}`,
      [bare(decision.userCode), orgId, userId, keyId, role, decision.validDays],
    );
    await audit(tx, caller, login, { action: 'login.approved', detail: { role } });
  });
}

export async function denyLogin(db: Transactor, caller: Caller, userCode: string): Promise<void> {
  await db.tx(async (tx) => {
    const [login] = await tx.query<Login>(
      `update login_requests set status = 'denied'
       where user_code = $1::text and status = 'open' and expires_at > now() returning ${COLUMNS}`,
      [bare(userCode)],
    );
    await audit(tx, caller, login, { action: 'login.denied' });
  });
}

/** Deletes the logins that a user has confirmed and no program has taken yet. */
export async function dropLogins(tx: Db, userId: number): Promise<void> {
  await tx.run('delete from login_requests where user_id = $1::int', [userId]);
}

export type Taken = 'pending' | 'denied' | (ApiKey & { apiKey: string; organizationName: string });

type Approved = Login & {
  status: 'open' | 'approved' | 'denied';
  for_org: string | null;
  user_id: number | null;
  key_id: string | null;
  role: Exclude<Role, 'owner'>;
  key_expires_at: Date | null;
  role_now: Role | null;
  /** Of the key that has confirmed. It hands on no more than it has. */
  scopes: Scope[] | null;
  org_name: string | null;
};

/** Creates the key of an approved login. Of two concurrent calls, one gets the key and the other finds nothing. */
export async function takeKey(db: Transactor, deviceCode: string): Promise<Taken> {
  return db.tx(async (tx) => {
    const [login] = DEVICE_CODE.test(deviceCode)
      ? await tx.query<Approved>(
          `select ${COLUMNS}, status, for_org, user_id, key_id, role,
             now() + make_interval(days => valid_days) as key_expires_at,
             ${currentRole({ org: 'for_org', user: 'login_requests.user_id', key: 'key_id' })} as role_now,
             (select o.name from organizations o where o.id = for_org) as org_name,
             (select k.scopes from api_keys k where k.id = key_id) as scopes
           from login_requests where device_hash = $1::bytea and expires_at > now() for update`,
          [hash(deviceCode)],
        )
      : [];
    if (login === undefined) throw gone();
    if (login.status === 'open') return 'pending';
    await tx.run('delete from login_requests where id = $1::uuid', [login.id]);
    if (login.status === 'denied') return 'denied';
    const { for_org: orgId, user_id: userId, key_id: keyId, role_now: roleNow } = login;
    // The person who confirmed may have lost the right meanwhile. A personal key follows its owner's role by itself.
    if (roleNow === null || (keyId !== null && !hasRole(roleNow, 'admin'))) throw gone();
    const created = await insertKey(tx, {
      orgId: orgId!,
      userId,
      role: login.role,
      scopes: login.scopes,
      name: login.client_name,
      expiresAt: login.key_expires_at ?? undefined,
      personal: keyId === null,
      actor: { userId, keyId },
    });
    return { ...created, organizationName: login.org_name! };
  });
}

async function audit(
  tx: Db,
  caller: Caller,
  login: Login | undefined,
  { action, detail = {} }: { action: string; detail?: Record<string, unknown> },
): Promise<void> {
  if (login === undefined) throw notFound('login');
  const { id: targetId, client_name, address } = login;
  const about = { client_name, address, ...detail };
  await insertAudit(tx, caller, { orgId: caller.orgId, action, targetType: 'login', targetId, detail: about });
}

const gone = (): AppError =>
  new AppError('not_authenticated', { detail: 'This login is unknown, expired or already used. Start it again.' });

const COLUMNS = 'id, user_code, client_name, address, created_at, expires_at';
const hash = (deviceCode: string): Buffer => createHash('sha256').update(deviceCode).digest();
const bare = (userCode: string): string => userCode.toUpperCase().replace(/[^A-Z0-9]/g, '');
