import { limits } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { isTransient, persistently } from '#platform/persist.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import type { Finisher } from '../queue/finish.ts';
import { parkJob } from '../queue/park.ts';
import { postponeJob, retryJob } from '../queue/release.ts';
import { postponeSeconds, retryDelaySeconds, statusNames } from '../record/model.ts';
import { shortText } from '../record/storable.ts';
import { cancelWaits } from '../record/wait-store.ts';
import type { Wakeups } from '../record/wakeups.ts';
import { notifyNewWaits } from '../waits/notify-waits.ts';
import { type Ending, ERROR_CHARACTERS_MAX, toFinish } from './ending.ts';
import type { RunOptions } from './run-engine.ts';
import type { Journal } from './step-journal.ts';

// Stores how an attempt ended: a final state, a retry, a later attempt or a wait.

export type SettleOptions = Pick<RunOptions, 'database' | 'findVersion'> & {
  finisher: Finisher;
  wakeups: Wakeups;
  metrics: Metrics;
  log: Logger;
  onStep(jobId: string): void;
  /** Called with the webhooks that have something new to deliver. */
  onPublished?: ((webhookIds: string[]) => void) | undefined;
};

/** Returns the new status in words, or `not-ours` if the job has another owner by then. */
export async function settleAttempt(
  options: SettleOptions,
  job: ClaimedJob,
  ending: Ending,
  journal: Journal | undefined,
  hasStream: boolean,
): Promise<string> {
  const { database, finisher, wakeups, metrics, log } = options;
  if (ending.kind === 'not-ours') return 'not-ours';
  if (ending.kind === 'waiting') return park(options, job, ending.waitIds);
  if (ending.kind === 'postponed') {
    const postponed = await persistently(() =>
      postponeJob(database.queue, job, { reason: ending.message, delaySeconds: postponeSeconds(ending.seconds) }),
    );
    return postponed ? 'postponed' : 'not-ours';
  }
  if (ending.kind === 'failure' && ending.retry && job.attempt < limits.jobAttempts) {
    const delaySeconds = retryDelaySeconds(job.attempt);
    const error = shortText(ending.message, ERROR_CHARACTERS_MAX);
    const retried = await persistently(() => retryJob(database.queue, job, { error, delaySeconds }));
    if (retried) metrics.retried.inc();
    return retried ? 'retry' : 'not-ours';
  }
  try {
    await journal?.seal();
    const version = await options.findVersion(job.versionId).catch(() => undefined);
    const finish = { ...toFinish(job, ending, journal), hasActions: version?.hasActions !== false, hasStream };
    const finished = await finisher.finish(finish);
    if (!finished) {
      metrics.fenced.inc();
      return 'not-ours';
    }
    metrics.finished.inc({ status: statusNames[finish.status]! });
    wakeups.notify('done', [job.jobId]);
    // A statement of its own, because most jobs have no waits. The sweep finds waits that a crash leaves open.
    if (journal?.hasWaits()) await persistently(() => cancelWaits(database.queue, [job.jobId]));
    return statusNames[finish.status]!;
  } catch (error) {
    if (ending.kind !== 'success' || isTransient(error)) throw error;
    // A result that cannot be stored must not leave its job running forever.
    log.error({ err: error, event: 'engine.error', job: job.jobId }, 'result could not be stored');
    const message = 'The result could not be stored.';
    return settleAttempt(
      options,
      job,
      { kind: 'failure', code: 'errand.outputs.not_stored', message, retry: false },
      journal,
      hasStream,
    );
  }
}

async function park(
  { database, wakeups, onStep, onPublished }: SettleOptions,
  job: ClaimedJob,
  waitIds: string[],
): Promise<string> {
  let notified: string[] = [];
  const parked = await persistently(() =>
    parkJob(database.queue, job, waitIds, async (tx, orgId) => {
      notified = await notifyNewWaits(tx, orgId, waitIds);
    }),
  );
  if (!parked) return 'not-ours';
  if (notified.length > 0) onPublished?.(notified);
  onStep(job.jobId);
  // If the wait is already over, the job is claimed again at once.
  wakeups.notify('work', [job.orgId]);
  return 'waiting';
}
