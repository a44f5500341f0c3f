import type { Policy, PolicyVersion } from '@errand/contract/policies.ts';
import { displayName } from '#orgs/users.ts';
import { contentWarnings } from './content-warnings.ts';
import type { PolicyRow } from './store.ts';
import type { PolicyVersionRow } from './versions-store.ts';

// Converts database rows to API responses.

export function policyAnswer(row: PolicyRow): Policy {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    organization_id: row.org_id,
    current_version_id: row.current_version_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export async function policyVersionAnswer(row: PolicyVersionRow, policy: PolicyRow): Promise<PolicyVersion> {
  const names = {
    email: row.creator_email,
    first_name: row.creator_first_name,
    last_name: row.creator_last_name,
  };
  return {
    id: row.id,
    version_name: row.version_name,
    content: row.content,
    content_warnings: await contentWarnings(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.created_at.toISOString(),
    policy: policyAnswer(policy),
    created_by:
      row.creator_id === null ? null : { id: row.creator_id, email: names.email, display_name: displayName(names) },
    base_version_id: row.base_version_id,
  };
}
