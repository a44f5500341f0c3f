import type { DeskDeps } from '#case-desk/desk.ts';
import { causedWithin, workLink } from '#orgs/causes.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { type Attempt, ENDED } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { countRemoved, listCurrentVersions } from '#screening/store.ts';
import { type Comparing, compareEntries, compareSubjects, endOrphans } from './compare.ts';
import { type AskTables, readSource } from './read-source.ts';
import { sendAlerts } from './send-alerts.ts';
import { countSuppressed } from './store/matches.ts';
import { insertRun, type Progress, runRows, saveAlerts, saveProgress } from './store/runs.ts';
import { listToCompare } from './store/subjects.ts';
import { findWatch, lockWatch, markScreened, type WatchRow } from './store/watches.ts';

// One run of a watch. A run that died begins again: what it wrote stays, and is found as it is.

export type RescreenDeps = DeskDeps & { askTables: AskTables };
type Row = { watch_id: string; is_full: boolean };

export const createRescreening = (kit: WorkKit, deps: RescreenDeps): LeasedWork<Row> =>
  kit.define<Row>({
    rows: runRows,
    columns: 't.watch_id, t.is_full',
    atOnce: 2,
    perOrgMax: 1,
    renewed: true,
    delaysSeconds: [5, 30, 120],
    async run(row, attempt) {
      const { org_id: orgId, id, watch_id: watchId } = row;
      const { system } = deps.database;
      const watch = await findWatch(system, orgId, watchId);
      // Its runs went with it.
      if (watch === undefined) return ENDED;
      if (watch.source !== null) await readSource(deps.askTables, system, { watch, runId: id, attempt });
      const versions = await compare(deps.database, watch, {
        runId: id,
        isFull: row.is_full || watch.is_stale,
        attempt,
      });
      const cause = [workLink(watchId, `watch ${watch.name}`), watch.actor];
      await causedWithin(
        () => cause,
        () => sendAlerts(deps, watch, { runId: id, attempt }),
      );
      const suppressed = await countSuppressed(system, orgId, id);
      await system.tx(async (tx) => {
        const now = (await lockWatch(tx, orgId, watchId))!;
        await saveAlerts(tx, id, { created: 0, suppressed });
        // Settings that changed during the run make it stale again.
        const isStale = now.updated_at.getTime() !== watch.updated_at.getTime();
        await markScreened(tx, orgId, watchId, { screened: versions, isStale });
        await attempt.end(tx, { problem: null });
        if (isStale || (await hasMore(tx, now, versions)))
          await insertRun(tx, orgId, { watchId, reason: isStale ? 'settings' : 'list', actor: watch.actor });
      });
      return ENDED;
    },
    isFinal: (error) => error instanceof AppError && error.code === 'conflict',
    onFailure: (error, _, isLast) =>
      isLast || error instanceof AppError
        ? { problem: error instanceof AppError ? error.message : 'The run failed. See the server log.' }
        : {},
    prune: [{ days: 400 }],
  });

/** Compares what changed, and returns the versions that were compared. */
async function compare(
  { system }: Database,
  watch: WatchRow,
  { runId, isFull, attempt }: { runId: string; isFull: boolean; attempt: Attempt },
): Promise<Record<string, number>> {
  const { id: watchId, org_id: orgId } = watch;
  const current = await listCurrentVersions(system, orgId, watch.lists);
  const progress: Progress = { lists: [], subjects_compared: 0, pairs_compared: 0, incomplete: 0 };
  const given: Comparing = {
    ...{ system, orgId, watchId, runId, threshold: watch.threshold },
    lists: current.map(({ id }) => id),
    async onBatch({ subjects, entries, pairs, incomplete }) {
      progress.subjects_compared += subjects;
      progress.pairs_compared += pairs;
      progress.incomplete += incomplete;
      if (entries > 0) progress.lists.at(-1)!.entries += entries;
      await saveProgress(system, runId, progress);
      await attempt.renew();
    },
  };
  for (const { id: listId, version } of current) {
    const since = watch.screened[listId] ?? 0;
    // A list may be imported between this look and the comparison. Its new entries are then compared twice.
    if (version === since || isFull) continue;
    const removed = since === 0 ? 0 : await countRemoved(system, orgId, listId, since);
    progress.lists.push({ list_id: listId, from_version: since, to_version: version, entries: 0, removed });
    await compareEntries(given, { listId, since });
  }
  await compareSubjects(given, isFull);
  await endOrphans(given);
  await saveProgress(system, runId, progress);
  return Object.fromEntries(current.map(({ id, version }) => [id, version]));
}

/** Whether something changed while the run was under way. */
async function hasMore(tx: Parameters<typeof lockWatch>[0], watch: WatchRow, compared: Record<string, number>) {
  const { id: watchId, org_id: orgId } = watch;
  const current = await listCurrentVersions(tx, orgId, watch.lists);
  if (current.some(({ id, version }) => compared[id] !== version)) return true;
  return (await listToCompare(tx, orgId, { watchId, after: '', all: false, limit: 1 })).length > 0;
}
