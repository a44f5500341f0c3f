import type { SkillFile, SkillFileChange, SkillVersionBody, SkillVersionCreated } from '@errand/contract/skills.ts';
import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { invalidFields, refuseBlank } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { getLocked, refuseMoved } from './change-skill-set.ts';
import { checkFiles } from './check-files.ts';
import { describeChanges } from './diff-files.ts';
import { updateCurrentVersion } from './store.ts';
import { countSkillVersions, findSkillVersion, insertSkillVersion } from './versions-store.ts';

/** Creates a version and makes it current. */
export async function createSkillVersion(
  db: Transactor,
  caller: Caller,
  setId: string,
  body: SkillVersionBody,
  /** Runs in the same transaction. */
  alongside?: (tx: Db, versionId: string) => Promise<void>,
): Promise<SkillVersionCreated> {
  const { orgId } = caller;
  refuseBlank({ version_name: body.version_name });
  const files = body.files.map(({ relative_path, content }): SkillFile => ({ relative_path, content }));
  checkFiles(files);
  const given = body.file_changes && readChanges(body.file_changes, files);
  const baseVersionId = body.base_version_id?.toLowerCase() ?? null;
  const base = baseVersionId === null ? undefined : await findSkillVersion(db, orgId, setId, baseVersionId);
  if (baseVersionId !== null && base === undefined)
    throw invalidFields({ base_version_id: ['This skill set has no version with this id.'] });
  return db.tx(async (tx) => {
    const set = await getLocked(tx, caller, setId);
    refuseMoved(set, body.expected_current);
    const before = base ?? (await findSkillVersion(tx, orgId, setId, set.current_version_id));
    const fileChanges = given ?? describeChanges(before?.files ?? [], files);
    // Created under the lock, so that the newest of concurrently created versions stays current.
    const id = newId();
    const now = new Date(databaseNow());
    const versionName = body.version_name ?? `version ${await countSkillVersions(tx, orgId, setId)}`;
    const summary = body.summary ?? '';
    await insertSkillVersion(tx, orgId, {
      id,
      setId,
      versionName,
      summary,
      fileChanges,
      files,
      baseVersionId,
      creatorId: caller.userId,
      now,
    });
    await updateCurrentVersion(tx, orgId, setId, id, now);
    await alongside?.(tx, id);
    await insertAudit(tx, caller, {
      orgId,
      action: 'skill_version.created',
      targetType: 'skill_version',
      targetId: id,
      detail: { skill_set_id: setId, from: set.current_version_id, to: id },
    });
    return { id, version_name: versionName, summary, file_changes: fileChanges, files };
  });
}

/** Reads the changes that the client describes. Each must name a file of the version. */
function readChanges(given: SkillFileChange[], files: SkillFile[]): SkillFileChange[] {
  const known = new Set(files.map(({ relative_path: path }) => path));
  const strange = given.find(({ path }) => !known.has(path));
  if (strange !== undefined)
    throw invalidFields({ file_changes: [`'${strange.path.slice(0, 100)}' is not a file of this version.`] });
  return given.map(({ path, status, note, added_lines, removed_lines }) => ({
    path,
    status,
    ...(note !== undefined && { note }),
    ...(added_lines !== undefined && { added_lines }),
    ...(removed_lines !== undefined && { removed_lines }),
  }));
}
