import type { EvaluationSetCreateBody, EvaluationSetUpdateBody } from '@errand/contract/evaluations.ts';
import { hasRole } from '@errand/contract/roles.ts';
import type { Static } from 'typebox';
import { getAgent } from '#agents/get-agent.ts';
import { audit, changedMembers } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import type { Erased } from '#platform/domain.ts';
import { AppError, forbidden, invalidFields, notFound, refuseBlank } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { findPolicy } from '#policies/store.ts';
import { deleteCase, deleteCasesOfJob, insertCases, type NewCase } from './cases-store.ts';
import { isGated } from './gates-store.ts';
import { CASES_MAX } from './read-cases.ts';
import { deleteSet, findSet, insertSet, type SetRow, touchCases, updateSet } from './sets-store.ts';

export async function createSet(
  database: Database,
  caller: Caller,
  body: Static<typeof EvaluationSetCreateBody>,
): Promise<string> {
  const { orgId } = caller;
  refuseBlank({ name: body.name });
  const agentId = body.agent_id?.toLowerCase() ?? null;
  const policyId = body.policy_id?.toLowerCase() ?? null;
  if (agentId !== null) await getAgent(database, orgId, agentId);
  const db = database.tenant(orgId);
  if (policyId !== null && (await findPolicy(db, orgId, policyId)) === undefined)
    throw invalidFields({ policy_id: ['No policy with this id.'] });
  const id = newId();
  await db.tx(async (tx) => {
    await insertSet(tx, orgId, {
      id,
      name: body.name,
      description: body.description ?? '',
      agentId,
      policyId,
      creatorId: caller.userId,
      now: new Date(databaseNow()),
    });
    await audit(tx, caller, 'evaluation_set.created', id, { name: body.name });
  });
  return id;
}

export async function changeSet(
  database: Database,
  caller: Caller,
  set: SetRow,
  body: Static<typeof EvaluationSetUpdateBody>,
): Promise<void> {
  refuseBlank({ name: body.name });
  const name = body.name ?? set.name;
  const description = body.description === undefined ? set.description : (body.description ?? '');
  await database.tenant(caller.orgId).tx(async (tx) => {
    await refuseMember(tx, caller, set.id);
    await updateSet(tx, caller.orgId, set.id, { name, description, now: new Date(databaseNow()) });
    await audit(tx, caller, 'evaluation_set.updated', set.id, {
      name,
      ...changedMembers(set, { ...set, name, description }, ['name', 'description']),
    });
  });
}

export async function removeSet(database: Database, caller: Caller, set: SetRow): Promise<void> {
  const { orgId } = caller;
  await database.tenant(orgId).tx(async (tx) => {
    // The lock keeps runs from starting and cases from being added during the deletion.
    if (!(await touchCases(tx, orgId, set.id))) throw notFound('evaluation set');
    if (await isGated(tx, orgId, set.id))
      throw new AppError('conflict', { detail: 'A gate uses this set. Remove the gate first.' });
    await deleteSet(tx, orgId, set.id);
    await audit(tx, caller, 'evaluation_set.deleted', set.id, { name: set.name });
  });
}

/** Adds all cases or none. */
export async function addCases(
  database: Database,
  caller: Caller,
  set: SetRow,
  cases: NewCase[],
): Promise<{ added: number; case_count: number }> {
  const { orgId } = caller;
  return database.tenant(orgId).tx(async (tx) => {
    if (!(await touchCases(tx, orgId, set.id))) throw notFound('evaluation set');
    await refuseMember(tx, caller, set.id);
    const { case_count: before } = (await findSet(tx, orgId, set.id))!;
    const count = before + cases.length;
    if (count > CASES_MAX)
      throw invalidFields({ cases: [`A set can have at most ${CASES_MAX} cases. This one would have ${count}.`] });
    await insertCases(tx, orgId, set.id, cases);
    const jobs = cases.filter(({ jobId }) => jobId !== null).length;
    await audit(tx, caller, 'evaluation_set.cases_added', set.id, {
      cases: cases.length,
      ...(jobs > 0 && { from_jobs: jobs }),
    });
    return { added: cases.length, case_count: count };
  });
}

export async function removeCase(database: Database, caller: Caller, set: SetRow, caseId: string): Promise<void> {
  const { orgId } = caller;
  await database.tenant(orgId).tx(async (tx) => {
    // The lock comes first, so that no gate begins to use the set meanwhile.
    if (!(await touchCases(tx, orgId, set.id))) throw notFound('evaluation set');
    await refuseMember(tx, caller, set.id);
    if (!(await deleteCase(tx, orgId, set.id, caseId))) throw notFound('case of this set');
    await audit(tx, caller, 'evaluation_set.case_deleted', set.id, { case_id: caseId });
  });
}

/** Removes the cases that were taken from a job whose data goes. Its statement locks their sets, as other changes do. */
export async function eraseCasesOfJob(
  tx: Db,
  orgId: string,
  jobId: string,
  { role }: Pick<Caller, 'role'>,
): Promise<Erased> {
  const { count, setIds } = await deleteCasesOfJob(tx, orgId, jobId);
  for (const setId of setIds)
    if (!hasRole(role, 'admin') && (await isGated(tx, orgId, setId)))
      throw forbidden(
        `A case of a set that a gate uses was taken from this job, so deleting its data needs the role admin; yours is ${role}.`,
      );
  return { removed: { evaluation_cases: count } };
}

/** Whoever has to pass an exam does not write it: the set of a gate is an admin's. */
async function refuseMember(tx: Db, { orgId, role }: Caller, setId: string): Promise<void> {
  if (!hasRole(role, 'admin') && (await isGated(tx, orgId, setId)))
    throw forbidden(`A gate uses this set, so changing it needs the role admin; yours is ${role}.`);
}
