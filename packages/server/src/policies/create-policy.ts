import type { PolicyCreateBody } from '@errand/contract/policies.ts';
import type { Static } from 'typebox';
import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { refuseBlank } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { readContent } from './content.ts';
import { insertPolicy } from './store.ts';
import { insertPolicyVersion } from './versions-store.ts';

/** Creates a policy with its first version, which is current. Returns the policy's id. */
export async function createPolicy(
  db: Transactor,
  caller: Caller,
  body: Static<typeof PolicyCreateBody>,
): Promise<string> {
  const { orgId } = caller;
  refuseBlank({ name: body.name, version_name: body.version_name });
  const content = await readContent(body.content);
  const policyId = newId();
  const versionId = newId();
  const shared = { creatorId: caller.userId, now: new Date(databaseNow()) };
  await db.tx(async (tx) => {
    await insertPolicy(tx, orgId, {
      ...shared,
      id: policyId,
      name: body.name,
      description: body.description ?? '',
      currentVersionId: versionId,
    });
    await insertPolicyVersion(tx, orgId, {
      isCurrent: true,
      ...shared,
      id: versionId,
      policyId,
      versionName: body.version_name ?? 'version 1',
      content,
      baseVersionId: null,
    });
    await insertAudit(tx, caller, {
      orgId,
      action: 'policy.created',
      targetType: 'policy',
      targetId: policyId,
      detail: { name: body.name, version_id: versionId },
    });
  });
  return policyId;
}
