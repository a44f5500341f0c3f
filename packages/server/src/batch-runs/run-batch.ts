import type { Snapshot } from '#agents/snapshot.ts';
import { insertBatch } from '#jobs/batches/batches.ts';
import { updateCostLimit } from '#jobs/batches/ended-rows-store.ts';
import type { Canceller } from '#jobs/queue/cancel-job.ts';
import { priority } from '#jobs/record/model.ts';
import type { StartOptions } from '#jobs/start/start-options.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { BatchRun, BatchRunKind } from './kind.ts';
import { findBatchRun, lockOpenRun, noteCancel, reopenRun } from './store.ts';

/** How jobs of every run are started: behind other work, and never from the cache. */
export const jobsOf = (
  { origin }: Pick<BatchRunKind<never>, 'origin'>,
  caller: Caller,
  given: Pick<StartOptions, 'target' | 'policyVersionId' | 'batchIndexes'> & { batchId: string },
): StartOptions => ({ caller, origin, priority: priority.bulk, skipCache: true, ...given });

/** Creates the batch of a run. Call it alongside the first jobs. */
export const beginBatch = (
  tx: Db,
  caller: Caller,
  { origin }: Pick<BatchRunKind<never>, 'origin'>,
  { agentId, version }: Snapshot,
  given: { id: string; name: string; total: number; maxCost: number | null | undefined },
): Promise<void> =>
  insertBatch(tx, caller, {
    id: given.id,
    agentId,
    versionId: version.id,
    name: given.name.slice(0, 255),
    origin,
    total: given.total,
    metadata: null,
    maxCost: given.maxCost ?? null,
  });

/** Finds a run. One whose jobs have all ended is settled now instead of waiting for a worker. */
export async function findSettled<Row extends BatchRun>(
  database: Database,
  kind: BatchRunKind<Row>,
  orgId: string,
  id: string,
  settle: (database: Database, orgId: string, id: string) => Promise<boolean>,
): Promise<Row | undefined> {
  const found = await findBatchRun(database.tenant(orgId), kind, orgId, 'id', id);
  if (found === undefined || found.finished_at !== null || found.open > 0) return found;
  await settle(database, orgId, id);
  return (await findBatchRun(database.tenant(orgId), kind, orgId, 'id', id)) ?? found;
}

/** Ends a run whose jobs have all ended. Returns false if they have not, or another process ends it. */
export const settleRun = <Row extends BatchRun>(
  database: Database,
  kind: BatchRunKind<Row>,
  { orgId, id }: { orgId: string; id: string },
  end: (tx: Db, run: Row) => Promise<void>,
): Promise<boolean> =>
  database.system.tx(async (tx) => {
    const run = await lockOpenRun(tx, kind, orgId, id);
    if (run === undefined || run.open > 0) return false;
    await end(tx, run);
    return true;
  });

/** Cancels the run and its jobs. A run that has ended does not change. */
export async function cancelRun<Row extends BatchRun>(
  { database, canceller }: { database: Database; canceller: Canceller },
  caller: Caller,
  kind: BatchRunKind<Row>,
  run: Row,
): Promise<void> {
  const isNew = await database.tenant(caller.orgId).tx(async (tx) => {
    if (!(await noteCancel(tx, kind, run))) return false;
    await audit(tx, caller, `${kind.target}.cancelled`, run.id, kind.describe(run));
    return true;
  });
  if (isNew && run.batch_id !== null) await canceller.cancelBatchJobs(caller, run.batch_id);
}

/** Returns the batch of a run that can be resumed. */
export function checkResumable<Row extends BatchRun>({ noun }: BatchRunKind<Row>, run: Row): string {
  if (run.status !== 'cancelled' || run.batch_id === null)
    throw new AppError('conflict', { detail: `Only a cancelled ${noun} can be resumed.` });
  return run.batch_id;
}

/** Opens a cancelled run again. Call it alongside the first of its new jobs. Undefined keeps the cost limit. */
export async function resumeRun<Row extends BatchRun>(
  tx: Db,
  caller: Caller,
  kind: BatchRunKind<Row>,
  run: Row,
  maxCost: number | null | undefined,
): Promise<void> {
  if (!(await reopenRun(tx, kind, run)))
    throw new AppError('conflict', { detail: `The ${kind.noun} was already resumed.` });
  if (maxCost !== undefined) await updateCostLimit(tx, caller.orgId, run.batch_id!, maxCost);
  await audit(tx, caller, `${kind.target}.resumed`, run.id, kind.describe(run));
}
