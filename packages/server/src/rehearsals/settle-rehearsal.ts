import { settleRun } from '#batch-runs/run-batch.ts';
import { endRun } from '#batch-runs/store.ts';
import { jobStatus } from '#jobs/record/model.ts';
import type { Database } from '#platform/db.ts';
import { failPlace, listOpenPlaces, type OpenPlace } from './cases-store.ts';
import { LIMITS } from './decide-cases.ts';
import { type RehearsalRow, rehearsalKind } from './store.ts';

/** Ends the rehearsal if all its jobs have ended. Cases of a failed job get its error as the reason. */
export const settleRehearsal = (database: Database, orgId: string, id: string): Promise<boolean> =>
  settleRun(database, rehearsalKind, { orgId, id }, async (tx, rehearsal) => {
    const places = await listOpenPlaces(tx, orgId, id);
    const stopped = places.find(isStopped);
    if (stopped !== undefined)
      return endRun(tx, rehearsalKind, rehearsal, { status: 'cancelled', reason: reasonOf(rehearsal, stopped) });
    for (const { batch_index: place, error } of places)
      await failPlace(tx, orgId, id, place, error ?? 'The job that should have decided the case failed.');
    await endRun(tx, rehearsalKind, rehearsal, { status: 'done', reason: null });
  });

/** Whether the job stopped for an outside reason, so that the rehearsal can be resumed. */
const isStopped = ({ status, code }: OpenPlace): boolean => status !== jobStatus.failure || LIMITS.includes(code ?? '');

const reasonOf = ({ cancel_asked_at: asked }: RehearsalRow, { error }: OpenPlace): string =>
  asked === null ? (error ?? 'Not all jobs were started.') : 'The rehearsal was cancelled.';
