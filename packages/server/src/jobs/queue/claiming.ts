import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { type ClaimedJob, claimJobs, findLanes } from './claim.ts';
import type { ClaimMarks } from './claim-marks.ts';
import { type createLanes, OWED_MS } from './lanes.ts';
import type { createSlots } from './slots.ts';

// When a worker claims, and how much: as soon as it may have a free slot for work that it was told of, and once a second
// for work that nobody told of.

type Options = {
  database: Database;
  log: Logger;
  concurrency: number;
  /** Without it nothing is claimed. */
  claims: boolean;
  lanes: ReturnType<typeof createLanes>;
  slots: ReturnType<typeof createSlots>;
  marks: ClaimMarks;
  workerId(): string;
  /** Jobs whose engine runs, or whose result is not stored yet. */
  runningCount(): number;
  /** A job runs here that may have ended its workers. */
  hasSuspect(): boolean;
  start(job: ClaimedJob): Promise<void>;
};

/** Another worker is claiming from the same limited organization; it is done in a few milliseconds. */
const BUSY_LANE_MS = 25;
/** Jobs whose engine is done and whose result is not stored yet: two batches of the finisher. */
const STORING_MAX = 400;
/** Looks that walk over dead rows take at most one part in so many of the time: an old snapshot makes such rows legion. */
const SHARE_OF_TIME = 50;
/** However long they take, nothing waits longer for one. */
const SWEEP_MS_MAX = 15_000;

export function createClaiming(options: Options) {
  const { database, log, concurrency, claims, lanes, slots, marks } = options;
  let stopping = false;
  let sweepTimer: NodeJS.Timeout | undefined;
  let pumping: Promise<void> | undefined;
  let again = false;

  /** Claims as long as there are free slots and organizations with work. One claim at a time: the next takes more. */
  function pump(): void {
    again = true;
    if (pumping !== undefined || stopping || !claims || isOut()) return;
    pumping = claimAll()
      .catch((error) => log.warn({ err: error, event: 'queue.claim' }, 'claim failed'))
      .finally(() => {
        pumping = undefined;
      });
  }

  /** What is claimed during an outage may be known to the database alone. */
  const isOut = (): boolean => !database.state.current().writable;

  async function claimAll(): Promise<void> {
    while (again && !stopping && !isOut()) {
      again = false;
      for (let took = true; took && !stopping && !isOut(); ) {
        // One turn of the event loop: slots that become free together are filled by one claim.
        await nextTurn();
        took = await claimOnce();
      }
    }
  }

  async function claimOnce(): Promise<boolean> {
    // Results that wait to be stored are bounded, too: when PostgreSQL is slow, nothing more is started.
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
      // What runs is noted by now; what was claimed without an answer is run by nobody.
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

  /** Finds work that no notification told of: lost ones, retries that are due, organizations nobody mentioned. */
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
