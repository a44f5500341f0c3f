import type { PolicyVersion } from '@errand/contract/policies.ts';
import { creatorAnswer, resourceAnswer } from '#versions/answers.ts';
import { contentWarnings } from './content-warnings.ts';
import type { PolicyRow, PolicyVersionRow } from './store.ts';

export const policyVersionAnswer = async (row: PolicyVersionRow, policy: PolicyRow): Promise<PolicyVersion> => ({
  id: row.id,
  version_name: row.version_name,
  content: row.content,
  content_warnings: await contentWarnings(row),
  created_at: row.created_at.toISOString(),
  updated_at: row.created_at.toISOString(),
  policy: resourceAnswer(policy),
  created_by: creatorAnswer(row),
  base_version_id: row.base_version_id,
});
