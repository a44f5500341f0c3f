import type { FailureCode } from '@errand/contract/error-catalogue.ts';
import { connectionName, type Database, type Db, processMark } from '#platform/db.ts';
import { limits } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { tooLate, WORKER_SILENCE_SECONDS_MAX } from '../record/model.ts';
import type { Wakeups } from '../record/wakeups.ts';
import type { Fence } from './claim.ts';
import { createDeaths } from './deaths.ts';
import type { Lease } from './lease.ts';
import { findOrphans, listOthers } from './orphans.ts';
import { cutConnections, findUnregisteredWorkers, giveBackJobs, type LostJob } from './release.ts';
import { type Suspect, takeJobs, takeLateJobs } from './take.ts';

// Takes jobs from workers that died or cannot continue, and repairs orphaned jobs.

/** Ends jobs in the transaction that took them. */
export type EndJobs = (tx: Db, jobs: LostJob[], why: (job: LostJob) => Failure) => Promise<void>;

export type Failure = { errorCode: FailureCode; errorMessage: string };

/** A worker ends its jobs itself when their time is over. Others wait this much longer before they step in. */
const LATE_SECONDS = 15;

const whyLate = ({ timeoutSeconds }: LostJob): Failure => ({
  errorCode: 'errand.jobs.timeout',
  errorMessage: tooLate(timeoutSeconds),
});

/** A process without others checks for them only this often, because nobody else can die. */
const ALONE_MS = 3_000;

const EXHAUSTED: Failure = {
  errorCode: 'errand.jobs.worker_lost',
  errorMessage: 'The worker running this job stopped during each of its attempts.',
};

const whyTaken = ({ crashes }: LostJob): Failure =>
  crashes < limits.jobCrashes
    ? EXHAUSTED
    : {
        errorCode: 'errand.jobs.quarantined',
        errorMessage: `The job was running in ${crashes} ${crashes === 1 ? 'process' : 'processes'} that died or were stuck, so it was put aside.`,
      };

export function createTakeover(options: {
  database: Database;
  log: Logger;
  metrics: Metrics;
  wakeups: Wakeups;
  lease: Lease;
  endJobs: EndJobs;
}) {
  const { database, log, metrics, wakeups, lease } = options;
  const deaths = createDeaths();
  let aloneUntil = 0;

  async function giveBack(from: { workerId: string } | { claims: Fence[] }, reason: string): Promise<void> {
    const orgIds = await giveBackJobs(database.queue, from, reason);
    if (orgIds.length === 0) return;
    log.info({ event: 'worker.gave_back', jobs: orgIds.length, reason }, 'returned jobs to the queue');
    wakeups.notify('work', [...new Set(orgIds)]);
  }

  async function take(given: { suspects?: Suspect[]; dead?: string[]; failed?: Fence[] }): Promise<void> {
    const lost = await database.queue.tx(async (tx) => {
      const { suspects = [], dead = [], failed = [] } = given;
      const taken = await takeJobs(tx, { takerId: lease.id, suspects, dead, failed });
      const held = taken.filter((job) => job.isHeld);
      if (held.length > 0) await options.endJobs(tx, held, whyTaken);
      return taken;
    });
    if (lost.length === 0) return;
    const ended = lost.filter((job) => job.isHeld).map((job) => job.jobId);
    metrics.takenOver.inc(lost.length);
    log.warn(
      { event: 'queue.takeover', retried: lost.length - ended.length, ended: ended.length },
      'took over jobs that their worker did not end',
    );
    if (ended.length > 0) wakeups.notify('done', ended);
    const orgIds = lost.filter((job) => !job.isHeld).map((job) => job.orgId);
    if (orgIds.length > 0) wakeups.notify('work', [...new Set(orgIds)]);
  }

  async function endLate(claims: Fence[]): Promise<void> {
    const late = await database.queue.tx(async (tx) => {
      const taken = await takeLateJobs(tx, { takerId: lease.id, claims, graceSeconds: LATE_SECONDS });
      if (taken.length > 0) await options.endJobs(tx, taken, whyLate);
      return taken.map(({ jobId }) => jobId);
    });
    if (late.length === 0) return;
    log.warn({ event: 'queue.late', jobs: late.length }, 'ended jobs that ran past their time limit');
    // Tells workers that still run them to stop.
    wakeups.notify('cancel', late);
    wakeups.notify('done', late);
  }

  const isOut = (): boolean => !database.state.current().writable;

  return {
    giveBack,
    take,
    /** Takes over the jobs of dead workers. */
    async rescue(): Promise<void> {
      if (isOut() || !lease.mayJudge() || performance.now() < aloneUntil) return;
      const others = await listOthers(database.queue, { selfId: lease.id, leaseSeconds: WORKER_SILENCE_SECONDS_MAX });
      if (others.length === 0) aloneUntil = performance.now() + ALONE_MS;
      const dead = deaths.find(others, { byLock: lease.mayJudgeLocks() });
      if (dead.length === 0) return;
      for (const { mark } of dead) {
        if (mark === '' || mark === processMark) continue;
        // The database role may lack the permission. Then a paused process keeps its locks until it continues.
        await cutConnections(database.system, connectionName(mark)).catch((error) =>
          log.warn({ err: error, event: 'queue.cut' }, 'could not terminate the connections of a dead worker'),
        );
      }
      await take({ suspects: dead });
    },

    /** Requeues orphaned jobs of any worker and ends jobs past their deadline. */
    async heal(): Promise<void> {
      if (isOut()) return;
      const { unrun, late } = await findOrphans(database.queue, LATE_SECONDS);
      if (unrun.length > 0)
        await giveBack({ claims: unrun }, 'The connection to the database broke; the job starts again.');
      // After an outage its worker first gets time to move the deadline.
      if (late.length > 0 && lease.mayJudge()) await endLate(late);
    },

    /**
     * Takes jobs of unregistered workers. There should be none, because a row names a worker only while it is
     * registered.
     */
    async takeUnregistered(): Promise<void> {
      const dead = await findUnregisteredWorkers(database.queue);
      if (dead.length > 0) await take({ dead });
    },
  };
}
