import { jobStatus } from '#jobs/record/model.ts';
import type { Database } from '#platform/db.ts';
import { failPlace, listOpenPlaces, type OpenPlace } from './cases-store.ts';
import { LIMITS } from './decide-cases.ts';
import { endRehearsal, lockOpenRehearsal, type RehearsalRow } from './store.ts';

/** Ends the rehearsal if all of its jobs are over. Cases of a job that failed are named with what it said. */
export async function settleRehearsal(database: Database, orgId: string, id: string): Promise<void> {
  await database.system.tx(async (tx) => {
    const rehearsal = await lockOpenRehearsal(tx, orgId, id);
    if (rehearsal === undefined || rehearsal.open > 0) return;
    const places = await listOpenPlaces(tx, orgId, id);
    const stopped = places.find(isStopped);
    if (stopped !== undefined) {
      await endRehearsal(tx, orgId, id, { status: 'cancelled', reason: reasonOf(rehearsal, stopped) });
      return;
    }
    for (const { batch_index: place, error } of places)
      await failPlace(tx, orgId, id, place, error ?? 'The job that was to decide it failed.');
    await endRehearsal(tx, orgId, id, { status: 'done', reason: null });
  });
}

/** It was not its own fault: it can be resumed. */
const isStopped = ({ status, code }: OpenPlace): boolean => status !== jobStatus.failure || LIMITS.includes(code ?? '');

const reasonOf = ({ cancel_asked_at: asked }: RehearsalRow, { error }: OpenPlace): string =>
  asked === null ? (error ?? 'Not all of its jobs were started.') : 'It was cancelled.';
