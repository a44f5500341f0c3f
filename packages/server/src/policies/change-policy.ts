import type { PolicyUpdateBody, PromoteBody } from '@errand/contract/policies.ts';
import type { Static } from 'typebox';
import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, notFound, refuseBlank } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Gate } from './gate.ts';
import { hidePolicy, lockPolicy, updateCurrentVersion, updatePolicyTexts } from './store.ts';
import { findPolicyVersion } from './versions-store.ts';

/** An agent version that uses a policy. The agents domain provides them. */
export type DependentAgent = { base_agent_id: string; agent_name: string; version_id: string; version_name: string };
export type ListDependents = (tx: Db, orgId: string, policyId: string) => Promise<DependentAgent[]>;

/** Throws unless this is a completed rehearsal of the version. The rehearsals domain provides it. */
export type CheckRehearsal = (
  tx: Db,
  orgId: string,
  given: { policyId: string; versionId: string; rehearsalId: string },
) => Promise<void>;

export type PromotionChecks = { gate: Gate; checkRehearsal: CheckRehearsal };

/** Changes the given fields. Null clears the description. Setting current values changes nothing. */
export async function changePolicy(
  db: Transactor,
  caller: Caller,
  policyId: string,
  body: Static<typeof PolicyUpdateBody>,
): Promise<void> {
  const { orgId } = caller;
  refuseBlank({ name: body.name });
  await db.tx(async (tx) => {
    const policy = await lockPolicy(tx, orgId, policyId);
    if (policy === undefined) throw notFound('policy');
    const texts = {
      name: body.name ?? policy.name,
      description: body.description === undefined ? policy.description : (body.description ?? ''),
    };
    if (texts.name === policy.name && texts.description === policy.description) return;
    await updatePolicyTexts(tx, orgId, policyId, texts, new Date(databaseNow()));
    await audit(tx, caller, 'policy.updated', policyId, texts);
  });
}

/** Makes a version current, to promote or to roll back. Naming the current version changes nothing. */
export async function promotePolicyVersion(
  db: Transactor,
  caller: Caller,
  policyId: string,
  versionId: string,
  body: Static<typeof PromoteBody>,
  { gate, checkRehearsal }: PromotionChecks,
): Promise<void> {
  const { orgId } = caller;
  const rehearsalId = body.rehearsal_id?.toLowerCase();
  const { reason, expected_current: expected } = body;
  await db.tx(async (tx) => {
    const policy = await lockPolicy(tx, orgId, policyId);
    if (policy === undefined) throw notFound('policy');
    const version = await findPolicyVersion(tx, orgId, policyId, versionId);
    if (version === undefined) throw notFound('version of this policy');
    if (policy.current_version_id === versionId) return;
    // The caller compared with the version that was current then, so the decision depends on it.
    if (expected && policy.current_version_id !== expected.toLowerCase())
      throw new AppError('conflict', { detail: 'Another version has become current in the meantime.' });
    if (rehearsalId) await checkRehearsal(tx, orgId, { policyId, versionId, rehearsalId });
    const shown = version.was_current
      ? {}
      : await gate.check(tx, caller, { kind: 'policy', id: policyId, versionId, overrideReason: body.override_reason });
    await updateCurrentVersion(tx, orgId, policyId, versionId, new Date(databaseNow()));
    const detail = {
      from: policy.current_version_id,
      to: versionId,
      ...(reason && { reason }),
      ...(rehearsalId && { rehearsal_id: rehearsalId }),
      ...shown,
    };
    await audit(tx, caller, 'policy.version_promoted', policyId, detail);
  });
}

/** Deletes a policy unless agent versions use it. Jobs already accepted with it keep using it. */
export async function deletePolicy(
  db: Transactor,
  caller: Caller,
  policyId: string,
  listDependents: ListDependents,
): Promise<void> {
  const { orgId } = caller;
  await db.tx(async (tx) => {
    const policy = await lockPolicy(tx, orgId, policyId);
    if (policy === undefined) throw notFound('policy');
    const dependents = await listDependents(tx, orgId, policyId);
    if (dependents.length > 0)
      throw new AppError('conflict', {
        detail: 'Agent versions still use this policy. Delete them first.',
        extra: { dependent_agents: dependents },
      });
    await hidePolicy(tx, orgId, policyId, new Date(databaseNow()));
    await audit(tx, caller, 'policy.deleted', policyId, { name: policy.name });
  });
}

async function audit(
  tx: Db,
  caller: Caller,
  action: string,
  targetId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await insertAudit(tx, caller, { orgId: caller.orgId, action, targetType: 'policy', targetId, detail });
}
