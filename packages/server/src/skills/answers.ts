import type { SkillSet, SkillVersion } from '@errand/contract/skills.ts';
import { displayName } from '#orgs/users.ts';
import type { SkillSetRow } from './store.ts';
import type { SkillVersionRow } from './versions-store.ts';

// Converts database rows to API responses.

export function skillSetAnswer(row: SkillSetRow): SkillSet {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    organization_id: row.org_id,
    knowledge_base_key_id: null,
    current_version_id: row.current_version_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function skillVersionAnswer(row: SkillVersionRow, set: SkillSetRow): SkillVersion {
  const names = {
    email: row.creator_email,
    first_name: row.creator_first_name,
    last_name: row.creator_last_name,
  };
  return {
    id: row.id,
    version_name: row.version_name,
    created_at: row.created_at.toISOString(),
    updated_at: row.created_at.toISOString(),
    skill_set: skillSetAnswer(set),
    created_by:
      row.creator_id === null ? null : { id: row.creator_id, email: names.email, display_name: displayName(names) },
    base_version_id: row.base_version_id,
    summary: row.summary,
    file_changes: row.file_changes,
    files: row.files,
  };
}
