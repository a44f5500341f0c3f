import { jobStatus } from '#jobs/record/model.ts';
import type { Database } from '#platform/db.ts';
import { failPlace, listOpenPlaces, type OpenPlace } from './cases-store.ts';
import { LIMITS } from './decide-cases.ts';
import { endRehearsal, lockOpenRehearsal, type RehearsalRow } from './store.ts';

/**
 * Ends the rehearsal if all its jobs have ended; returns false if they have not, or another process ends it. Cases of a
 * failed job get its error as the reason.
 */
export async function settleRehearsal(database: Database, orgId: string, id: string): Promise<boolean> {
  return database.system.tx(async (tx) => {
    const rehearsal = await lockOpenRehearsal(tx, orgId, id);
    if (rehearsal === undefined || rehearsal.open > 0) return false;
    const places = await listOpenPlaces(tx, orgId, id);
    const stopped = places.find(isStopped);
    if (stopped !== undefined) {
      await endRehearsal(tx, orgId, id, { status: 'cancelled', reason: reasonOf(rehearsal, stopped) });
      return true;
    }
    for (const { batch_index: place, error } of places)
      await failPlace(tx, orgId, id, place, error ?? 'The job that should have decided the case failed.');
    await endRehearsal(tx, orgId, id, { status: 'done', reason: null });
    return true;
  });
}

/** Whether the job stopped for an outside reason, so that the rehearsal can be resumed. */
const isStopped = ({ status, code }: OpenPlace): boolean => status !== jobStatus.failure || LIMITS.includes(code ?? '');

const reasonOf = ({ cancel_asked_at: asked }: RehearsalRow, { error }: OpenPlace): string =>
  asked === null ? (error ?? 'Not all jobs were started.') : 'The rehearsal was cancelled.';
