import type { Database, Db } from '#platform/db.ts';
import { forbidden, notFound } from '#platform/errors.ts';
import { isFinal } from '../record/model.ts';
import { findState, type JobState, listExisting } from '../record/store.ts';
import type { Archive } from './archive.ts';

type Deps = { database: Database; archive: Archive };

/** A job with a reader that sees all of its rows. */
export type OpenedJob = JobState & { db: Db; archived: boolean };

/** Returns the organization's job for reading. A job of another organization is forbidden, an unknown one not found. */
export async function openOwnJob({ database, archive }: Deps, orgId: string, jobId: string): Promise<OpenedJob> {
  const live = database.tenant(orgId);
  const job = await findState(live, orgId, jobId);
  if (job !== undefined) return { ...job, db: live, archived: false };
  const archived = await archive.open(orgId, [jobId]);
  const found = archived && (await findState(archived.db, orgId, jobId));
  if (found !== undefined) return { ...found, db: archived!.db, archived: true };
  // It may have been brought back a moment ago.
  const again = await findState(live, orgId, jobId);
  if (again !== undefined) return { ...again, db: live, archived: false };
  throw await whyNot(database, jobId);
}

/** Returns the organization's job for changing. An archived job is brought back first. */
export async function getOwnJob({ database, archive }: Deps, orgId: string, jobId: string): Promise<JobState> {
  const live = database.tenant(orgId);
  const job = await findState(live, orgId, jobId);
  if (job !== undefined) return job;
  await archive.bringBack(orgId, [jobId]);
  const brought = await findState(live, orgId, jobId);
  if (brought !== undefined) return brought;
  throw await whyNot(database, jobId);
}

export type JobOrOwner = { id: string; agentId: string; isFinal: boolean } | 'foreign' | undefined;

/** Returns the organization's job, or 'foreign' if another one has it. `toChange` brings an archived job back. */
export async function findJobOrOwner(
  { database, archive }: Deps,
  orgId: string,
  jobId: string,
  toChange = false,
): Promise<JobOrOwner> {
  const live = database.tenant(orgId);
  const find = async (db: Db | undefined) => db && (await findState(db, orgId, jobId));
  let job = await find(live);
  if (job === undefined && toChange && (await archive.bringBack(orgId, [jobId])) > 0) job = await find(live);
  job ??= await find((await archive.open(orgId, [jobId], ['jobs', 'job_results']))?.db);
  if (job !== undefined) return { id: job.id, agentId: job.agentId, isFinal: isFinal(job.status) };
  return (await listExisting(database.system, [jobId])).length > 0 ? 'foreign' : undefined;
}

async function whyNot(database: Database, jobId: string): Promise<Error> {
  if ((await listExisting(database.system, [jobId])).length > 0)
    return forbidden('This job belongs to another organization.');
  return notFound('job');
}
