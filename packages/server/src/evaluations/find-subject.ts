import type { EvaluationRunBody } from '@errand/contract/evaluations.ts';
import type { Static } from 'typebox';
import { listPolicyDependents } from '#agents/dependents.ts';
import { findRunnable, type Snapshot } from '#agents/snapshot.ts';
import type { Database } from '#platform/db.ts';
import { forbidden, invalidFields } from '#platform/errors.ts';
import { findByEitherId } from '#policies/store.ts';
import type { CaseRow } from './cases-store.ts';
import type { SetRow } from './sets-store.ts';

// Finds what a run measures: an agent version with a policy version. The default is the current version of each.

export type Subject = { agentId: string; versionId: string; policyVersionId: string | null };

type Given = { set: SetRow; cases: CaseRow[]; body: Static<typeof EvaluationRunBody> };

export async function findSubject(database: Database, orgId: string, given: Given): Promise<Subject> {
  const snapshot = await findAgent(database, orgId, given);
  const { set } = given;
  if (set.agent_id !== null && snapshot.agentId !== set.agent_id)
    throw invalidFields({ agent_version_id: ['This version does not belong to the agent of the set.'] });
  return {
    agentId: snapshot.agentId,
    versionId: snapshot.version.id,
    policyVersionId: await findPolicyVersionId(database, orgId, snapshot, given),
  };
}

async function findAgent(database: Database, orgId: string, given: Given): Promise<Snapshot> {
  const { agent_version_id: versionId } = given.body;
  const field = versionId ? 'agent_version_id' : 'agent_id';
  const id = versionId?.toLowerCase() ?? (await chooseAgent(database, orgId, given));
  const snapshot = await findRunnable(database.system, id);
  if (snapshot === undefined || (versionId && snapshot.version.id !== id))
    throw invalidFields({ [field]: [versionId ? 'No agent version with this id.' : 'The agent was deleted.'] });
  if (snapshot.orgId !== orgId) throw forbidden('This agent belongs to another organization.');
  return snapshot;
}

/** Returns the agent of the set, or else the only agent of its cases or its policy. */
async function chooseAgent(database: Database, orgId: string, { set, cases }: Given): Promise<string> {
  if (set.agent_id !== null) return set.agent_id;
  const ofCases = new Set(cases.flatMap((one) => one.agent_id ?? []));
  if (ofCases.size === 1) return [...ofCases][0]!;
  const dependents =
    set.policy_id === null ? [] : await listPolicyDependents(database.tenant(orgId), orgId, set.policy_id);
  const agents = new Set(dependents.map((one) => one.base_agent_id));
  if (agents.size === 1) return [...agents][0]!;
  throw invalidFields({ agent_version_id: ['Required, because the set does not determine an agent.'] });
}

async function findPolicyVersionId(
  database: Database,
  orgId: string,
  { policyVersionId: own }: Snapshot,
  { set, body }: Given,
): Promise<string | null> {
  const asked = body.policy_version_id?.toLowerCase();
  const db = database.tenant(orgId);
  const used = own === null ? undefined : await findByEitherId(db, orgId, own);
  if (set.policy_id !== null && used?.resource.id !== set.policy_id)
    throw invalidFields({ agent_version_id: ['This agent does not use the policy of the set.'] });
  if (asked === undefined) return own;
  const found = await findByEitherId(db, orgId, asked);
  if (found?.version.id !== asked) throw invalidFields({ policy_version_id: ['No policy version with this id.'] });
  if (found.resource.id !== used?.resource.id)
    throw invalidFields({ policy_version_id: ['The agent does not use this policy.'] });
  return asked;
}
