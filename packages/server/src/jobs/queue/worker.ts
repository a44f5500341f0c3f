import { setTimeout as delay } from 'node:timers/promises';
import type { WorkerGroup } from '#engines/offer/fleet.ts';
import type { Database } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { persistently } from '#platform/persist.ts';
import { HEARTBEAT_MS } from '../record/model.ts';
import type { Wakeups } from '../record/wakeups.ts';
import type { ClaimedJob, Fence } from './claim.ts';
import { createClaiming, SHARE_OF_TIME } from './claiming.ts';
import { createLanes } from './lanes.ts';
import { createLease } from './lease.ts';
import { listOwned, listStillOwned } from './release.ts';
import { createSlots } from './slots.ts';
import { createStrays, fenceKey } from './strays.ts';
import { createTakeover, type EndExhausted } from './takeover.ts';
import { createTasks } from './tasks.ts';

// The part of a process that runs jobs: it holds the slots, has them filled (claiming.ts), and stops in order. What
// running a job means is handed in.

export type JobControl = {
  signal: AbortSignal;
  /** Rejects when this attempt does not own its job any more. */
  assertOwned(): Promise<void>;
};

export type RunControl = JobControl & {
  /** The engine is done: while its result is being stored, another job may start. */
  freeSlot(): void;
};

export type WorkerOptions = {
  database: Database;
  log: Logger;
  metrics: Metrics;
  wakeups: Wakeups;
  concurrency: number;
  role: string;
  version: string;
  capabilities: string;
  onFleet?: (groups: WorkerGroup[]) => void;
  /** Claims from the queue; without it only the inline slots for waiting callers are used. */
  claims: boolean;
  /** Limit per organization where it has none of its own; 0: none. */
  orgConcurrency: number;
  /** Nobody else can be running on this database: whatever is registered is dead. */
  alone: boolean;
  run(job: ClaimedJob, control: RunControl): Promise<void>;
  /** Ends jobs that lost the worker of their last attempt, in the transaction that took them. */
  endExhausted: EndExhausted;
};

export type Worker = ReturnType<typeof createWorker>;

/** Why a running job is told to stop. */
export type AbortCause = 'lost' | 'stopping';

type Run = { job: ClaimedJob; controller: AbortController; startedAt: number };

/** What engines that listen need to stop, and those that do not are left behind (see execute-job.ts). */
const ABORT_MS = 2_000;

