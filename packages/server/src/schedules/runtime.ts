import { findLink } from '#orgs/actor.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import { notFound } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { claimNow } from './claim-due.ts';
import { createScheduler } from './scheduler.ts';
import type { StartDeps } from './start-runs.ts';
import { findRun, lockSchedule, type RunRow } from './store.ts';

// Assembles the schedules domain for one process.

export type ScheduleRuntime = ReturnType<typeof createScheduleRuntime>;

export function createScheduleRuntime(deps: StartDeps & { kit: WorkKit }) {
  const scheduler = createScheduler(deps);

  /** Starts a run now, by the rules of the schedule. */
  async function runNow(caller: Caller, scheduleId: string): Promise<RunRow> {
    const { orgId } = caller;
    const { id, run } = await deps.database.tenant(orgId).tx(async (tx) => {
      const schedule = await lockSchedule(tx, orgId, scheduleId);
      if (schedule === undefined) throw notFound('schedule');
      await audit(tx, caller, 'schedule.run', scheduleId);
      return claimNow(tx, schedule, new Date(Math.floor(databaseNow())), await findLink(tx, caller));
    });
    if (run !== undefined) await scheduler.hold(run);
    return (await findRun(deps.database.tenant(orgId), orgId, id))!;
  }

  return { ...scheduler, runNow };
}
