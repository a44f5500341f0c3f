import type { DependentAgent } from '@errand/contract/policies.ts';
import type { SkillPromoteBody, SkillSetCreateBody, SkillSetUpdateBody } from '@errand/contract/skills.ts';
import type { Static } from 'typebox';
import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, notFound, refuseBlank } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { makeBaseFiles } from './base-files.ts';
import { describeChanges } from './diff-files.ts';
import {
  deleteSkillSetRow,
  insertSkillSet,
  lockSkillSet,
  type SkillSetRow,
  updateCurrentVersion,
  updateSkillSetTexts,
} from './store.ts';
import { findSkillVersion, insertSkillVersion } from './versions-store.ts';

/** Lists the agent versions that use a skill set. The agents domain provides it. */
export type ListDependents = (tx: Db, orgId: string, setId: string) => Promise<Static<typeof DependentAgent>[]>;

/** Creates a skill set with its base files as version 0, which is current. Returns its id. */
export async function createSkillSet(
  db: Transactor,
  caller: Caller,
  body: Static<typeof SkillSetCreateBody>,
): Promise<string> {
  const { orgId } = caller;
  refuseBlank({ name: body.name });
  const texts = { name: body.name, description: body.description ?? '' };
  const files = makeBaseFiles(texts);
  const [id, versionId] = [newId(), newId()];
  const shared = { creatorId: caller.userId, now: new Date(databaseNow()) };
  await db.tx(async (tx) => {
    await insertSkillSet(tx, orgId, { ...shared, ...texts, id, currentVersionId: versionId });
    await insertSkillVersion(tx, orgId, {
      ...shared,
      id: versionId,
      setId: id,
      versionName: 'version 0',
      summary: '',
      fileChanges: describeChanges([], files),
      files,
      baseVersionId: null,
    });
    await audit(tx, caller, 'skill_set.created', id, { name: body.name, version_id: versionId });
  });
  return id;
}

/** Changes the given fields. Null clears the description. Setting current values changes nothing. */
export async function changeSkillSet(
  db: Transactor,
  caller: Caller,
  id: string,
  body: Static<typeof SkillSetUpdateBody>,
): Promise<void> {
  refuseBlank({ name: body.name });
  await db.tx(async (tx) => {
    const set = await getLocked(tx, caller, id);
    const texts = {
      name: body.name ?? set.name,
      description: body.description === undefined ? set.description : (body.description ?? ''),
    };
    if (texts.name === set.name && texts.description === set.description) return;
    await updateSkillSetTexts(tx, caller.orgId, id, texts, new Date(databaseNow()));
    await audit(tx, caller, 'skill_set.updated', id, texts);
  });
}

/** Makes a version current, to promote or to roll back. Naming the current version changes nothing. */
export async function promoteSkillVersion(
  db: Transactor,
  caller: Caller,
  { id, versionId }: { id: string; versionId: string },
  body: Static<typeof SkillPromoteBody> = {},
): Promise<void> {
  await db.tx(async (tx) => {
    const set = await getLocked(tx, caller, id);
    if ((await findSkillVersion(tx, caller.orgId, id, versionId)) === undefined)
      throw notFound('version of this skill set');
    refuseMoved(set, body.expected_current);
    if (set.current_version_id === versionId) return;
    await updateCurrentVersion(tx, caller.orgId, id, versionId, new Date(databaseNow()));
    await audit(tx, caller, 'skill_set.version_promoted', id, { from: set.current_version_id, to: versionId });
  });
}

/** Deletes a skill set unless agent versions use it. */
export async function deleteSkillSet(
  db: Transactor,
  caller: Caller,
  id: string,
  listDependents: ListDependents,
): Promise<void> {
  await db.tx(async (tx) => {
    const set = await getLocked(tx, caller, id);
    const dependents = await listDependents(tx, caller.orgId, id);
    if (dependents.length > 0)
      throw new AppError('conflict', {
        detail: 'Agent versions still use this skill set. Delete them first.',
        extra: { dependent_agents: dependents },
      });
    await deleteSkillSetRow(tx, caller.orgId, id);
    await audit(tx, caller, 'skill_set.deleted', id, { name: set.name });
  });
}

export async function getLocked(tx: Db, { orgId }: Caller, id: string): Promise<SkillSetRow> {
  const set = await lockSkillSet(tx, orgId, id);
  if (set === undefined) throw notFound('skill set');
  return set;
}

/** An editor works from the version that was current then, and would undo later changes of others. */
export function refuseMoved(set: SkillSetRow, expected: string | null | undefined): void {
  if (expected && set.current_version_id !== expected.toLowerCase())
    throw new AppError('conflict', { detail: 'Another version has become current in the meantime.' });
}

async function audit(
  tx: Db,
  caller: Caller,
  action: string,
  targetId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await insertAudit(tx, caller, { orgId: caller.orgId, action, targetType: 'skill_set', targetId, detail });
}
