import { audit, changedMembers } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, invalidFields, notFound, refuseBlank } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import type { Content, ResourceRow, Versioned, VersionRow } from './kind.ts';
import {
  countVersions,
  deleteResourceRow,
  findVersion,
  insertResource,
  insertVersion,
  lockResource,
  updateCurrentVersion,
  updateTexts,
} from './store.ts';

// The verbs of resources in versions. Each is one transaction with its entry in the audit log.

/** An agent version that uses a resource. The agents domain provides them. */
export type DependentAgent = { base_agent_id: string; agent_name: string; version_id: string; version_name: string };
export type ListDependents = (tx: Db, orgId: string, id: string) => Promise<DependentAgent[]>;

type Texts = { name?: string | undefined; description?: string | null | undefined };

/** Creates a resource with its first version, which is current. Returns the resource's id. */
export async function createResource<C extends Content>(
  db: Transactor,
  caller: Caller,
  kind: Versioned<C>,
  given: { name: string; description: string; versionName?: string | undefined; content: C },
): Promise<string> {
  const { orgId } = caller;
  const { name, description, content } = given;
  const [id, versionId] = [newId(), newId()];
  const shared = { creatorId: caller.userId, now: new Date(databaseNow()) };
  await db.tx(async (tx) => {
    await insertResource(tx, kind, orgId, { ...shared, id, name, description, currentVersionId: versionId });
    await insertVersion(tx, kind, orgId, {
      ...shared,
      id: versionId,
      resourceId: id,
      versionName: given.versionName ?? `version ${kind.firstNumber}`,
      baseVersionId: null,
      isCurrent: true,
      content,
    });
    await audit(tx, caller, `${kind.target}.created`, id, { name, version_id: versionId });
  });
  return id;
}

/** Changes the given fields. Null clears the description. Setting current values changes nothing. */
export async function changeTexts(
  db: Transactor,
  caller: Caller,
  kind: Versioned,
  id: string,
  given: Texts,
): Promise<void> {
  refuseBlank({ name: given.name });
  await db.tx(async (tx) => {
    const resource = await getLocked(tx, caller, kind, id);
    const texts = {
      name: given.name ?? resource.name,
      description: given.description === undefined ? resource.description : (given.description ?? ''),
    };
    if (texts.name === resource.name && texts.description === resource.description) return;
    await updateTexts(tx, kind, resource, texts, new Date(databaseNow()));
    const before = { name: resource.name, description: resource.description };
    const detail = { name: texts.name, ...changedMembers(before, texts, ['name', 'description']) };
    await audit(tx, caller, `${kind.target}.updated`, id, detail);
  });
}

/** Finds the version that a new one is based on. Versions never change, so this needs no lock. */
export async function findBase<C extends Content>(
  db: Db,
  { orgId }: Caller,
  kind: Versioned<C>,
  id: string,
  given: string | null | undefined,
): Promise<VersionRow<C> | undefined> {
  if (given === null || given === undefined) return undefined;
  const base = await findVersion(db, kind, orgId, id, given.toLowerCase());
  if (base === undefined) throw invalidFields({ base_version_id: [`This ${kind.noun} has no version with this id.`] });
  return base;
}

export type NewContent<C extends Content> = {
  versionName: string | undefined;
  base: VersionRow<C> | undefined;
  /** The current version may only change if it is this one. */
  expectedCurrent?: string | null | undefined;
  makeContent(tx: Db, resource: ResourceRow): C | Promise<C>;
  /** Whether it becomes current at once. Default: yes. */
  isCurrent?(tx: Db): Promise<boolean>;
  /** Runs in the same transaction. */
  alongside?: ((tx: Db, versionId: string) => Promise<void>) | undefined;
};

