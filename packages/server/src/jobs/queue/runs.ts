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

// The jobs that run in this process. What running a job means is handed in.

export type JobControl = {
  signal: AbortSignal;
  /** Rejects when this attempt does not own its job any more. */
  assertOwned(): Promise<void>;
};

export type RunControl = JobControl & {
  /** The engine is done: while its result is being stored, another job may start. */
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
    /** A slot became free. */
    onFree(): void;
    onEnd(orgId: string): void;
  },
) {
  const { database, log, metrics, lease, slots } = options;
  /** By claim number. */
  const running = new Map<number, Run>();
  /** Claims that were run here and came to no end, until their attempt is counted. */
  const failed = new Map<number, Fence>();
  let closed = false;

  /** Before anything is spent: a process that may have been paused beyond its lease asks whether the job is still its. */
  async function assertOwned(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    // What is begun while the database is out is paid for again if this process ends before it is back.
    while (!database.state.current().writable && !closed) {
      signal.throwIfAborted();
      await database.state.whenWritable(1_000);
    }
    if (!closed && lease.holds(job.workerId)) return;
    if ((await persistently(() => listStillOwned(database.queue, [job]))).length === 0) {
      throw new Error('This attempt does not own the job any more.');
    }
  }

  return {
    get size(): number {
      return running.size;
    },
    /** The claims that are not over here. */
    claims: (): number[] => [...running.keys(), ...failed.keys()],
    fences: (): Fence[] => [...running.values()].map(({ job }) => job),
    failed: (): Fence[] => [...failed.values()],
    /** Their attempts are counted. */
    forgetFailed(fences: Fence[]): void {
      for (const { claim } of fences) failed.delete(claim);
    },

    async start(job: ClaimedJob): Promise<void> {
      // Given back already: running it would be somebody else's work.
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
          assertOwned: () => assertOwned(job, controller.signal),
          freeSlot,
        });
      } catch (error) {
        failed.set(job.claim, { jobId: job.jobId, claim: job.claim });
        log.error({ err: error, job: job.jobId, event: 'job.run' }, 'job could not be ended');
      } finally {
        running.delete(job.claim);
        metrics.running.set(running.size);
        options.onEnd(job.orgId);
        freeSlot();
      }
    },

    /** One job that may have ended its workers at a time: should it do so again, it takes no other's last attempt along. */
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

    /** Stops what the queue says is not ours any more. */
    async abortLost(): Promise<void> {
      const before = [...running.entries()];
      if (before.length === 0) return;
      const owned = await listStillOwned(
        database.queue,
        before.map(([, { job }]) => job),
      );
      const claims = new Set(owned);
      for (const [claim, { controller }] of before) if (!claims.has(claim)) controller.abort('lost');
    },

    /** True as soon as nothing runs, false after so long. */
    async isIdle(limitMs: number): Promise<boolean> {
      const isBusy = (): boolean => slots.taken > 0 || running.size > 0;
      for (const end = Date.now() + limitMs; isBusy() && Date.now() < end; ) await delay(10);
      return !isBusy();
    },

    /** What runs on belongs to others from now on. */
    close(): void {
      closed = true;
    },
  };
}
