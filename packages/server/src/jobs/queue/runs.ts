import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { persistently } from '#platform/persist.ts';
import type { ClaimedJob, Fence } from './claim.ts';
import type { Lease } from './lease.ts';
import { listStillOwned } from './release.ts';
import type { createSlots } from './slots.ts';

// The jobs that run in this process. `run` is passed in.

export type JobControl = {
  signal: AbortSignal;
  /** Rejects if this attempt no longer owns its job. */
  assertOwned(): Promise<void>;
};

export type RunControl = JobControl & {
  /** Frees the slot when the engine is done, so that another job can start while the result is being stored. */
  freeSlot(): void;
};

/** Why a running job is told to stop. */
export type AbortCause = 'lost' | 'stopping';

export type RunsOptions = {
  database: Database;
  log: Logger;
  metrics: Metrics;
  run(job: ClaimedJob, control: RunControl): Promise<void>;
};

type Run = { job: ClaimedJob; controller: AbortController; startedAt: number };

export function createRuns(
  options: RunsOptions & {
    lease: Lease;
    slots: ReturnType<typeof createSlots>;
    /** Called when a slot becomes free. */
    onFree(): void;
    onEnd(orgId: string): void;
  },
) {
  const { database, log, metrics, lease, slots } = options;
  /** Running jobs by claim number. */
  const running = new Map<number, Run>();
  /** Claims whose end could not be stored, until their attempt is counted. */
  const failed = new Map<number, Fence>();
  let closed = false;

  const isClosed = (): boolean => closed;

  return {
    get size(): number {
      return running.size;
    },
    /** The claims that this process still answers for. */
    claims: (): number[] => [...running.keys(), ...failed.keys()],
    fences: (): Fence[] => [...running.values()].map(({ job }) => job),
    failed: (): Fence[] => [...failed.values()],
    /** To be called when the attempts of these claims are counted. */
    forgetFailed(fences: Fence[]): void {
      for (const { claim } of fences) failed.delete(claim);
    },

    async start(job: ClaimedJob): Promise<void> {
      // The jobs of this worker have been returned to the queue, so others run them.
      if (closed) return;
      const free = slots.take(job.orgId);
      const controller = new AbortController();
      running.set(job.claim, { job, controller, startedAt: Date.now() });
      metrics.running.set(running.size);
      metrics.startSeconds.observe(Math.max(0, databaseNow() - job.runAt.getTime()) / 1_000);
      const freeSlot = (): void => {
        free();
        options.onFree();
      };
      try {
        await options.run(job, {
          signal: controller.signal,
          assertOwned: () => assertOwned(job, { database, lease, isClosed, signal: controller.signal }),
          freeSlot,
        });
      } catch (error) {
        failed.set(job.claim, { jobId: job.jobId, claim: job.claim });
        log.error({ err: error, job: job.jobId, event: 'job.run' }, 'the end of a job could not be stored');
      } finally {
        running.delete(job.claim);
        metrics.running.set(running.size);
        options.onEnd(job.orgId);
        freeSlot();
      }
    },

    /**
     * Whether a suspect runs. Only one runs at a time: if it kills the worker again, no other suspect loses its last
     * attempt.
     */
    hasSuspect(): boolean {
      const now = Date.now();
      return running.values().some(({ job, startedAt }) => now - startedAt < job.suspectMs);
    },

    abortAll(cause: AbortCause): void {
      for (const { controller } of running.values()) controller.abort(cause);
    },

    abortCancelled(jobIds: string[]): void {
      const cancelled = new Set(jobIds);
      for (const { job, controller } of running.values()) if (cancelled.has(job.jobId)) controller.abort('lost');
    },

    /** Aborts jobs that this process no longer owns. */
    async abortLost(): Promise<void> {
      const before = [...running.values()];
      if (before.length === 0) return;
      const jobs = before.map(({ job }) => job);
      const owned = new Set(await listStillOwned(database.queue, jobs));
      for (const { job, controller } of before) if (!owned.has(job.claim)) controller.abort('lost');
    },

    /** Waits until nothing runs. Returns false if that takes longer than `limitMs`. */
    async isIdle(limitMs: number): Promise<boolean> {
      const isBusy = (): boolean => slots.taken > 0 || running.size > 0;
      for (const end = Date.now() + limitMs; isBusy() && Date.now() < end; ) await delay(10);
      return !isBusy();
    },

    /** Gives up all jobs that still run; they belong to other workers from now on. */
    close(): void {
      closed = true;
    },
  };
}

/** Checks ownership before a step spends anything, because the process may have been paused beyond its lease. */
async function assertOwned(
  job: ClaimedJob,
  {
    database,
    lease,
    isClosed,
    signal,
  }: Pick<RunsOptions, 'database'> & {
    lease: Lease;
    isClosed(): boolean;
    signal: AbortSignal;
  },
): Promise<void> {
  // Waits out an outage: a step that runs now would be paid for again if this process ended before it is recorded.
  while (!database.state.current().writable && !isClosed()) {
    signal.throwIfAborted();
    await database.state.whenWritable(1_000);
  }
  if (!isClosed() && lease.holds(job.workerId)) return;
  if ((await persistently(() => listStillOwned(database.queue, [job]))).length === 0) {
    throw new Error('This attempt no longer owns the job.');
  }
}
