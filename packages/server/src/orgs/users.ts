import type { Db } from '#platform/db.ts';
import { AppError, invalidFields } from '#platform/errors.ts';

export type User = {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  created_at: Date;
  last_login_at: Date | null;
  source: UserSource;
  /** When the user was deactivated and could no longer sign in. */
  deactivated_at: Date | null;
};

/** Created here, by signing in with the identity provider, or by its directory. */
export type UserSource = 'local' | 'sso' | 'scim';

export type NewUser = {
  email: string;
  passwordHash?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  source?: UserSource | undefined;
};

/** The largest value of the column. */
export const USER_ID_MAX = 2 ** 31 - 1;

const COLUMNS = 'id, email, first_name, last_name, created_at, last_login_at, source, deactivated_at';

export async function findUser(db: Db, id: number): Promise<User | undefined> {
  const [row] = await db.query<User>(`select ${COLUMNS} from users where id = $1::int`, [id]);
  return row;
}

export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const [row] = await db.query<User>(`select ${COLUMNS} from users where lower(email) = lower($1::text)`, [email]);
  return row;
}

/** Returns undefined if the address is taken, even by a concurrent insert. */
export async function insertUser(
  db: Db,
  { email, passwordHash, firstName, lastName, source = 'local' }: NewUser,
): Promise<User | undefined> {
  const [row] = await db.query<User>(
    `insert into users (email, password_hash, first_name, last_name, source)
     values ($1::text, $2::text, $3::text, $4::text, $5::text)
     on conflict ((lower(email))) do nothing
     returning ${COLUMNS}`,
    [checkedEmail(email), passwordHash ?? null, firstName ?? '', lastName ?? '', source],
  );
  return row;
}

export async function createUser(db: Db, user: NewUser): Promise<User> {
  const created = await insertUser(db, user);
  if (created === undefined) throw new AppError('conflict', { detail: 'A user with this e-mail already exists.' });
  return created;
}

export async function ensureUser(db: Db, user: NewUser): Promise<{ user: User; created: boolean }> {
  const created = await insertUser(db, user);
  if (created !== undefined) return { user: created, created: true };
  return { user: (await findUserByEmail(db, user.email))!, created: false };
}

/** Finds the password hash for a sign-in. Only the system may read it. */
export async function findPassword(db: Db, email: string): Promise<{ id: number; hash: string | null } | undefined> {
  const [row] = await db.query<{ id: number; hash: string | null }>(
    'select id, password_hash as hash from users where lower(email) = lower($1::text)',
    [email],
  );
  return row;
}

export async function updatePassword(db: Db, email: string, passwordHash: string): Promise<User | undefined> {
  const [row] = await db.query<User>(
    `update users set password_hash = $2::text, password_changed_at = now()
     where lower(email) = lower($1::text) returning ${COLUMNS}`,
    [email, passwordHash],
  );
  return row;
}

/** Updates a user whom the directory created; others stay. Returns false if another user has the address. */
export async function updatePerson(
  db: Db,
  id: number,
  { email, firstName, lastName }: { email: string; firstName: string; lastName: string },
): Promise<boolean> {
  const [free] = await db.query<{ free: boolean }>(
    `select not exists (select from users o where lower(o.email) = lower($2::text) and o.id <> u.id) as free
     from users u where u.id = $1::int and u.source = 'scim'`,
    [id, email],
  );
  if (free?.free === false) return false;
  await db.run(
    `update users set email = $2::text, first_name = $3::text, last_name = $4::text
     where id = $1::int and source = 'scim' and (email, first_name, last_name) is distinct from ($2::text, $3::text, $4::text)`,
    [id, email, firstName, lastName],
  );
  return true;
}

/** Sets where a user comes from, for an operator who hands a user over to the directory. */
export async function setSource(db: Db, id: number, source: UserSource): Promise<void> {
  await db.run('update users set source = $2::text where id = $1::int', [id, source]);
}

/** Returns false if nothing changed. */
export async function setActive(db: Db, id: number, isActive: boolean): Promise<boolean> {
  const changed = await db.run(
    `update users set deactivated_at = case when $2::boolean then null else now() end
     where id = $1::int and (deactivated_at is null) <> $2::boolean`,
    [id, isActive],
  );
  return changed > 0;
}

/**
 * Whether nobody has ever been able to sign in as this user, so that whoever is invited first may choose the password.
 */
export async function isUnclaimed(db: Db, id: number): Promise<boolean> {
  const [row] = await db.query<{ unclaimed: boolean }>(
    `select u.password_hash is null and u.last_login_at is null and u.source = 'local'
       and not exists (select from user_identities i where i.user_id = u.id)
       and not exists (select from sessions s where s.user_id = u.id) as unclaimed
     from users u where u.id = $1::int`,
    [id],
  );
  return row?.unclaimed ?? false;
}

/** Tells a deactivated person why they cannot sign in. Call it only after they have proved who they are. */
export function refuseDeactivated(user: User): void {
  if (user.deactivated_at === null) return;
  throw new AppError('not_authenticated', { detail: 'This account is deactivated. Ask an administrator.' });
}

export async function updateLastLogin(db: Db, id: number): Promise<void> {
  await db.run('update users set last_login_at = now() where id = $1::int', [id]);
}

// Stricter than the RFC and than JSON Schema's format: the last label must start and end with a letter, because
// generated Go clients refuse to decode a response with any other address.
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z])?$/i;

export function checkedEmail(email: string): string {
  if (email.length > 254 || !EMAIL.test(email)) throw invalidFields({ email: ['Not a valid e-mail address.'] });
  return email;
}

type Named = { email: string; first_name: string; last_name: string };

export const displayName = ({ email, first_name, last_name }: Named): string =>
  `${first_name} ${last_name}`.trim() || email.slice(0, email.lastIndexOf('@'));

/** Removes the row, and with it sessions, password and links to identity providers. */
export async function deleteUser(tx: Db, userId: number): Promise<void> {
  await tx.run('delete from users where id = $1::int', [userId]);
}
