import { SERVICE } from '#case-desk/desk.ts';
import type { Link } from '#orgs/actor.ts';
import type { Database, Db } from '#platform/db.ts';
import type { Work } from '#platform/domain.ts';
import type { Logger } from '#platform/log.ts';
import { createPeriodic } from '#platform/periodic.ts';
import { insertRun, type RunRow } from './store/runs.ts';
import { listWatchesOfList, lockWatch, takeDueWatches } from './store/watches.ts';

// When a run begins: somebody asks, subjects were sent, a list was imported, or its time has come. One run of a watch at
// a time; what changes during a run begins the next one.

export async function beginRun(
  tx: Db,
  orgId: string,
  given: { watchId: string; reason: RunRow['reason']; actor: Link; isFull?: boolean },
): Promise<string | undefined> {
  if ((await lockWatch(tx, orgId, given.watchId)) === undefined) return undefined;
  return insertRun(tx, orgId, given);
}

/** In the transaction of the import, so that no version is left out. */
export async function onListChanged(tx: Db, orgId: string, { listId, actor }: { listId: string; actor: Link }) {
  for (const watchId of await listWatchesOfList(tx, orgId, listId))
    await beginRun(tx, orgId, { watchId, reason: 'list', actor });
}

const LOOK_MS = 30_000;
const AT_ONCE = 100;

type ScheduleDeps = { database: Database; log: Logger; runs: boolean; wake(): void };

export function createWatchSchedule({ database, log, runs, wake }: ScheduleDeps): Work {
  const { every, stop } = createPeriodic(log, 'rescreening');
  return {
    name: 'screening-schedule',
    start() {
      if (runs) every(LOOK_MS, 'schedule', () => beginDueRuns(database, wake), { atOnce: true });
    },
    stop,
  };
}

/** Begins the runs whose time has come. Returns how many watches were due. */
export async function beginDueRuns({ system }: Pick<Database, 'system'>, wake: () => void): Promise<number> {
  const due = await system.tx(async (tx) => {
    const watches = await takeDueWatches(tx, AT_ONCE);
    for (const { id, org_id: orgId, actor } of watches)
      await insertRun(tx, orgId, { watchId: id, reason: 'schedule', actor: { ...SERVICE, name: actor.name } });
    return watches.length;
  });
  if (due > 0) wake();
  return due;
}
