import { createBatcher } from '#platform/batcher.ts';
import { databaseNow } from '#platform/ids.ts';
import { end, RELEASE } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import {
  bringBack,
  CLAIM_MAX,
  type ClaimedRun,
  claimDue,
  claimForgotten,
  claimWaiting,
  findNextDue,
  scheduleRunRows,
} from './claim-due.ts';
import { type Result, type StartDeps, startRuns } from './start-runs.ts';

/** How often to look for waiting runs, and for runs of processes that are gone. */
const CARE_MS = 1_000;
export const RUN_DAYS = 30;

/** The scheduler of one process, as leased work. Processes skip rows that another has locked, so they share the work. */
export function createScheduler({ kit, ...deps }: StartDeps & { kit: WorkKit }): LeasedWork<ClaimedRun> {
  const { database, log } = deps;
  const { system } = database;
  let caredAt = Number.NEGATIVE_INFINITY;
  // The clock may also have been corrected while no process was running.
  let isBehind = true;
  database.state.onClockJump(({ clock, byMs }) => {
    if (clock === 'database' && byMs < 0) isBehind = true;
  });
  // Runs that are due together are looked up together.
  const batch = createBatcher<ClaimedRun, Result | undefined>({
    flush: (runs) => startRuns(deps, runs),
    itemsMax: CLAIM_MAX,
  });

  async function claim(): Promise<ClaimedRun[]> {
    if (isBehind) {
      isBehind = false;
      const count = await bringBack(system, databaseNow());
      if (count > 0)
        log.warn({ event: 'schedule.brought_back', count }, 'schedules that were ahead of the clock were moved back');
    }
    const due = await claimDue(system);
    if (performance.now() - caredAt < CARE_MS) return due;
    caredAt = performance.now();
    return [...due, ...(await claimWaiting(system)), ...(await claimForgotten(system))];
  }

  return kit.define<ClaimedRun>({
    rows: scheduleRunRows,
    columns: '',
    atOnce: CLAIM_MAX,
    renewed: true,
    delaysSeconds: [5, 15, 60, 300],
    claim,
    async nextLookMs() {
      const next = await findNextDue(system);
      return next === undefined ? undefined : next - databaseNow();
    },
    // The latest run of each schedule stays.
    prune: [
      {
        days: RUN_DAYS,
        where: `t.outcome <> 'waiting' and t.due_at < now() - interval '${RUN_DAYS} days' and exists (
          select from schedule_runs n where n.schedule_id = t.schedule_id and n.due_at > t.due_at)`,
      },
    ],
    async run(run) {
      const result = await batch.add(run);
      return result === undefined ? RELEASE : end(result);
    },
    onFailure(error, { id }, isLast) {
      log.warn({ err: error, event: 'schedule.failed', run: id }, 'starting a run of a schedule failed');
      return isLast ? { outcome: 'failed', reason: 'Internal error. See the server log.' } : {};
    },
  });
}
