import { updateCostLimit } from '#jobs/batches/ended-rows-store.ts';
import type { Canceller } from '#jobs/queue/cancel-job.ts';
import { emptyRequest } from '#jobs/start/run-request.ts';
import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { listOpenPlaces } from './cases-store.ts';
import { jobOptions, type RehearsalDeps } from './start-rehearsal.ts';
import { noteCancel, type RehearsalRow, reopenRehearsal } from './store.ts';

/** Cancels the rehearsal and its jobs. A rehearsal that has ended does not change. */
export async function cancelRehearsal(
  { database, canceller }: { database: Database; canceller: Canceller },
  caller: Caller,
  rehearsal: RehearsalRow,
): Promise<void> {
  const { orgId } = caller;
  const isNew = await database.tenant(orgId).tx(async (tx) => {
    if (!(await noteCancel(tx, orgId, rehearsal.id))) return false;
    await audit(tx, caller, 'rehearsal.cancelled', rehearsal);
    return true;
  });
  if (isNew && rehearsal.batch_id !== null) await canceller.cancelBatchJobs(caller, rehearsal.batch_id);
}

/** Decides the remaining cases, at the same places. Decided cases and answered model calls are not repeated. */
export async function resumeRehearsal(
  { database, starter }: RehearsalDeps,
  caller: Caller,
  rehearsal: RehearsalRow,
  maxCost: number | null | undefined,
): Promise<void> {
  const { orgId } = caller;
  const { batch_id: batchId, version_id: versionId } = rehearsal;
  if (rehearsal.status !== 'cancelled' || batchId === null)
    throw new AppError('conflict', { detail: 'Only a cancelled rehearsal can be resumed.' });
  const open = await listOpenPlaces(database.tenant(orgId), orgId, rehearsal.id);
  const groups = [...Map.groupBy(open, (place) => place.agent_id)];
  for (const [index, [agentId, own]] of groups.entries()) {
    const part = { agentId, places: own.map((place) => place.batch_index) };
    await starter.start(
      part.places.map(() => ({ ...emptyRequest, metadata: JSON.stringify({ rehearsal_id: rehearsal.id }) })),
      {
        ...jobOptions(caller, part, versionId, batchId),
        ...(index === 0 && {
          async alongside(tx: Db) {
            if (!(await reopenRehearsal(tx, orgId, rehearsal.id)))
              throw new AppError('conflict', { detail: 'The rehearsal was already resumed.' });
            if (maxCost !== undefined) await updateCostLimit(tx, orgId, batchId, maxCost);
            await audit(tx, caller, 'rehearsal.resumed', rehearsal);
          },
        }),
      },
    );
  }
}

const audit = (tx: Db, caller: Caller, action: string, rehearsal: RehearsalRow): Promise<void> =>
  insertAudit(tx, caller, {
    orgId: caller.orgId,
    action,
    targetType: 'rehearsal',
    targetId: rehearsal.id,
    detail: { policy_id: rehearsal.policy_id, version_id: rehearsal.version_id },
  });