export async function createVersion<C extends Content>(
  db: Transactor,
  caller: Caller,
  kind: Versioned<C>,
  resourceId: string,
  given: NewContent<C>,
): Promise<{ id: string; versionName: string; content: C }> {
  return db.tx(async (tx) => {
    const resource = await getLocked(tx, caller, kind, resourceId);
    refuseMoved(resource, given.expectedCurrent);
    const content = await given.makeContent(tx, resource);
    const isCurrent = (await given.isCurrent?.(tx)) ?? true;
    // Created under the lock, so that the newest of concurrently created versions stays current.
    const id = newId();
    const now = new Date(databaseNow());
    const number = (await countVersions(tx, kind, resource)) + kind.firstNumber;
    const versionName = given.versionName ?? `version ${number}`;
    const baseVersionId = given.base?.id ?? null;
    const creatorId = caller.userId;
    await insertVersion(tx, kind, caller.orgId, {
      id,
      resourceId,
      versionName,
      baseVersionId,
      creatorId,
      isCurrent,
      now,
      content,
    });
    if (isCurrent) await updateCurrentVersion(tx, kind, resource, id, now);
    await given.alongside?.(tx, id);
    await audit(tx, caller, `${kind.versionTarget}.created`, id, {
      [kind.parent]: resourceId,
      ...(isCurrent && { from: resource.current_version_id, to: id }),
    });
    return { id, versionName, content };
  });
}

type Admitted = Record<string, unknown> | undefined;
type Promotion<C extends Content> = { resource: ResourceRow; version: VersionRow<C>; isCurrent: boolean };

/**
 * Makes a version current, to promote or to roll back. Naming the current version changes nothing. `admit` throws what
 * speaks against it, and returns details for the audit log, or undefined if the version is only proposed: then the
 * version stays as it is and the answer is false.
 */
export async function promoteVersion<C extends Content>(
  db: Transactor,
  caller: Caller,
  kind: Versioned<C>,
  { id, versionId }: { id: string; versionId: string },
  admit: (tx: Db, promotion: Promotion<C>) => Admitted | Promise<Admitted>,
): Promise<boolean> {
  return db.tx(async (tx) => {
    const resource = await getLocked(tx, caller, kind, id);
    const version = await findVersion(tx, kind, caller.orgId, id, versionId);
    if (version === undefined) throw notFound(`version of this ${kind.noun}`);
    const isCurrent = resource.current_version_id === versionId;
    const detail = await admit(tx, { resource, version, isCurrent });
    if (isCurrent) return true;
    if (detail === undefined) return false;
    await updateCurrentVersion(tx, kind, resource, versionId, new Date(databaseNow()));
    await audit(tx, caller, `${kind.target}.version_promoted`, id, {
      from: resource.current_version_id,
      to: versionId,
      ...detail,
    });
    return true;
  });
}

/** Deletes a resource unless agent versions use it. */
export async function deleteResource(
  db: Transactor,
  caller: Caller,
  kind: Versioned,
  id: string,
  listDependents: ListDependents,
): Promise<void> {
  await db.tx(async (tx) => {
    const resource = await getLocked(tx, caller, kind, id);
    const dependents = await listDependents(tx, caller.orgId, id);
    if (dependents.length > 0)
      throw new AppError('conflict', {
        detail: `Agent versions still use this ${kind.noun}. Delete them first.`,
        extra: { dependent_agents: dependents },
      });
    await deleteResourceRow(tx, kind, resource, new Date(databaseNow()));
    await audit(tx, caller, `${kind.target}.deleted`, id, { name: resource.name });
  });
}

export async function getLocked(tx: Db, { orgId }: Caller, kind: Versioned, id: string): Promise<ResourceRow> {
  const resource = await lockResource(tx, kind, orgId, id);
  if (resource === undefined) throw notFound(kind.noun);
  return resource;
}

/** An editor works from the version that was current then, and would undo later changes of others. */
export function refuseMoved(
  resource: Pick<ResourceRow, 'current_version_id'>,
  expected: string | null | undefined,
): void {
  if (expected && resource.current_version_id !== expected.toLowerCase())
    throw new AppError('conflict', { detail: 'Another version has become current in the meantime.' });
}
