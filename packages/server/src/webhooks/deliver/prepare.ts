import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import type { TraceCarrier } from '#platform/tracing.ts';
import type { CompletedJob } from '../message/payload.ts';
import type { Vault } from '../message/vault.ts';
import type { ClaimedDelivery } from '../queue/claim.ts';
import { type DeliveryTarget, findTargets } from '../queue/targets.ts';
import type { Prepared } from './backlog.ts';
import type { Recorder } from './recorder.ts';

export type PrepareOptions = {
  database: Database;
  vault: Vault;
  log: Logger;
  recorder: Recorder;
  /** Finds jobs by id, with what their events contain. */
  findJobs(jobIds: string[]): Promise<Map<string, CompletedJob>>;
  /** Finds the traces of those jobs that have one. */
  findTraces?: ((jobIds: string[]) => Promise<Map<string, TraceCarrier>>) | undefined;
};

/** Looks up targets and jobs of claimed deliveries. Deliveries of a webhook that is off leave the queue. */
export async function prepareDeliveries(
  { database, vault, log, recorder, findJobs, findTraces }: PrepareOptions,
  claimed: ClaimedDelivery[],
  claimedAt: number,
): Promise<Prepared[]> {
  const webhookIds = [...new Set(claimed.map(({ webhookId }) => webhookId))];
  const missing = new Set<string>();
  for (const { body, jobId } of claimed) if (body === null && jobId !== null) missing.add(jobId);
  const jobIds = new Set(claimed.flatMap(({ jobId }) => jobId ?? []));
  const [targets, jobs, traces] = await Promise.all([
    findTargets(database.queue, vault, webhookIds),
    missing.size > 0 ? findJobs([...missing]) : new Map<string, CompletedJob>(),
    jobIds.size > 0 ? findTraces?.([...jobIds]) : undefined,
  ]);
  for (const webhookId of webhookIds) {
    const target = targets.get(webhookId);
    // Another process may have the key. The delivery waits for the end of its lease.
    if (target instanceof Error)
      log.error({ err: target, event: 'webhook.unreadable', webhook: webhookId }, 'cannot decrypt a webhook');
    else if (!target?.isActive) await recorder.park(webhookId);
  }
  return claimed.flatMap((delivery) => {
    const target = targets.get(delivery.webhookId);
    const job = delivery.jobId === null ? undefined : jobs.get(delivery.jobId);
    const trace = delivery.jobId === null ? undefined : traces?.get(delivery.jobId);
    return isOn(target) ? [{ delivery, target, job, trace, claimedAt }] : [];
  });
}

const isOn = (target: DeliveryTarget | Error | undefined): target is DeliveryTarget =>
  target !== undefined && !(target instanceof Error) && target.isActive;
