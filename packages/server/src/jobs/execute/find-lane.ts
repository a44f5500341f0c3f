import type { Db } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { findLaneDeadline } from '../record/lanes-store.ts';
import { DEADLINE_SECONDS, isTrial, priority } from '../record/model.ts';

/** The time for the normal lane at the end: half of what the job has, and no more than this. */
const RESERVE_MS_MAX = 600_000;

/**
 * Returns until when calls of the job may wait for a provider's batch. Undefined: they go to the normal lane, because
 * nobody asked for the other one, it is switched off, or there is no time left for it.
 */
export async function findLane(
  db: Db,
  job: ClaimedJob,
  setting: 'off' | 'allowed' | 'preferred',
): Promise<Date | undefined> {
  if (setting === 'off') return undefined;
  const asked = await persistently(() => findLaneDeadline(db, job.jobId));
  const canWait = job.batchId !== null || isTrial(job.origin) || job.priority === priority.bulk;
  if (asked === undefined && !(setting === 'preferred' && canWait)) return undefined;
  const startedAt = job.createdAt.getTime();
  const deadline = asked?.getTime() ?? startedAt + DEADLINE_SECONDS * 1_000;
  return new Date(deadline - Math.min(RESERVE_MS_MAX, (deadline - startedAt) / 2));
}