export function createWorker(options: WorkerOptions) {
  const { database, log, metrics, wakeups, concurrency } = options;
  const running = new Map<string, Run>();
  const slots = createSlots(concurrency);
  const strays = createStrays();
  const lanes = createLanes({ allowance, limit: limitOf, now: databaseNow });
  const lease = createLease({
    ...options,
    onLost: () => abortAll('lost'),
    onBeat(state) {
      limits = state.limits;
      organizations = state.organizations;
      wakeups.setOthers(state.workers > 1);
    },
  });
  const claiming = createClaiming({
    ...options,
    lanes,
    slots,
    strays,
    workerId: () => lease.id,
    runningCount: () => running.size,
    hasSuspect,
    start,
  });
  const takeover = createTakeover({ ...options, lease });
  const tasks = createTasks(log);
  const rescuing = createTasks(log);
  let limits = new Map<string, number>();
  let organizations = 1;
  let stopping = false;
  let gone = false;
  let strayLookAt = 0;

  /** Jobs of an organization that may run at once, over all workers. */
  function limitOf(orgId: string): number | null {
    return limits.get(orgId) ?? (options.orgConcurrency || null);
  }

  function allowance(orgId: string): number {
    // With several organizations the last slots are kept for the others, so that long jobs of one never shut them out.
    const fair =
      organizations > 1 && concurrency > 1 ? concurrency - Math.max(1, Math.floor(concurrency / 8)) : concurrency;
    return Math.min(fair, limitOf(orgId) ?? fair) - slots.takenBy(orgId);
  }

  async function start(job: ClaimedJob): Promise<void> {
    // Given back already: running it would be somebody else's work.
    if (gone) return;
    const free = slots.take(job.orgId);
    const controller = new AbortController();
    const key = fenceKey(job);
    running.set(key, { job, controller, startedAt: Date.now() });
    metrics.running.set(running.size);
    metrics.startSeconds.observe(Math.max(0, databaseNow() - job.runAt.getTime()) / 1_000);
    const freeSlot = (): void => {
      free();
      claiming.pump();
    };
    try {
      await options.run(job, { signal: controller.signal, assertOwned: () => assertOwned(job), freeSlot });
    } catch (error) {
      strays.noteFailed(job);
      log.error({ err: error, job: job.jobId, event: 'job.run' }, 'job could not be ended');
    } finally {
      running.delete(key);
      metrics.running.set(running.size);
      // A claim that stopped at the limit says nothing about what still waits.
      if (limitOf(job.orgId) !== null) lanes.activate(job.orgId);
      freeSlot();
    }
  }

  /** One job that may have ended its workers at a time: should it do so again, it takes no other's last attempt along. */
  function hasSuspect(): boolean {
    const now = Date.now();
    return running.values().some(({ job, startedAt }) => now - startedAt < job.suspectMs);
  }

  /** Before anything is spent: a process that may have been paused beyond its lease asks whether the job is still its. */
  async function assertOwned(fence: Fence): Promise<void> {
    if (!gone && lease.holds(fence.workerId)) return;
    if ((await persistently(() => listStillOwned(database.queue, [fence]))).length === 0) {
      throw new Error('This attempt does not own the job any more.');
    }
  }

  function abortAll(cause: AbortCause): void {
    for (const { controller } of running.values()) controller.abort(cause);
  }

  /** Compares what runs here with what the queue says runs here: neither may know of jobs that the other does not. */
  async function reconcile(): Promise<void> {
    const before = [...running.entries()];
    if (before.length > 0) {
      const owned = await listStillOwned(
        database.queue,
        before.map(([, { job }]) => job),
      );
      const keys = new Set(owned.map(fenceKey));
      for (const [key, { controller }] of before) if (!keys.has(key)) controller.abort('lost');
    }
    if ((before.length > 0 || strays.isUnsure) && Date.now() >= strayLookAt) await rescueStrays();
  }

  async function rescueStrays(): Promise<void> {
    const startedAt = Date.now();
    const rows = await listOwned(database.queue, lease.id);
    strayLookAt = Date.now() + SHARE_OF_TIME * (Date.now() - startedAt);
    const { unstarted, failed } = strays.find(rows, (row) => running.has(fenceKey(row)));
    if (unstarted.length > 0) {
      await takeover.giveBack('The connection to the database broke; the job starts again.', unstarted);
    }
    if (failed.length > 0) await takeover.take({ failed });
  }

  async function isIdle(limitMs: number): Promise<boolean> {
    const isBusy = (): boolean => slots.taken > 0 || running.size > 0;
    for (const end = Date.now() + limitMs; isBusy() && Date.now() < end; ) await delay(10);
    return !isBusy();
  }

  return {
    get id(): string {
      return lease.id;
    },
    check: lease.check,

    /**
     * A slot for a job that a caller waits for; undefined when none is free. Ends with `run`, or with `release`, told
     * whether it is certain that no job was started. What has a limit over all workers takes its turn in the queue.
     */
    reserve(
      orgId: string,
    ):
      | { workerId: string; run(job: ClaimedJob): Promise<void>; release(outcome: 'known' | 'unknown'): void }
      | undefined {
      if (stopping || limitOf(orgId) !== null || slots.free <= 0 || allowance(orgId) <= 0) return undefined;
      const free = slots.take(orgId);
      const end = strays.begin();
      return {
        workerId: lease.id,
        run(job) {
          free();
          const done = start(job);
          end('known');
          return done;
        },
        release(outcome) {
          free();
          end(outcome);
        },
      };
    },

    async start(): Promise<void> {
      await lease.register();
      if (options.alone) {
        const others = await database.system.query<{ id: string }>('select id from workers where id <> $1', [lease.id]);
        if (others.length > 0) await takeover.take({ dead: others.map((row) => row.id) });
      }
      await lease.beat();
      wakeups.on('work', (orgIds) => {
        for (const orgId of orgIds) lanes.activate(orgId);
        if (orgIds.length > 0) claiming.pump();
      });
      wakeups.on('cancel', (jobIds) => {
        const cancelled = new Set(jobIds);
        for (const { job, controller } of running.values()) if (cancelled.has(job.jobId)) controller.abort('lost');
      });
      tasks.every(HEARTBEAT_MS, 'heartbeat', lease.beat);
      tasks.every(1_000, 'check', reconcile);
      rescuing.every(2_000, 'rescue', takeover.rescue);
      rescuing.every(60_000, 'orphans', takeover.findOrphans);
      if (options.claims) await claiming.sweep();
    },

    /** Stops claiming, lets running jobs end until the deadline, gives the rest back. Others see us until then. */
    async stop(graceMs: number): Promise<void> {
      stopping = true;
      claiming.stop();
      await rescuing.stop(ABORT_MS);
      if (!(await isIdle(graceMs))) {
        abortAll('stopping');
        // What stops in time is not begun by another worker while it is still under way here.
        await isIdle(ABORT_MS);
      }
      gone = true;
      await tasks.stop(ABORT_MS);
      try {
        // First the rows, then the registration: a row must never name a worker that nobody watches.
        await persistently(() => takeover.giveBack('The worker was stopped; the job continues on another one.'), 5_000);
        await persistently(() => lease.end(), 5_000);
      } catch (error) {
        log.warn({ err: error, event: 'worker.stop' }, 'could not give jobs back; they are taken over');
      }
    },
  };
}
