import type { Database } from '#platform/db.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { HEARTBEAT_MS, LEASE_SECONDS } from '../model.ts';
import { type ClaimedJob, claimJobs, type Fence, findLanes } from './claim.ts';
import { createLanes } from './lanes.ts';
import { type ExhaustedJob, findLostJobs, findUnregisteredWorkers, giveBackJobs, takeOver } from './release.ts';
import type { Wakeups } from './wakeups.ts';
import { beat, deleteWorker, insertWorker } from './workers.ts';

// The part of a process that runs jobs: it holds the slots, claims work for them, says "still here", takes over what
// dead workers left, and stops in order. What running a job means is handed in.

export type JobControl = {
  signal: AbortSignal;
  /** Rejects when this attempt does not own its job any more. */
  assertOwned(): Promise<void>;
};

export type WorkerOptions = {
  database: Database;
  log: Logger;
  metrics: Metrics;
  wakeups: Wakeups;
  concurrency: number;
  role: string;
  version: string;
  /** Claims from the queue; without it only the inline slots for waiting callers are used. */
  claims: boolean;
  /** Limit per organization where it has none of its own; 0: none. */
  orgConcurrency: number;
  shutdownMs: number;
  /** Nobody else can be running on this database: whatever is registered is dead. */
  alone: boolean;
  run(job: ClaimedJob, control: JobControl): Promise<void>;
  endExhausted(job: ExhaustedJob): Promise<void>;
};

export type Worker = ReturnType<typeof createWorker>;

/** Why a running job is told to stop. */
export type AbortCause = 'lost' | 'stopping';

