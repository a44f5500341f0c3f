import type { WorkerGroup } from '#engines/offer/fleet.ts';
import { databaseNow } from '#platform/ids.ts';
import { persistently } from '#platform/persist.ts';
import { HEARTBEAT_MS } from '../record/model.ts';
import type { Wakeups } from '../record/wakeups.ts';
import type { ClaimedJob } from './claim.ts';
import { type ClaimMarks, createClaimMarks } from './claim-marks.ts';
import { createClaiming } from './claiming.ts';
import { createLanes } from './lanes.ts';
import { createLease, type Lease } from './lease.ts';
import { createReconciler } from './reconcile.ts';
import { resumeAfterOutages } from './resume.ts';
import { createRuns, type RunsOptions } from './runs.ts';
import { createSlots } from './slots.ts';
import { createSurvey } from './survey.ts';
import { createTakeover, type EndJobs } from './takeover.ts';
import { createTasks } from './tasks.ts';

// The part of a process that runs jobs: it owns the slots, fills them (claiming.ts) and shuts down in order.

export type WorkerOptions = RunsOptions & {
  wakeups: Wakeups;
  /** Whether jobs of an organization have used up its share of the main thread. They wait, and others start. */
  mustWait(orgId: string): boolean;
  concurrency: number;
  role: string;
  version: string;
  capabilities: string;
  onFleet?: (groups: WorkerGroup[]) => void;
  /** Whether it claims from the queue. Otherwise it only runs the jobs of callers that wait here. */
  claims: boolean;
  /** Limit for organizations that have none of their own, or 0 for no limit. */
  orgConcurrency: number;
  /** Whether no other process can use this database, so that every other registered worker is dead. */
  alone: boolean;
  /** Ends jobs in the transaction that took them from another worker. */
  endJobs: EndJobs;
};

export type Worker = ReturnType<typeof createWorker>;

/** A slot for a caller that waits. It ends with `run` or `release`. */
export type ReservedSlot = {
  workerId: string;
  run(job: ClaimedJob): Promise<void>;
  release(): void;
};

/** How long engines may take to stop when aborted. Those that ignore the signal are left behind (execute-job.ts). */
const ABORT_MS = 2_000;
const SURVEY_MS = 3_000;
/** Often enough to find a dead process within three seconds (deaths.ts). */
const RESCUE_MS = 500;
const STOPPED = 'The worker was stopped; the job continues on another worker.';

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
      // The last claim may have stopped at the limit, so more jobs may be waiting.
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
  const sweep = async (): Promise<void> => {
    if (options.claims && !stopping) await claiming.sweep();
  };

  return {
    get id(): string {
      return lease.id;
    },
    /** Age of the last heartbeat that other workers see. */
    leaseAgeMs: lease.ageMs,
    /** Whether a worker that loses its lock is found dead soon, and not only when its lease ends. */
    seesLocks: (): boolean => lease.mayJudge() && lease.mayJudgeLocks(),

    /** Returns undefined if no slot is free, or if the organization has a limit, which only the queue enforces. */
    reserve(orgId: string): ReservedSlot | undefined {
      if (stopping || quotas.limitOf(orgId) !== null || slots.free <= 0 || quotas.allowance(orgId) <= 0)
        return undefined;
      return reserveSlot({ orgId, workerId: lease.id, slots, marks, start: runs.start });
    },

    async start(): Promise<void> {
      // Waits out an outage of the database at the start.
      await persistently(() => lease.register());
      if (options.alone) {
        const others = await database.system.query<{ id: string }>('select id from workers where id <> $1', [lease.id]);
        if (others.length > 0) await takeover.take({ dead: others.map((row) => row.id) });
      }
      await lease.beat();
      await lookAround();
      resumeAfterOutages({ database, log, runs, onBack: () => void sweep() });
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
      await sweep();
    },

    /** Stops claiming, lets running jobs end within `graceMs`, returns the rest to the queue, then unregisters. */
    async stop(graceMs: number): Promise<void> {
      stopping = true;
      claiming.stop();
      await rescuing.stop(ABORT_MS);
      await endRuns(runs, graceMs);
      await tasks.stop(ABORT_MS);
      await leave({ takeover, lease, log });
    },
  };
}

async function endRuns(runs: ReturnType<typeof createRuns>, graceMs: number): Promise<void> {
  if (!(await runs.isIdle(graceMs))) {
    runs.abortAll('stopping');
    // Waits for engines to stop, so that another worker does not start the same job beside them.
    await runs.isIdle(ABORT_MS);
  }
  runs.close();
}

async function leave({
  takeover,
  lease,
  log,
}: Pick<WorkerOptions, 'log'> & { takeover: ReturnType<typeof createTakeover>; lease: Lease }): Promise<void> {
  try {
    // The rows before the registration: a row must never name a worker that is not registered.
    await persistently(() => takeover.giveBack({ workerId: lease.id }, STOPPED), 5_000);
    await persistently(() => lease.end(), 5_000);
  } catch (error) {
    log.warn({ err: error, event: 'worker.stop' }, 'could not requeue jobs; other workers take them over');
  }
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

/** Decides how many jobs of an organization may run over all workers, and here. */
function createQuotas(
  { concurrency, orgConcurrency, mustWait }: Pick<WorkerOptions, 'concurrency' | 'orgConcurrency' | 'mustWait'>,
  slots: ReturnType<typeof createSlots>,
) {
  let limits = new Map<string, number>();
  let organizations = 1;
  const limitOf = (orgId: string): number | null => limits.get(orgId) ?? (orgConcurrency || null);
  return {
    limitOf,
    allowance(orgId: string): number {
      if (mustWait(orgId)) return 0;
      // With several organizations, each leaves some slots to the others, so that long jobs of one never block them.
      const fair =
        organizations > 1 && concurrency > 1 ? concurrency - Math.max(1, Math.floor(concurrency / 8)) : concurrency;
      return Math.min(fair, limitOf(orgId) ?? fair) - slots.takenBy(orgId);
    },
    learn(state: { limits: Map<string, number>; organizations: number }): void {
      ({ limits, organizations } = state);
    },
  };
}
