import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { type ClaimedJob, claimJobs, findLanes } from './claim.ts';
import type { ClaimMarks } from './claim-marks.ts';
import { type createLanes, OWED_MS } from './lanes.ts';
import type { createSlots } from './slots.ts';

// Decides when a worker claims, and how much: at once if it has a free slot and was notified of work, and about once a
// second for work without a notification.

type Options = {
  database: Database;
  log: Logger;
  concurrency: number;
  /** Whether this process claims jobs at all. */
  claims: boolean;
  lanes: ReturnType<typeof createLanes>;
  slots: ReturnType<typeof createSlots>;
  marks: ClaimMarks;
  workerId(): string;
  /** Counts jobs whose engine runs or whose result is not stored yet. */
  runningCount(): number;
  /** Whether a job runs here that may have killed its workers. */
  hasSuspect(): boolean;
  start(job: ClaimedJob): Promise<void>;
};

/** Pause while another worker claims from the same limited organization, which takes a few milliseconds. */
const BUSY_LANE_MS = 25;
/** How many ended jobs may wait for their results to be stored: two batches of the finisher. */
const STORING_MAX = 400;
/** A sweep may take at most 1/50 of the time: an old snapshot can leave very many dead rows to read. */
const SHARE_OF_TIME = 50;
/** The longest pause between sweeps, however long they take. */
const SWEEP_MS_MAX = 15_000;

export function createClaiming(options: Options) {
  const { database, log, concurrency, claims, lanes, slots, marks } = options;
  let stopping = false;
  let sweepTimer: NodeJS.Timeout | undefined;
  let pumping: Promise<void> | undefined;
  let again = false;

  /** Claims while there are free slots and waiting jobs. Runs one claim at a time, so that the next takes more jobs. */
  function pump(): void {
    again = true;
    if (pumping !== undefined || stopping || !claims || isOut()) return;
    pumping = claimAll()
      .catch((error) => log.warn({ err: error, event: 'queue.claim' }, 'claim failed'))
      .finally(() => {
        pumping = undefined;
      });
  }

  /** No claims during an outage: this process might not learn what it has claimed. */
  const isOut = (): boolean => !database.state.current().writable;

  async function claimAll(): Promise<void> {
    while (again && !stopping && !isOut()) {
      again = false;
      for (let took = true; took && !stopping && !isOut(); ) {
        // Waits one turn of the event loop, so that slots that become free together are filled by one claim.
        await nextTurn();
        took = await claimOnce();
      }
    }
  }

  async function claimOnce(): Promise<boolean> {
    // Results that wait to be stored are bounded too: when PostgreSQL is slow, no more jobs start.
    const chosen = lanes.choose(Math.min(slots.free, concurrency + STORING_MAX - options.runningCount()));
    if (chosen.length === 0) return false;
    const reserved = chosen.map((lane) => slots.take(lane.orgId, lane.quota));
    const end = marks.begin();
    try {
      const { jobs, busy } = await claimJobs(database.queue, options.workerId(), chosen, {
        suspects: !options.hasSuspect(),
      });
      const owed = lanes.settle(chosen, jobs);
      for (const free of reserved) free();
      for (const job of jobs) void options.start(job);
      for (const { orgId } of busy) lookAgain(orgId, BUSY_LANE_MS);
      for (const orgId of owed) lookAgain(orgId, OWED_MS);
      return true;
    } finally {
      // Claimed jobs are running by now. If the answer was lost, nobody runs them, and the mark lets others see that.
      end();
      for (const free of reserved) free();
    }
  }

  function lookAgain(orgId: string, afterMs: number): void {
    setTimeout(() => {
      lanes.activate(orgId);
      pump();
    }, afterMs).unref();
  }

  /** Finds jobs without a notification: it was lost, or a retry is due. */
  async function sweep(): Promise<void> {
    const startedAt = Date.now();
    try {
      if (!isOut()) {
        for (const lane of await findLanes(database.queue)) {
          lanes.activate(lane.orgId, lane.priority, lane.runAt.getTime());
        }
        pump();
      }
    } catch (error) {
      log.debug({ err: error }, 'sweep failed');
    }
    if (stopping) return;
    clearTimeout(sweepTimer);
    const pauseMs = Math.max(1_000, SHARE_OF_TIME * (Date.now() - startedAt));
    sweepTimer = setTimeout(() => void sweep(), Math.min(SWEEP_MS_MAX, pauseMs));
  }

  function stop(): void {
    stopping = true;
    clearTimeout(sweepTimer);
  }

  return { pump, sweep, stop };
}
