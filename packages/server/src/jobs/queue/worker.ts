import type { WorkerGroup } from '#engines/offer/fleet.ts';
import { databaseNow } from '#platform/ids.ts';
import { persistently } from '#platform/persist.ts';
import { HEARTBEAT_MS } from '../record/model.ts';
import type { Wakeups } from '../record/wakeups.ts';
import type { ClaimedJob } from './claim.ts';
import { type ClaimMarks, createClaimMarks } from './claim-marks.ts';
import { createClaiming } from './claiming.ts';
import { createLanes } from './lanes.ts';
import { createLease } from './lease.ts';
import { createReconciler } from './reconcile.ts';
import { resumeAfterOutages } from './resume.ts';
import { createRuns, type RunsOptions } from './runs.ts';
import { createSlots } from './slots.ts';
import { createSurvey } from './survey.ts';
import { createTakeover, type EndJobs } from './takeover.ts';
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
  /** Ends jobs in the transaction that took them from somebody else. */
  endJobs: EndJobs;
};

export type Worker = ReturnType<typeof createWorker>;

/** A slot that a caller waits for. Ends with `run` or `release`. */
export type ReservedSlot = {
  workerId: string;
  run(job: ClaimedJob): Promise<void>;
  release(): void;
};

/** Engines that listen need so long to stop; those that do not are left behind (see execute-job.ts). */
const ABORT_MS = 2_000;
const SURVEY_MS = 3_000;
/** Often enough that the death of a process is found within three seconds (deaths.ts). */
const RESCUE_MS = 500;
const STOPPED = 'The worker was stopped; the job continues on another one.';

export function createWorker(options: WorkerOptions) {
  const { database, log, wakeups, concurrency } = options;
  const slots = createSlots(concurrency);
  const marks = createClaimMarks();
  const quotas = createQuotas(options, slots);
  const lanes = createLanes({ allowance: quotas.allowance, limit: quotas.limitOf, now: databaseNow });
  const lease = createLease({
    ...options,
    marks,
    claims: () => runs.claims(),
    onLost: () => runs.abortAll('lost'),
  });
  const runs = createRuns({
    ...options,
    lease,
    slots,
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
    marks,
    workerId: () => lease.id,
    runningCount: () => runs.size,
    hasSuspect: runs.hasSuspect,
    start: runs.start,
  });
  const takeover = createTakeover({ ...options, lease });
  const isOut = (): boolean => !database.state.current().writable;
  const tasks = createTasks(log, isOut);
  const rescuing = createTasks(log, isOut);
  const reconcile = createReconciler({ runs, takeover });
  const lookAround = createSurvey({
    ...options,
    onSeen(state) {
      quotas.learn(state);
      wakeups.setOthers(state.workers > 1);
    },
  });

  let stopping = false;

  return {
    get id(): string {
      return lease.id;
    },
    /** How old what others know of this process is. */
    leaseAgeMs: lease.ageMs,
    /** A worker whose lock is gone is found dead at once, and not only after a lease of silence. */
    seesLocks: (): boolean => lease.mayJudge() && lease.mayJudgeLocks(),

    /** Undefined when no slot is free. What has a limit over all workers takes its turn in the queue. */
    reserve(orgId: string): ReservedSlot | undefined {
      if (stopping || quotas.limitOf(orgId) !== null || slots.free <= 0 || quotas.allowance(orgId) <= 0)
        return undefined;
      return reserveSlot({ orgId, workerId: lease.id, slots, marks, start: runs.start });
    },

    async start(): Promise<void> {
      // An outage at this moment is waited out like any other.
      await persistently(() => lease.register());
      if (options.alone) {
        const others = await database.system.query<{ id: string }>('select id from workers where id <> $1', [lease.id]);
        if (others.length > 0) await takeover.take({ dead: others.map((row) => row.id) });
      }
      await lease.beat();
      await lookAround();
      resumeAfterOutages({
        database,
        log,
        runs,
        onBack: () => {
          if (options.claims && !stopping) void claiming.sweep();
        },
      });
      wakeups.on('work', (orgIds) => {
        for (const orgId of orgIds) lanes.activate(orgId);
        if (orgIds.length > 0) claiming.pump();
      });
      wakeups.on('cancel', runs.abortCancelled);
      tasks.every(HEARTBEAT_MS, 'heartbeat', lease.beat);
      tasks.every(SURVEY_MS, 'survey', lookAround);
      tasks.every(1_000, 'check', reconcile);
      rescuing.every(RESCUE_MS, 'rescue', takeover.rescue);
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
        // What stops in time is not begun by another worker while it is still in progress here.
        await runs.isIdle(ABORT_MS);
      }
      runs.close();
      await tasks.stop(ABORT_MS);
      try {
        // First the rows, then the registration: a row must never name a worker that nobody watches.
        await persistently(() => takeover.giveBack({ workerId: lease.id }, STOPPED), 5_000);
        await persistently(() => lease.end(), 5_000);
      } catch (error) {
        log.warn({ err: error, event: 'worker.stop' }, 'could not give jobs back; they are taken over');
      }
    },
  };
}

function reserveSlot(options: {
  orgId: string;
  workerId: string;
  slots: ReturnType<typeof createSlots>;
  marks: ClaimMarks;
  start(job: ClaimedJob): Promise<void>;
}): ReservedSlot {
  const free = options.slots.take(options.orgId);
  const end = options.marks.begin();
  return {
    workerId: options.workerId,
    run(job) {
      free();
      const done = options.start(job);
      end();
      return done;
    },
    release() {
      free();
      end();
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
