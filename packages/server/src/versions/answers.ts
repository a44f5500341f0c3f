import { displayName } from '#orgs/users.ts';
import type { Content, ResourceRow, VersionRow } from './kind.ts';

// The members that responses of all kinds have.

export const resourceAnswer = (row: ResourceRow) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  organization_id: row.org_id,
  current_version_id: row.current_version_id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Who created a version, or null if the user is gone. */
export function creatorAnswer({ creator_id, ...row }: VersionRow<Content>) {
  const names = { email: row.creator_email, first_name: row.creator_first_name, last_name: row.creator_last_name };
  return creator_id === null ? null : { id: creator_id, email: names.email, display_name: displayName(names) };
}
