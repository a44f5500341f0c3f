import type { Db, Transactor } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { applyGroups, type GroupsOf } from './group-roles.ts';
import type { OidcSettings } from './oidc-settings.ts';
import type { OutsideToken } from './outside-tokens.ts';
import { findUser, insertUser } from './users.ts';

// Finds the user of a person at an identity provider. Issuer and subject identify a person, never an e-mail address,
// because addresses change hands.

export async function findLinkedUser(db: Db, issuer: string, subject: string): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(
    'select user_id from user_identities where issuer = $1::text and subject = $2::text',
    [issuer, subject],
  );
  return row?.user_id;
}

/** Returns false if the subject is already linked to somebody. */
export async function insertLink(db: Db, link: { userId: number; issuer: string; subject: string }): Promise<boolean> {
  const inserted = await db.run(
    `insert into user_identities (issuer, subject, user_id) values ($1::text, $2::text, $3::int)
     on conflict (issuer, subject) do nothing`,
    [link.issuer, link.subject, link.userId],
  );
  return inserted > 0;
}

/** Finds people and groups of a directory (SCIM). The scim domain provides it. */
export type Directory = {
  /** The groups are undefined for organizations in which the directory pushes none. */
  findGroups(db: Db, userId: number): Promise<GroupsOf>;
  /** Finds the directory's user who is this person and has no subject of the issuer yet. */
  findPerson(db: Db, person: { issuer: string; subject: string; email: string | null }): Promise<number | undefined>;
};

export type Person = Pick<OutsideToken, 'subject' | 'claims'>;
export type Found = { userId: number; changed: boolean } | { refused: string };
type Options = { settings: OidcSettings; directory?: Directory | undefined };

/** Returns the user of a valid token: the linked one, or a new one if the settings allow it. Also applies groups. */
export async function findOutsideUser(
  db: Transactor,
  { settings, directory }: Options,
  person: Person,
): Promise<Found> {
  const linked = await findLinkedUser(db, settings.issuer, person.subject);
  const found = linked === undefined ? await createOutsideUser(db, { settings, directory }, person) : linked;
  if (typeof found !== 'number') return found;
  const user = await findUser(db, found);
  if (user === undefined || user.deactivated_at !== null) return { refused: 'The user is deactivated.' };
  if (settings.groupRoles.length === 0) return { userId: found, changed: false };
  const pushed = await directory?.findGroups(db, found);
  const claimed = readGroups(person, settings.groupsClaim);
  if (claimed === 'left out') return { refused: TOO_MANY_GROUPS };
  // The directory decides in organizations for which it pushes groups, the token in all others.
  const groupsOf: GroupsOf = (orgId) => pushed?.(orgId) ?? claimed;
  return { userId: found, changed: await applyGroups(db, found, groupsOf, settings.groupRoles) };
}

const TOO_MANY_GROUPS =
  'The provider left out the groups because the person has too many. Configure it to send only the groups of this application.';

async function createOutsideUser(
  db: Transactor,
  { settings: { issuer, createsUsers }, directory }: Options,
  { subject, claims }: Person,
): Promise<number | { refused: string }> {
  const { email, email_verified: verified, given_name: first, family_name: last } = claims as Record<string, unknown>;
  // An address that is not verified may be anybody's.
  const address = typeof email === 'string' && verified !== false ? email : null;
  const name = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 150) : '');
  return db.tx(async (tx) => {
    // The first requests of a new person often arrive together.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended($1::text, 0))`, [`oidc ${issuer} ${subject}`]);
    const linked = await findLinkedUser(tx, issuer, subject);
    if (linked !== undefined) return linked;
    const pushed = await directory?.findPerson(tx, { issuer, subject, email: address });
    if (pushed !== undefined) {
      await insertLink(tx, { userId: pushed, issuer, subject });
      return pushed;
    }
    if (!createsUsers) return { refused: 'No user is linked to its subject.' };
    if (verified === false) return { refused: 'Its e-mail is not verified.' };
    if (address === null) return { refused: 'It has no e-mail, so no user can be created.' };
    const names = { firstName: name(first), lastName: name(last) };
    const created = await insertUser(tx, { email: address, ...names, source: 'sso' }).catch((error) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    // Somebody else may have had the address before, so only an operator can say that it is the same person.
    if (created === undefined) return { refused: 'Its e-mail is not valid, or belongs to a user who is not linked.' };
    await insertLink(tx, { userId: created.id, issuer, subject });
    return created.id;
  });
}

/** If the groups do not fit into a token, the provider names their address instead (OpenID Connect claim sources). */
function readGroups({ claims }: Person, claim: string): string[] | 'left out' {
  const value = claims[claim];
  const elsewhere = (claims as { _claim_names?: unknown })._claim_names;
  if (value === undefined && typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim))
    return 'left out';
  const groups = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  return groups.filter((group): group is string => typeof group === 'string');
}
