import { insertAudit } from '#orgs/audit.ts';
import type { Db } from '#platform/db.ts';
import { isUuid } from '#platform/ids.ts';
import { invalid, ScimError, unknownResource } from './errors.ts';
import {
  changeMembers,
  deleteScimGroupRow,
  findMembers,
  findScimGroup,
  type GroupMember,
  insertScimGroup,
  isGroupTaken,
  listGroupMembers,
  lockScimGroup,
  type ScimGroupRow,
  updateScimGroup,
} from './group-store.ts';
import type { Resource } from './patch.ts';
import { canonical } from './path.ts';
import { type Change, settleGroups } from './users.ts';

// Groups of a directory. ERRAND_OIDC_ROLES maps them to roles; people who join or leave a group get or lose its role in
// the same transaction.

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export type Group = ScimGroupRow & { members: GroupMember[] };

type NewGroup = { displayName: string; externalId: string | null; members: string[] };

export function toGroupResource(group: ScimGroupRow & { members?: GroupMember[] | undefined }, base: string): Resource {
  return {
    schemas: [GROUP_SCHEMA],
    id: group.id,
    ...(group.external_id !== null && { externalId: group.external_id }),
    displayName: group.display_name,
    ...(group.members !== undefined && {
      members: group.members.map(({ value, display }) => ({
        value,
        display,
        $ref: `${base}/Users/${value}`,
        type: 'User',
      })),
    }),
    meta: {
      resourceType: 'Group',
      created: group.created_at.toISOString(),
      lastModified: group.updated_at.toISOString(),
      location: `${base}/Groups/${group.id}`,
    },
  };
}

export async function createScimGroup(change: Change, body: Resource): Promise<Group> {
  const given = readGroup(body);
  return change.db.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [
      `scim group ${change.scope} ${given.displayName.toLowerCase()}`,
    ]);
    await refuseTaken(tx, change, given, null);
    const id = await insertScimGroup(tx, change.scope, given);
    await setMembers(tx, change, { id, before: [], given, isRenamed: false });
    await auditGroup(tx, change, { action: 'scim_group.created', id, detail: { name: given.displayName } });
    return load(tx, change, id);
  });
}

export async function changeScimGroup(change: Change, id: string, edit: (group: Group) => Resource): Promise<Group> {
  return change.db.tx(async (tx) => {
    const row = await lockScimGroup(tx, change.scope, id);
    if (row === undefined) throw unknownResource('group', id);
    const before = await listGroupMembers(tx, id);
    const given = readGroup(edit({ ...row, members: before }));
    await refuseTaken(tx, change, given, id);
    await updateScimGroup(tx, id, given);
    const isRenamed = row.display_name !== given.displayName || row.external_id !== given.externalId;
    const { added, removed } = await setMembers(tx, change, { id, before, given, isRenamed });
    if (isRenamed || added + removed > 0) {
      const detail = { name: given.displayName, added, removed, ...(isRenamed && { before: row.display_name }) };
      await auditGroup(tx, change, { action: 'scim_group.updated', id, detail });
    }
    return load(tx, change, id);
  });
}

export async function deleteScimGroup(change: Change, id: string): Promise<void> {
  await change.db.tx(async (tx) => {
    const row = await lockScimGroup(tx, change.scope, id);
    if (row === undefined) throw unknownResource('group', id);
    const members = await listGroupMembers(tx, id);
    await deleteScimGroupRow(tx, id);
    await settleGroups(
      tx,
      change,
      members.map((one) => one.user_id),
    );
    await auditGroup(tx, change, { action: 'scim_group.deleted', id, detail: { name: row.display_name } });
  });
}

const load = async (tx: Db, { scope }: Change, id: string): Promise<Group> => ({
  ...(await findScimGroup(tx, scope, id))!,
  members: await listGroupMembers(tx, id),
});

type Members = { id: string; before: GroupMember[]; given: NewGroup; isRenamed: boolean };

async function setMembers(tx: Db, change: Change, { id, before, given, isRenamed }: Members) {
  const wanted = new Set(given.members);
  const known = new Set(before.map((one) => one.value));
  const added = given.members.filter((value) => !known.has(value));
  const found = await findMembers(tx, change.scope, added);
  const there = new Set(found.map((one) => one.value));
  const missing = added.find((value) => !there.has(value));
  if (missing !== undefined) throw invalid(`The member ${missing} is not a user of this directory.`);
  const removed = before.filter((one) => !wanted.has(one.value));
  await changeMembers(tx, id, { added, removed: removed.map((one) => one.value) });
  // Only people who joined or left, unless a new name of the group means other roles.
  const touched = isRenamed ? [...before, ...found] : [...found, ...removed];
  await settleGroups(tx, change, [...new Set(touched.map((one) => one.user_id))]);
  return { added: added.length, removed: removed.length };
}

async function refuseTaken(tx: Db, { scope }: Change, { displayName }: NewGroup, except: string | null): Promise<void> {
  if (await isGroupTaken(tx, scope, displayName, except))
    throw new ScimError(409, `A group named ${displayName} already exists.`, 'uniqueness');
}

function readGroup(body: Resource): NewGroup {
  const named: Resource = {};
  for (const [name, value] of Object.entries(body)) named[canonical(name)] = value;
  const { displayName, externalId = null, members = [] } = named;
  if (typeof displayName !== 'string' || displayName.trim() === '' || displayName.length > 500)
    throw invalid('displayName is required and must have 1 to 500 characters.');
  if (externalId !== null && (typeof externalId !== 'string' || externalId.length > 255))
    throw invalid('externalId must be a text of at most 255 characters.');
  return { displayName: displayName.trim(), externalId: externalId || null, members: readMembers(members ?? []) };
}

function readMembers(members: unknown): string[] {
  const list = Array.isArray(members) ? members : [members];
  const ids = list.map((one: unknown) => {
    const { value, type } = Object(one) as { value?: unknown; type?: unknown };
    if (typeof type === 'string' && type.toLowerCase() === 'group')
      throw invalid('Groups inside groups are not supported. Configure the directory to send their users.');
    if (typeof value !== 'string' || !isUuid(value)) throw invalid('A member must be {"value": the id of a user}.');
    return value.toLowerCase();
  });
  return [...new Set(ids)];
}

type GroupAudit = { action: string; id: string; detail: Record<string, unknown> };

/** Writes to the audit log of the directory's organization, or of those in which the group grants a role. */
async function auditGroup(
  tx: Db,
  { scope, by, groupRoles }: Change,
  { action, id, detail }: GroupAudit,
): Promise<void> {
  const named = groupRoles
    .filter(({ group }) => group === detail.name || group === detail.before)
    .map((one) => one.orgId);
  const orgs = scope === null ? [...new Set(named)] : [scope];
  const known = await tx.query<{ id: string }>('select id from organizations where id = any ($1::uuid[]) order by id', [
    orgs,
  ]);
  for (const { id: orgId } of known)
    await insertAudit(tx, 'operator', {
      orgId,
      action,
      targetType: 'scim_group',
      targetId: id,
      detail: { ...detail, by },
    });
}
