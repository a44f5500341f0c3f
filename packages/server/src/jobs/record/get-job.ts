import type { Database } from '#platform/db.ts';
import { forbidden, notFound } from '#platform/errors.ts';
import { findState, type JobState, listExisting } from './store.ts';

/** The organization's job. One of another organization is forbidden, an unknown one not found. */
export async function getOwnJob(database: Database, orgId: string, jobId: string): Promise<JobState> {
  const job = await findState(database.tenant(orgId), orgId, jobId);
  if (job !== undefined) return job;
  if ((await listExisting(database.system, [jobId])).length > 0)
    throw forbidden('This job belongs to another organization.');
  throw notFound('job');
}
