import type { SkillSet, SkillVersion } from '@errand/contract/skills.ts';
import { creatorAnswer, resourceAnswer } from '#versions/answers.ts';
import type { SkillSetRow, SkillVersionRow } from './store.ts';

// Converts database rows to API responses.

export function skillSetAnswer(row: SkillSetRow): SkillSet {
  const { current_version_id, created_at, updated_at, ...texts } = resourceAnswer(row);
  return { ...texts, knowledge_base_key_id: null, current_version_id, created_at, updated_at };
}

export const skillVersionAnswer = (row: SkillVersionRow, set: SkillSetRow): SkillVersion => ({
  id: row.id,
  version_name: row.version_name,
  created_at: row.created_at.toISOString(),
  updated_at: row.created_at.toISOString(),
  skill_set: skillSetAnswer(set),
  created_by: creatorAnswer(row),
  base_version_id: row.base_version_id,
  summary: row.summary,
  file_changes: row.file_changes,
  files: row.files,
});
