import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import { lockPolicyReference } from '#policies/reference.ts';
import type { EngineRules } from './model.ts';

/** The policy of a version. With `policyVersionId` it is pinned to that version, and no promotion changes it. */
export type PolicyLink = { policyId: string | null; policyVersionId: string | null };

/**
 * Resolves `policy_version_id` of a configuration. It may be the id of a policy or of one of its versions; both name
 * the policy. With `policy_pin`, exactly that version is used. The policy cannot be deleted until the transaction ends.
 */
export async function resolvePolicy(
  tx: Db,
  orgId: string,
  engine: EngineRules | undefined,
  config: Record<string, unknown>,
): Promise<PolicyLink> {
  if (engine?.policy === undefined) return { policyId: null, policyVersionId: null };
  const { policy_version_id: given, policy_pin: pin } = config;
  if (given === undefined || given === null || given === '') {
    if (engine.policy === 'required')
      throw problem(`${engine.id} requires policy_version_id, the id of a policy or of one of its versions.`);
    return { policyId: null, policyVersionId: null };
  }
  const id = typeof given === 'string' ? given.trim().toLowerCase() : '';
  if (!isUuid(id)) throw problem('policy_version_id must be the id of a policy or of one of its versions.');
  const found = await lockPolicyReference(tx, orgId, id);
  if (found === undefined) throw problem(`policy_version_id: there is no policy or policy version ${id}.`);
  if (!readPin(pin)) return { policyId: found.policyId, policyVersionId: null };
  if (found.versionId === null)
    throw problem('With policy_pin, policy_version_id must be the id of a policy version, not of a policy.');
  return { policyId: found.policyId, policyVersionId: found.versionId };
}

function readPin(pin: unknown): boolean {
  if (pin === undefined || pin === null || pin === '') return false;
  if (typeof pin === 'boolean') return pin;
  const text = String(pin).toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw problem('policy_pin must be true or false.');
}

const problem = (message: string) => invalidFields({ engine_config: [message] });
