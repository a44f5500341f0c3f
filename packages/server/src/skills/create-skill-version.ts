import type { SkillFile, SkillFileChange, SkillVersionBody, SkillVersionCreated } from '@errand/contract/skills.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { invalidFields, refuseBlank } from '#platform/errors.ts';
import { createVersion, findBase } from '#versions/change.ts';
import { findVersion } from '#versions/store.ts';
import { checkFiles } from './check-files.ts';
import { describeChanges } from './diff-files.ts';
import { skillKind } from './store.ts';

/** Creates a version and makes it current. */
export async function createSkillVersion(
  db: Transactor,
  caller: Caller,
  setId: string,
  body: SkillVersionBody,
  /** Runs in the same transaction. */
  alongside?: (tx: Db, versionId: string) => Promise<void>,
): Promise<SkillVersionCreated> {
  refuseBlank({ version_name: body.version_name });
  const files = body.files.map(({ relative_path, content }): SkillFile => ({ relative_path, content }));
  checkFiles(files);
  const given = body.file_changes && readChanges(body.file_changes, files);
  const base = await findBase(db, caller, skillKind, setId, body.base_version_id);
  const created = await createVersion(db, caller, skillKind, setId, {
    versionName: body.version_name,
    base,
    expectedCurrent: body.expected_current,
    async makeContent(tx, set) {
      const before = base ?? (await findVersion(tx, skillKind, caller.orgId, setId, set.current_version_id));
      const fileChanges = given ?? describeChanges(before?.files ?? [], files);
      return { summary: body.summary ?? '', file_changes: fileChanges, files };
    },
    alongside,
  });
  return { id: created.id, version_name: created.versionName, ...created.content };
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
