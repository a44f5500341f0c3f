import { connectionName, type Database, type Db, processMark } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { LEASE_SECONDS } from '../record/model.ts';
import type { Wakeups } from '../record/wakeups.ts';
import type { Fence } from './claim.ts';
import { GRACE_MS, type Lease } from './lease.ts';
import {
  cutConnections,
  findSilentWorkers,
  findUnregisteredWorkers,
  giveBackJobs,
  type LostJob,
  takeJobs,
} from './release.ts';

// Jobs change hands: from workers that died, and from one that cannot or will not go on.

/** Ends jobs that lost the worker of their last attempt, in the transaction that took them. */
export type EndExhausted = (tx: Db, jobs: LostJob[]) => Promise<void>;

export function createTakeover(options: {
  database: Database;
  log: Logger;
  metrics: Metrics;
  wakeups: Wakeups;
  lease: Lease;
  endExhausted: EndExhausted;
}) {
  const { database, log, metrics, wakeups, lease } = options;

  async function giveBack(reason: string, only?: Fence[]): Promise<void> {
    const orgIds = await giveBackJobs(database.queue, lease.id, { reason, ...(only && { only }) });
    if (orgIds.length === 0) return;
    log.info({ event: 'worker.gave_back', jobs: orgIds.length, reason }, 'gave jobs back');
    wakeups.tell('work', [...new Set(orgIds)]);
  }

  async function take(given: { silent?: string[]; dead?: string[]; failed?: Fence[] }): Promise<void> {
    const lost = await database.queue.tx(async (tx) => {
      const { silent = [], dead = [], failed = [] } = given;
      const taken = await takeJobs(tx, { takerId: lease.id, leaseSeconds: LEASE_SECONDS, silent, dead, failed });
      const exhausted = taken.filter((job) => job.exhausted);
      if (exhausted.length > 0) await options.endExhausted(tx, exhausted);
      return taken;
    });
    if (lost.length === 0) return;
    const ended = lost.filter((job) => job.exhausted).map((job) => job.jobId);
    metrics.takenOver.inc(lost.length);
    log.warn(
      { event: 'queue.takeover', retried: lost.length - ended.length, exhausted: ended.length },
      'took over jobs that their worker could not end',
    );
    if (ended.length > 0) wakeups.tell('done', ended);
    const orgIds = lost.filter((job) => !job.exhausted).map((job) => job.orgId);
    if (orgIds.length > 0) wakeups.tell('work', [...new Set(orgIds)]);
  }

  return {
    giveBack,
    take,
    /** Takes over from workers that have been silent for the length of a lease. */
    async rescue(): Promise<void> {
      if (!lease.mayJudge()) return;
      const silent = await findSilentWorkers(database.queue, {
        takerId: lease.id,
        leaseSeconds: LEASE_SECONDS,
        graceSeconds: GRACE_MS / 1_000,
      });
      if (silent.length === 0) return;
      for (const { mark } of silent) {
        if (mark === '' || mark === processMark) continue;
        // Not everybody may: then the locks of a paused process last as long as its pause.
        await cutConnections(database.system, connectionName(mark)).catch((error) =>
          log.warn({ err: error, event: 'queue.cut' }, 'connections of a dead worker could not be cut'),
        );
      }
      await take({ silent: silent.map(({ id }) => id) });
    },

    /** There should be none: a row names a worker only while that is registered. */
    async takeUnregistered(): Promise<void> {
      const dead = await findUnregisteredWorkers(database.queue);
      if (dead.length > 0) await take({ dead });
    },
  };
}
