import { isDeepStrictEqual } from 'node:util';
import { insertAudit } from '#orgs/audit.ts';
import { auditUser } from '#orgs/audit-user.ts';
import { applyGroups, type GroupsOf } from '#orgs/group-roles.ts';
import type { GroupRole } from '#orgs/oidc-settings.ts';
import { findUserByEmail, insertUser, setSource, updatePerson } from '#orgs/users.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { activatePerson, deactivatePerson } from './activation.ts';
import { directory } from './directory.ts';
import { ScimError, unknownResource } from './errors.ts';
import type { Resource } from './patch.ts';
import { type Person, readUserResource } from './user-resource.ts';
import {
  findRemoved,
  findScimUser,
  insertScimUser,
  isNameTaken,
  lockScimUser,
  type NewScimUser,
  removeScimUser,
  type ScimUserRow,
  type Scope,
  updateScimUser,
} from './user-store.ts';

// Creates, changes, deactivates and removes people for a directory. Each change is one transaction with its effects:
// sessions, keys, memberships and audit entries.

export type Change = { db: Transactor; scope: Scope; by: string; groupRoles: readonly GroupRole[] };

export async function createScimUser(change: Change, body: Resource): Promise<ScimUserRow> {
  const { db, scope } = change;
  const { given, person } = readUserResource(body);
  return db.tx(async (tx) => {
    // Directories send the same person twice if a response is late.
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [
      `scim ${scope} ${given.userName.toLowerCase()}`,
    ]);
    if (await isNameTaken(tx, scope, given.userName, null)) throw taken('userName', given.userName);
    const removed = await findRemoved(tx, scope, given.userName);
    if (removed !== undefined) await rename(tx, scope, removed, person);
    const userId = removed ?? (await makePerson(tx, scope, person));
    const id = await insertScimUser(tx, scope, { userId, given });
    await auditPerson(tx, change, { userId, action: 'scim_user.created', detail: { user_name: given.userName } });
    await settle(tx, change, { userId, wasActive: null, isActive: given.active });
    return (await findScimUser(tx, scope, id))!;
  });
}

/** `edit` gets the current row and returns the new resource. */
export async function changeScimUser(
  change: Change,
  id: string,
  edit: (row: ScimUserRow) => Resource,
): Promise<ScimUserRow> {
  const { db, scope } = change;
  return db.tx(async (tx) => {
    const before = await lockScimUser(tx, scope, id);
    if (before === undefined) throw unknownResource('user', id);
    const { given, person } = readUserResource(edit(before));
    if (await isNameTaken(tx, scope, given.userName, id)) throw taken('userName', given.userName);
    await updateScimUser(tx, id, given);
    const isKept = !(await rename(tx, scope, before.user_id, person));
    const changed = listChanges(before, given);
    // Directories often write the same values again.
    if (changed.length > 0)
      await auditPerson(tx, change, {
        userId: before.user_id,
        action: 'scim_user.updated',
        detail: { changed, ...(isKept && { person_kept: 'is also in another organization' }) },
      });
    await settle(tx, change, { userId: before.user_id, wasActive: before.active, isActive: given.active });
    return (await findScimUser(tx, scope, id))!;
  });
}

export async function deleteScimUser(change: Change, id: string): Promise<void> {
  const { db, scope } = change;
  await db.tx(async (tx) => {
    const before = await lockScimUser(tx, scope, id);
    if (before === undefined) throw unknownResource('user', id);
    await removeScimUser(tx, id);
    const detail = { user_name: before.user_name };
    await auditPerson(tx, change, { userId: before.user_id, action: 'scim_user.deleted', detail });
    await settle(tx, change, { userId: before.user_id, wasActive: before.active, isActive: false });
  });
}

/**
 * Creates the user of a person. A user who was created here is never taken over: the address may have been another
 * person's, so an operator decides. A user who signed in with the provider belongs to the same company, so its
 * directory takes them over.
 */
async function makePerson(tx: Db, scope: Scope, person: Person): Promise<number> {
  const made = await insertUser(tx, { ...person, source: 'scim' });
  if (made !== undefined) return made.id;
  const known = await findUserByEmail(tx, person.email);
  if (scope === null && known?.source === 'sso') {
    await setSource(tx, known.id, 'scim');
    return known.id;
  }
  throw new ScimError(
    409,
    `A user with the e-mail ${person.email} already exists and does not come from this directory. An operator can hand them over: npx errand scim adopt --email ${person.email}`,
    'uniqueness',
  );
}

/**
 * Gives a person the names of the directory. The directory of one organization has no say about a person who is also in
 * another one: then they keep their names and address, and false is returned.
 */
async function rename(tx: Db, scope: Scope, userId: number, person: Person): Promise<boolean> {
  if (scope !== null && (await isElsewhere(tx, scope, userId))) return false;
  if (!(await updatePerson(tx, userId, person))) throw taken('e-mail', person.email);
  return true;
}

async function isElsewhere(tx: Db, orgId: string, userId: number): Promise<boolean> {
  const rows = await tx.query(
    'select from memberships where user_id = $1::int and org_id <> $2::uuid and removed_at is null',
    [userId, orgId],
  );
  return rows.length > 0;
}

/** Returns only the names of changed attributes, because the values belong to the directory. */
function listChanges(before: ScimUserRow, given: NewScimUser): string[] {
  const old: Resource = { ...before.attributes, userName: before.user_name, externalId: before.external_id };
  const next: Resource = { ...given.attributes, userName: given.userName, externalId: given.externalId };
  const names = new Set([...Object.keys(old), ...Object.keys(next)]);
  return [...names].filter((name) => !isDeepStrictEqual(old[name], next[name])).sort();
}

type PersonAudit = { userId: number; action: string; detail: Record<string, unknown> };

/** Writes to the audit log of the directory's organization, or of all that the person belongs to. */
async function auditPerson(tx: Db, { scope, by }: Change, { userId, action, detail }: PersonAudit): Promise<void> {
  const told = { ...detail, by };
  if (scope === null) return auditUser(tx, 'operator', { userId, action, detail: told });
  const target = { targetType: 'user', targetId: String(userId) };
  await insertAudit(tx, 'operator', { orgId: scope, action, ...target, detail: told });
}

const taken = (what: string, value: string): ScimError =>
  new ScimError(409, `Another user has the ${what} ${value.slice(0, 254)}.`, 'uniqueness');

type Activity = { userId: number; wasActive: boolean | null; isActive: boolean };

async function settle(tx: Db, change: Change, { userId, wasActive, isActive }: Activity): Promise<void> {
  if (!isActive && wasActive !== false) await deactivatePerson(tx, change, userId);
  if (isActive && wasActive !== true) await activatePerson(tx, change, userId);
  await settleGroups(tx, change, [userId]);
}

/** Updates memberships to match the groups that the directory has pushed, in its organization or in all. */
export async function settleGroups(tx: Db, { scope, groupRoles }: Change, userIds: readonly number[]): Promise<void> {
  const roles = groupRoles.filter(({ orgId }) => scope === null || orgId === scope);
  const inside: Transactor = { ...tx, tx: (work) => work(tx) };
  // In one order, so that two changes of the same people wait for each other instead of both failing.
  for (const userId of userIds.toSorted((one, other) => one - other)) {
    const pushed = await directory.findGroups(tx, userId);
    const groupsOf: GroupsOf = (orgId) => (scope === null || orgId === scope ? pushed(orgId) : undefined);
    await applyGroups(inside, userId, groupsOf, roles);
  }
}
