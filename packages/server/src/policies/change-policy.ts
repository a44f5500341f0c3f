import type { PolicyCreateBody, PolicyVersionBody, PromoteBody } from '@errand/contract/policies.ts';
import type { Static } from 'typebox';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { refuseBlank } from '#platform/errors.ts';
import { createResource, createVersion, findBase, promoteVersion, refuseMoved } from '#versions/change.ts';
import type { Approval, Gate } from '#versions/gate.ts';
import { readContent } from './content.ts';
import type { PolicyContent } from './model.ts';
import { policyKind } from './store.ts';

/** Throws unless this is a completed rehearsal of the version. The rehearsals domain provides it. */
export type CheckRehearsal = (
  tx: Db,
  orgId: string,
  given: { policyId: string; versionId: string; rehearsalId: string },
) => Promise<void>;

export type PromotionChecks = { gate: Gate; checkRehearsal: CheckRehearsal };

/** Creates a policy with its first version, which is current. Returns the policy's id. */
export async function createPolicy(
  db: Transactor,
  caller: Caller,
  body: Static<typeof PolicyCreateBody>,
): Promise<string> {
  refuseBlank({ name: body.name, version_name: body.version_name });
  return createResource(db, caller, policyKind, {
    name: body.name,
    description: body.description ?? '',
    versionName: body.version_name,
    content: { content: await readContent(body.content) },
  });
}

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
  refuseBlank({ version_name: body.version_name });
  const base = await findBase(db, caller, policyKind, policyId, body.base_version_id);
  // Before the lock: checking templates takes a moment.
  const content = await readContent(body.content, base?.content);
  const created = await createVersion(db, caller, policyKind, policyId, {
    versionName: body.version_name,
    base,
    makeContent: () => ({ content }),
    isCurrent: async (tx) =>
      (body.make_current ?? true) && !(await gate.exists(tx, caller.orgId, { kind: 'policy', id: policyId })),
  });
  return { ...created, content };
}

/** Makes a version current, or proposes it. A version that was never current must pass the gate. */
export async function promotePolicyVersion(
  db: Transactor,
  caller: Caller,
  ids: { id: string; versionId: string },
  body: Static<typeof PromoteBody>,
  { gate, checkRehearsal, approval }: PromotionChecks & { approval?: Approval },
): Promise<boolean> {
  const { id: policyId, versionId } = ids;
  const rehearsalId = body.rehearsal_id?.toLowerCase();
  return promoteVersion(db, caller, policyKind, ids, async (tx, { resource, version, isCurrent }) => {
    if (isCurrent) return {};
    // The caller compared with the version that was current then, so the decision depends on it.
    refuseMoved(resource, body.expected_current);
    if (rehearsalId) await checkRehearsal(tx, caller.orgId, { policyId, versionId, rehearsalId });
    const promotion = {
      versionId,
      wasCurrent: version.was_current,
      from: resource.current_version_id,
      reason: body.reason,
      overrideReason: body.override_reason,
      rehearsalId,
    };
    const shown = await gate.admit(tx, caller, { kind: 'policy', id: policyId }, promotion, approval);
    if (shown === undefined) return undefined;
    return {
      ...(body.reason && { reason: body.reason }),
      ...(rehearsalId && { rehearsal_id: rehearsalId }),
      ...shown,
    };
  });
}
