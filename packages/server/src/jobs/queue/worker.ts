import type { WorkerGroup } from '#engines/offer/fleet.ts';
import { databaseNow } from '#platform/ids.ts';
import { persistently } from '#platform/persist.ts';
import { HEARTBEAT_MS } from '../record/model.ts';
import type { Wakeups } from '../record/wakeups.ts';
import type { ClaimedJob } from './claim.ts';
import { createClaiming } from './claiming.ts';
import { createLanes } from './lanes.ts';
import { createLease } from './lease.ts';
import { createOrphans } from './orphans.ts';
import { createReconciler } from './reconcile.ts';
import { createRuns, type RunsOptions } from './runs.ts';
import { createSlots } from './slots.ts';
import { createTakeover, type EndExhausted } from './takeover.ts';
import { createTasks } from './tasks.ts';

// The part of a process that runs jobs: it holds the slots, has them filled (claiming.ts), and stops in order.

export type WorkerOptions = RunsOptions & {
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
  /** Ends jobs that lost the worker of their last attempt, in the transaction that took them. */
  endExhausted: EndExhausted;
};

export type Worker = ReturnType<typeof createWorker>;

/** A slot that a caller waits for. Ends with `run`, or with `release`, told whether it is certain that no job was started. */
export type ReservedSlot = {
  workerId: string;
  run(job: ClaimedJob): Promise<void>;
  release(outcome: 'known' | 'unknown'): void;
};

/** Engines that listen need so long to stop; those that do not are left behind (see execute-job.ts). */
const ABORT_MS = 2_000;

export function createWorker(options: WorkerOptions) {
  const { database, log, wakeups, concurrency } = options;
  const slots = createSlots(concurrency);
  const orphans = createOrphans();
  const quotas = createQuotas(options, slots);
  const lanes = createLanes({ allowance: quotas.allowance, limit: quotas.limitOf, now: databaseNow });
  const lease = createLease({
    ...options,
    onLost: () => runs.abortAll('lost'),
    onBeat(state) {
      quotas.learn(state);
      wakeups.setOthers(state.workers > 1);
    },
  });
  const runs = createRuns({
    ...options,
    lease,
    slots,
    orphans,
    onFree: () => claiming.pump(),
    onEnd(orgId) {
      // A claim that stopped at the limit says nothing about what still waits.
      if (quotas.limitOf(orgId) !== null) lanes.activate(orgId);
    },
  });
  const claiming = createClaiming({
    ...options,
    lanes,
    slots,
    orphans,
    workerId: () => lease.id,
    runningCount: () => runs.size,
    hasSuspect: runs.hasSuspect,
    start: runs.start,
  });
  const takeover = createTakeover({ ...options, lease });
  const tasks = createTasks(log);
  const rescuing = createTasks(log);
  const reconcile = createReconciler({ database, lease, runs, orphans, takeover });
  let stopping = false;

  return {
    get id(): string {
      return lease.id;
    },
    check: lease.check,

    /** Undefined when no slot is free. What has a limit over all workers takes its turn in the queue. */
    reserve(orgId: string): ReservedSlot | undefined {
      if (stopping || quotas.limitOf(orgId) !== null || slots.free <= 0 || quotas.allowance(orgId) <= 0)
        return undefined;
      const free = slots.take(orgId);
      const end = orphans.begin();
      return {
        workerId: lease.id,
        run(job) {
          free();
          const done = runs.start(job);
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
      wakeups.on('cancel', runs.abortCancelled);
      tasks.every(HEARTBEAT_MS, 'heartbeat', lease.beat);
      tasks.every(1_000, 'check', reconcile);
      rescuing.every(2_000, 'rescue', takeover.rescue);
      rescuing.every(60_000, 'orphans', takeover.takeUnregistered);
      if (options.claims) await claiming.sweep();
    },

    /** Stops claiming, lets running jobs end until the deadline, gives the rest back. Others see us until then. */
    async stop(graceMs: number): Promise<void> {
      stopping = true;
      claiming.stop();
      await rescuing.stop(ABORT_MS);
      if (!(await runs.isIdle(graceMs))) {
        runs.abortAll('stopping');
        // What stops in time is not begun by another worker while it is still under way here.
        await runs.isIdle(ABORT_MS);
      }
      runs.close();
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

/** How many jobs of an organization may run: over all workers, and here. */
function createQuotas(
  { concurrency, orgConcurrency }: Pick<WorkerOptions, 'concurrency' | 'orgConcurrency'>,
  slots: ReturnType<typeof createSlots>,
) {
  let limits = new Map<string, number>();
  let organizations = 1;
  const limitOf = (orgId: string): number | null => limits.get(orgId) ?? (orgConcurrency || null);
  return {
    limitOf,
    allowance(orgId: string): number {
      // With several organizations the last slots are kept for the others, so that long jobs of one never shut them out.
      const fair =
        organizations > 1 && concurrency > 1 ? concurrency - Math.max(1, Math.floor(concurrency / 8)) : concurrency;
      return Math.min(fair, limitOf(orgId) ?? fair) - slots.takenBy(orgId);
    },
    learn(state: { limits: Map<string, number>; organizations: number }): void {
      ({ limits, organizations } = state);
    },
  };
}
