import { setTimeout as delay } from 'node:timers/promises';
import { databaseNow } from '#platform/ids.ts';
import { bringBack, CLAIM_MAX, claimDue, claimForgotten, claimWaiting, findNextDue } from './claim-due.ts';
import { type StartDeps, startForgotten, startRuns } from './start-runs.ts';
import { deleteOldRuns } from './store.ts';

// The scheduler of one process. Every process has one, and skips rows that another has locked, so they share the work.

/** Due times that another process has added are noticed within this time. */
const LOOK_MS = 1_000;
/** How often to look for waiting runs, and for runs of processes that are gone. */
const CARE_MS = 1_000;
const PRUNE_MS = 3_600_000;
export const RUN_DAYS = 30;

export function createScheduler(deps: StartDeps) {
  const { database, log } = deps;
  let stopped = false;
  let waking = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  let caredAt = Number.NEGATIVE_INFINITY;
  let prunedAt = performance.now();
  // The clock may also have been corrected while no process was running.
  let isBehind = true;
  database.state.onClockJump(({ clock, byMs }) => {
    if (clock === 'database' && byMs < 0) isBehind = true;
  });

  async function look(): Promise<boolean> {
    if (isBehind) {
      isBehind = false;
      const count = await bringBack(database.system, databaseNow());
      if (count > 0)
        log.warn({ event: 'schedule.brought_back', count }, 'schedules that were ahead of the clock were moved back');
    }
    const { taken, runs } = await claimDue(database.system);
    await startRuns(deps, runs);
    if (performance.now() - caredAt >= CARE_MS) {
      caredAt = performance.now();
      await startRuns(deps, await claimWaiting(database.system));
      await startForgotten(deps, await claimForgotten(database.system));
    }
    if (performance.now() - prunedAt >= PRUNE_MS) {
      prunedAt = performance.now();
      await deleteOldRuns(database.system, RUN_DAYS);
    }
    return taken === CLAIM_MAX;
  }

  async function run(): Promise<void> {
    while (!stopped) {
      let hasMore = false;
      let waitMs = LOOK_MS;
      waking = new AbortController();
      try {
        if (database.state.current().writable) {
          hasMore = await look();
          const next = hasMore ? undefined : await findNextDue(database.system);
          if (next !== undefined) waitMs = Math.min(LOOK_MS, Math.max(5, next - databaseNow()));
        }
      } catch (error) {
        log.warn({ err: error, event: 'schedule.look' }, 'looking for due schedules failed; it is tried again');
      }
      if (!hasMore && !stopped) await delay(waitMs, undefined, { signal: waking.signal }).catch(() => undefined);
    }
  }

  return {
    /** Call it when something may be due sooner than expected. */
    wake: (): void => waking.abort(),
    start(): void {
      loop = run();
    },
    async stop(): Promise<void> {
      stopped = true;
      waking.abort();
      await loop;
    },
  };
}
