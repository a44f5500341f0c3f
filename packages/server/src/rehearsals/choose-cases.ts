import type { RehearsalBody } from '@errand/contract/rehearsals.ts';
import type { Static } from 'typebox';
import { findAgent } from '#agents/store.ts';
import { findObstacle, listMatchingJobs, listPastJobs, type PastJob } from '#jobs/frozen/past-jobs.ts';
import { listHeld } from '#jobs/record/holds.ts';
import { listExisting } from '#jobs/record/store.ts';
import type { Database } from '#platform/db.ts';
import { forbidden, invalidFields } from '#platform/errors.ts';

// Which past cases a rehearsal is about, and which of them cannot be decided again.

export type ChosenCase = { job: PastJob; reason: string | null };

const LIMIT_DEFAULT = 1_000;
const PROBLEMS_MAX = 20;

export async function chooseCases(
  database: Database,
  orgId: string,
  policyId: string,
  { job_ids, filter }: Static<typeof RehearsalBody>,
): Promise<ChosenCase[]> {
  if (job_ids !== undefined && filter !== undefined)
    throw invalidFields({ filter: ['Give job_ids or a filter, not both.'] });
  const db = database.tenant(orgId);
  // Nothing found would look as if nothing changed.
  if (filter?.agent_id !== undefined && (await findAgent(db, orgId, filter.agent_id)) === undefined)
    throw invalidFields({ filter: [`There is no agent ${filter.agent_id}.`] });
  const ids =
    job_ids === undefined
      ? await listMatchingJobs(db, orgId, policyId, { limit: LIMIT_DEFAULT, ...filter })
      : [...new Set(job_ids.map((id) => id.toLowerCase()))];
  const found = new Map((await listPastJobs(db, orgId, ids, { bare: true })).map((job) => [job.id, job]));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) {
    if ((await listExisting(database.system, missing)).length > 0)
      throw forbidden('A job belongs to another organization.');
    throw invalidFields({ job_ids: missing.slice(0, PROBLEMS_MAX).map((id) => `There is no job ${id}.`) });
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
  if (isHeld) return 'It is under a legal hold.';
  if (job.policy_id !== policyId) return 'It was not decided by this policy.';
  if (job.agent_deleted) return 'Its agent was deleted.';
  return null;
}
