import type { Database } from '#platform/db.ts';
import type { CompletedJob } from '../message/payload.ts';
import type { ClaimedDelivery } from '../queue/claim.ts';
import { findTargets } from '../queue/targets.ts';
import type { Prepared } from './backlog.ts';
import type { Recorder } from './recorder.ts';

export type PrepareOptions = {
  database: Database;
  recorder: Recorder;
  /** Finds jobs by id, with what their events contain. */
  findJobs(jobIds: string[]): Promise<Map<string, CompletedJob>>;
};

/** Looks up targets and jobs of claimed deliveries. Deliveries of a webhook that is off leave the queue. */
export async function prepareDeliveries(
  { database, recorder, findJobs }: PrepareOptions,
  claimed: ClaimedDelivery[],
  claimedAt: number,
): Promise<Prepared[]> {
  const webhookIds = [...new Set(claimed.map(({ webhookId }) => webhookId))];
  const missing = new Set<string>();
  for (const { body, jobId } of claimed) if (body === null && jobId !== null) missing.add(jobId);
  const [targets, jobs] = await Promise.all([
    findTargets(database.queue, webhookIds, new Date(claimedAt)),
    missing.size > 0 ? findJobs([...missing]) : new Map<string, CompletedJob>(),
  ]);
  for (const webhookId of webhookIds) if (!targets.get(webhookId)?.isActive) await recorder.park(webhookId);
  return claimed.flatMap((delivery) => {
    const target = targets.get(delivery.webhookId);
    const job = delivery.jobId === null ? undefined : jobs.get(delivery.jobId);
    return target?.isActive ? [{ delivery, target, job, claimedAt }] : [];
  });
}
