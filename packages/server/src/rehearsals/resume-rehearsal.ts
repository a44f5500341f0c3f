import { checkResumable, resumeRun } from '#batch-runs/run-batch.ts';
import { emptyRequest } from '#jobs/start/run-request.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { listOpenPlaces } from './cases-store.ts';
import { jobOptions, type RehearsalDeps } from './start-rehearsal.ts';
import { type RehearsalRow, rehearsalKind } from './store.ts';

/** Decides the remaining cases, at the same places. Decided cases and answered model calls are not repeated. */
export async function resumeRehearsal(
  { database, starter }: RehearsalDeps,
  caller: Caller,
  rehearsal: RehearsalRow,
  maxCost: number | null | undefined,
): Promise<void> {
  const { orgId } = caller;
  const batchId = checkResumable(rehearsalKind, rehearsal);
  const open = await listOpenPlaces(database.tenant(orgId), orgId, rehearsal.id);
  const groups = [...Map.groupBy(open, (place) => place.agent_id)];
  for (const [index, [agentId, own]] of groups.entries()) {
    const part = { agentId, places: own.map((place) => place.batch_index) };
    await starter.start(
      part.places.map(() => ({ ...emptyRequest, metadata: JSON.stringify({ rehearsal_id: rehearsal.id }) })),
      {
        ...jobOptions(caller, part, rehearsal.version_id, batchId),
        ...(index === 0 && {
          alongside: (tx: Db) => resumeRun(tx, caller, rehearsalKind, rehearsal, maxCost),
        }),
      },
    );
  }
}
