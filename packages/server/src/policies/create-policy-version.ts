import type { PolicyVersionBody } from '@errand/contract/policies.ts';
import type { Static } from 'typebox';
import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { invalidFields, notFound, refuseBlank } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { readContent } from './content.ts';
import type { Gate } from './gate.ts';
import type { PolicyContent } from './model.ts';
import { lockPolicy, updateCurrentVersion } from './store.ts';
import { countPolicyVersions, findPolicyVersion, insertPolicyVersion } from './versions-store.ts';

export type CreatedVersion = { id: string; versionName: string; content: PolicyContent };

/**
 * Creates a version and makes it current, unless the request says otherwise or there is a gate. Rules with the same
 * titles as in the base version keep their ids.
 */
export async function createPolicyVersion(
  db: Transactor,
  caller: Caller,
  policyId: string,
  body: Static<typeof PolicyVersionBody>,
  gate: Gate,
): Promise<CreatedVersion> {
  const { orgId } = caller;
  refuseBlank({ version_name: body.version_name });
  const baseVersionId = body.base_version_id?.toLowerCase() ?? null;
  const base = baseVersionId === null ? undefined : await findPolicyVersion(db, orgId, policyId, baseVersionId);
  if (baseVersionId !== null && base === undefined)
    throw invalidFields({ base_version_id: ['This policy has no version with this id.'] });
  // Versions never change, so the base can be read before the lock. Checking templates takes a moment.
  const content = await readContent(body.content, base?.content);
  return db.tx(async (tx) => {
    const policy = await lockPolicy(tx, orgId, policyId);
    if (policy === undefined) throw notFound('policy');
    // Created under the lock, so that the newest of concurrently created versions stays current.
    const id = newId();
    const now = new Date(databaseNow());
    const versionName = body.version_name ?? `version ${(await countPolicyVersions(tx, orgId, policyId)) + 1}`;
    const isGated = await gate.exists(tx, orgId, { kind: 'policy', id: policyId });
    const isCurrent = (body.make_current ?? true) && !isGated;
    await insertPolicyVersion(tx, orgId, {
      id,
      policyId,
      versionName,
      content,
      baseVersionId,
      creatorId: caller.userId,
      isCurrent,
      now,
    });
    if (isCurrent) await updateCurrentVersion(tx, orgId, policyId, id, now);
    await insertAudit(tx, caller, {
      orgId,
      action: 'policy_version.created',
      targetType: 'policy_version',
      targetId: id,
      detail: { policy_id: policyId, ...(isCurrent && { from: policy.current_version_id, to: id }) },
    });
    return { id, versionName, content };
  });
}
