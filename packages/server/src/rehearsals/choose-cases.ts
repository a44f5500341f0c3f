import type { RehearsalBody } from '@errand/contract/rehearsals.ts';
import type { Static } from 'typebox';
import { findAgent } from '#agents/store.ts';
import { findObstacle, listMatchingJobs, listPastJobs, type PastJob } from '#jobs/frozen/past-jobs.ts';
import { listHeld } from '#jobs/record/holds.ts';
import { listExisting } from '#jobs/record/store.ts';
import type { Database } from '#platform/db.ts';
import { forbidden, invalidFields } from '#platform/errors.ts';

// Selects the past cases of a rehearsal, and finds those that cannot be decided again.

export type ChosenCase = { job: PastJob; reason: string | null };

const LIMIT_DEFAULT = 1_000;
const PROBLEMS_MAX = 20;

export async function chooseCases(
  database: Database,
  orgId: string,
  policyId: string,
  { job_ids, filter }: Static<typeof RehearsalBody>,
): Promise<ChosenCase[]> {
  if (job_ids !== undefined && filter !== undefined) throw invalidFields({ filter: ['Cannot be used with job_ids.'] });
  const db = database.tenant(orgId);
  // An unknown agent would match no cases, which would look as if nothing changed.
  if (filter?.agent_id !== undefined && (await findAgent(db, orgId, filter.agent_id)) === undefined)
    throw invalidFields({ filter: [`Agent ${filter.agent_id} not found.`] });
  const ids =
    job_ids === undefined
      ? await listMatchingJobs(db, orgId, policyId, { limit: LIMIT_DEFAULT, ...filter })
      : [...new Set(job_ids.map((id) => id.toLowerCase()))];
  const found = new Map((await listPastJobs(db, orgId, ids, { bare: true })).map((job) => [job.id, job]));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) {
    if ((await listExisting(database.system, missing)).length > 0)
      throw forbidden('A job belongs to another organization.');
    throw invalidFields({ job_ids: missing.slice(0, PROBLEMS_MAX).map((id) => `Job ${id} not found.`) });
  }
  const held = new Set(await listHeld(db, orgId, ids));
  return ids.map((id) => {
    const job = found.get(id)!;
    return { job, reason: findReason(job, policyId, held.has(id)) };
  });
}

function findReason(job: PastJob, policyId: string, isHeld: boolean): string | null {
  const obstacle = findObstacle(job);
  if (obstacle !== undefined) return obstacle;
  if (isHeld) return 'The job is under a legal hold.';
  if (job.policy_id !== policyId) return 'The job was not decided by this policy.';
  if (job.agent_deleted) return 'The agent of the job was deleted.';
  return null;
}
