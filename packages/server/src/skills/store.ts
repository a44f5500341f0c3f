import type { SkillFile, SkillFileChange } from '@errand/contract/skills.ts';
import type { Db } from '#platform/db.ts';
import type { ResourceRow, Versioned, VersionRow } from '#versions/kind.ts';
import * as versions from '#versions/store.ts';

export type SkillContent = { summary: string; file_changes: SkillFileChange[]; files: SkillFile[] };
export type SkillSetRow = ResourceRow;
export type SkillVersionRow = VersionRow<SkillContent>;

/** Deleting a skill set deletes its versions and files. */
export const skillKind: Versioned<SkillContent> = {
  noun: 'skill set',
  target: 'skill_set',
  versionTarget: 'skill_version',
  table: 'skill_sets',
  versionTable: 'skill_versions',
  parent: 'skill_set_id',
  content: { summary: 'text', file_changes: 'json', files: 'json' },
  firstNumber: 0,
  isGated: false,
  hidesDeleted: false,
};

/** Finds a version by its id, or the current one by skill set id. */
export const findByEitherId = (db: Db, orgId: string, id: string) => versions.findByEitherId(db, skillKind, orgId, id);

/** Whether there is such a skill set. It cannot be deleted until the transaction ends. */
export async function lockSkillSetReference(tx: Db, orgId: string, id: string): Promise<boolean> {
  const rows = await tx.query('select id from skill_sets where org_id = $1 and id = $2 for key share', [orgId, id]);
  return rows.length > 0;
}