export function createWorker(options: WorkerOptions) {
  const { database, log, metrics, wakeups, concurrency } = options;
  let workerId = newId();
  let lastBeatAt = Date.now();
  let workers: string[] = [workerId];
  let limits = new Map<string, number>();
  let organizations = 1;
  let stopping = false;
  let reserved = 0;
  const running = new Map<string, { job: ClaimedJob; controller: AbortController; done: Promise<void> }>();
  const runningByOrg = new Map<string, number>();
  const timers: NodeJS.Timeout[] = [];
  let sweepTimer: NodeJS.Timeout | undefined;
  const lanes = createLanes({ allowance, now: databaseNow });

  /** How many more jobs of an organization may start here. A limit is shared out among the live workers in order. */
  function allowance(orgId: string): number {
    const used = runningByOrg.get(orgId) ?? 0;
    // With several organizations the last slots are kept for the others, so that long jobs of one never shut them out.
    const fair =
      organizations > 1 && concurrency > 1 ? concurrency - Math.max(1, Math.floor(concurrency / 8)) : concurrency;
    const limit = limits.get(orgId) ?? (options.orgConcurrency || Number.POSITIVE_INFINITY);
    const place = Math.max(0, workers.indexOf(workerId));
    const share =
      limit === Number.POSITIVE_INFINITY ? limit : Math.floor((limit + workers.length - 1 - place) / workers.length);
    return Math.min(fair, share) - used;
  }

  const freeSlots = (): number => concurrency - running.size - reserved;

  function start(job: ClaimedJob): Promise<void> {
    const controller = new AbortController();
    const control: JobControl = { signal: controller.signal, assertOwned: () => assertOwned(job) };
    runningByOrg.set(job.orgId, (runningByOrg.get(job.orgId) ?? 0) + 1);
    metrics.startSeconds.observe(Math.max(0, databaseNow() - job.runAt.getTime()) / 1_000);
    const done = options
      .run(job, control)
      .catch((error) => log.error({ err: error, job: job.jobId, event: 'job.run' }, 'job could not be ended'))
      .finally(() => {
        running.delete(job.jobId);
        const left = (runningByOrg.get(job.orgId) ?? 1) - 1;
        if (left > 0) runningByOrg.set(job.orgId, left);
        else runningByOrg.delete(job.orgId);
        pump();
      });
    running.set(job.jobId, { job, controller, done });
    return done;
  }

  let pumping = false;
  let again = false;

  /** Claims as long as there are free slots and organizations with work. One claim at a time: the next takes more. */
  function pump(): void {
    again = true;
    if (pumping || stopping || !options.claims) return;
    pumping = true;
    void (async () => {
      try {
        while (again && !stopping) {
          again = false;
          for (;;) {
            const chosen = stopping ? [] : lanes.choose(freeSlots());
            if (chosen.length === 0) break;
            const jobs = await claimJobs(database.queue, workerId, chosen);
            lanes.settle(chosen, jobs);
            for (const job of jobs) void start(job);
          }
        }
      } catch (error) {
        log.warn({ err: error, event: 'queue.claim' }, 'claim failed');
      } finally {
        pumping = false;
      }
    })();
  }

  /** Finds work that no notification told of: lost ones, retries that are due, organizations nobody mentioned. */
  async function sweep(): Promise<void> {
    const startedAt = Date.now();
    try {
      if (freeSlots() > 0) {
        for (const lane of await findLanes(database.queue))
          lanes.activate(lane.orgId, lane.priority, lane.runAt.getTime());
        pump();
      }
    } catch (error) {
      log.debug({ err: error }, 'sweep failed');
    }
    // When old snapshots make the look expensive, it is made less often: at most a fiftieth of the time.
    if (!stopping) sweepTimer = setTimeout(() => void sweep(), Math.max(1_000, 50 * (Date.now() - startedAt)));
  }

  async function heartbeat(): Promise<void> {
    const state = await beat(database.system, workerId);
    if (!state.alive) {
      log.warn(
        { event: 'worker.lost', worker: workerId, jobs: running.size },
        'was silent for too long; starting over',
      );
      abortAll('lost');
      workerId = newId();
      await register();
      return;
    }
    lastBeatAt = Date.now();
    ({ workers, limits, organizations } = state);
    wakeups.setOthers(workers.length > 1);
  }

  async function register(): Promise<void> {
    await insertWorker(database.system, { id: workerId, role: options.role, concurrency, version: options.version });
    lastBeatAt = Date.now();
  }

  /** Before anything is spent: a process that may have been paused beyond its lease asks whether the job is still its. */
  async function assertOwned(fence: Fence): Promise<void> {
    if (fence.workerId === workerId && Date.now() - lastBeatAt < (LEASE_SECONDS * 1_000) / 2) return;
    const lost = await findLostJobs(database.queue, [fence]);
    if (lost.length > 0) throw new Error('This attempt does not own the job any more.');
  }

  function abortAll(cause: AbortCause): void {
    for (const { controller } of running.values()) controller.abort(cause);
  }

  async function dropLost(): Promise<void> {
    if (running.size === 0) return;
    const fences = [...running.values()].map(({ job }) => job);
    for (const jobId of await findLostJobs(database.queue, fences)) running.get(jobId)?.controller.abort('lost');
  }

  async function rescue(knownDead?: string[]): Promise<void> {
    const taken = await takeOver(database.queue, {
      leaseSeconds: LEASE_SECONDS,
      takerId: workerId,
      ...(knownDead && { knownDead }),
    });
    if (taken.retried + taken.exhausted.length === 0) return;
    metrics.takenOver.inc(taken.retried + taken.exhausted.length);
    log.warn(
      { event: 'queue.takeover', retried: taken.retried, exhausted: taken.exhausted.length },
      'took over jobs of a dead worker',
    );
    await Promise.all(taken.exhausted.map((job) => options.endExhausted(job)));
  }

  /** Repeats `work` for as long as the process runs; a failure is logged and the next round tries again. */
  function every(ms: number, name: string, work: () => Promise<void>): void {
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      work()
        .catch((error) => log.warn({ err: error, event: `worker.${name}` }, `${name} failed`))
        .finally(() => {
          busy = false;
        });
    }, ms);
    timers.push(timer);
  }

  return {
    get id(): string {
      return workerId;
    },
    /** Throws when this process has not been able to say "still here" for the length of a lease. */
    check(): void {
      if (Date.now() - lastBeatAt > LEASE_SECONDS * 1_000) throw new Error('no heartbeat for too long');
    },

    /** A slot for a job that a caller waits for; undefined when none is free. Ends with `run` or `release`. */
    reserve(orgId: string): { workerId: string; run(job: ClaimedJob): Promise<void>; release(): void } | undefined {
      if (stopping || freeSlots() <= 0 || allowance(orgId) <= 0) return undefined;
      reserved += 1;
      let open = true;
      const release = (): void => {
        if (open) reserved -= 1;
        open = false;
      };
      return {
        workerId,
        run(job) {
          release();
          return start(job);
        },
        release,
      };
    },

    async start(): Promise<void> {
      await register();
      if (options.alone) {
        const others = await database.system.query<{ id: string }>('select id from workers where id <> $1', [workerId]);
        await rescue(others.map((row) => row.id));
      }
      await heartbeat();
      wakeups.on('work', (orgIds) => {
        for (const orgId of orgIds) lanes.activate(orgId);
        if (orgIds.length > 0) pump();
      });
      wakeups.on('cancel', (jobIds) => {
        for (const jobId of jobIds) running.get(jobId)?.controller.abort('lost');
      });
      every(HEARTBEAT_MS, 'heartbeat', heartbeat);
      every(1_000, 'check', dropLost);
      every(2_000, 'rescue', () => rescue());
      every(60_000, 'orphans', async () => rescue(await findUnregisteredWorkers(database.queue)));
      if (options.claims) await sweep();
    },

    /** Stops claiming, lets running jobs end until the deadline, gives the rest back. */
    async stop(): Promise<void> {
      stopping = true;
      clearTimeout(sweepTimer);
      for (const timer of timers) clearInterval(timer);
      const all = Promise.allSettled([...running.values()].map(({ done }) => done));
      const keepAlive = setInterval(() => void beat(database.system, workerId).catch(() => undefined), HEARTBEAT_MS);
      let deadline: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        deadline = setTimeout(resolve, options.shutdownMs);
      });
      await Promise.race([all, late]);
      clearTimeout(deadline);
      clearInterval(keepAlive);
      abortAll('stopping');
      // First the rows, then the registration: a row must never name a worker that nobody watches.
      const given = await giveBackJobs(database.queue, workerId);
      if (given > 0) log.info({ event: 'worker.gave_back', jobs: given }, 'gave unfinished jobs back');
      await deleteWorker(database.system, workerId);
    },
  };
}
