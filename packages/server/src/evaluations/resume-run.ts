import { type EndedRow, listEndedRows, updateCostLimit } from '#jobs/batches/ended-rows-store.ts';
import type { Canceller } from '#jobs/queue/cancel-job.ts';
import { jobStatus, priority } from '#jobs/record/model.ts';
import { emptyRequest } from '#jobs/start/run-request.ts';
import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';

import { noteCancel, type RunRow, reopenRun } from './runs-store.ts';
import type { RunDeps } from './start-run.ts';

/** Cancels the run and its jobs. A run that has ended does not change. */
export async function cancelRun(
  { database, canceller }: { database: Database; canceller: Canceller },
  caller: Caller,
  run: RunRow,
): Promise<void> {
  const { orgId } = caller;
  const isNew = await database.tenant(orgId).tx(async (tx) => {
    if (!(await noteCancel(tx, orgId, run.id))) return false;
    await audit(tx, caller, 'evaluation_run.cancelled', run);
    return true;
  });
  if (isNew) await canceller.cancelBatchJobs(caller, run.batch_id);
}

/** Runs the cancelled cases again, at the same places. Finished cases are not repeated. */
export async function resumeRun(
  { database, starter }: RunDeps,
  caller: Caller,
  run: RunRow,
  maxCost: number | null | undefined,
): Promise<void> {
  const { orgId } = caller;
  if (run.status !== 'cancelled') throw new AppError('conflict', { detail: 'Only a cancelled run can be resumed.' });
  const places = await listEndedRows(database.tenant(orgId), orgId, run.batch_id, jobStatus.cancelled);
  await starter.start(places.map(toRequest), {
    caller,
    target: { agentId: run.agent_id, versionId: run.agent_version_id },
    origin: 'evaluation',
    policyVersionId: run.policy_version_id ?? undefined,
    priority: priority.bulk,
    skipCache: true,
    batchId: run.batch_id,
    batchIndexes: places.map(({ batch_index }) => batch_index),
    async alongside(tx) {
      if (!(await reopenRun(tx, orgId, run.id)))
        throw new AppError('conflict', { detail: 'The run was already resumed.' });
      if (maxCost !== undefined) await updateCostLimit(tx, orgId, run.batch_id, maxCost);
      await audit(tx, caller, 'evaluation_run.resumed', run);
    },
  });
}

const toRequest = ({ inputs, metadata }: EndedRow) => ({
  ...emptyRequest,
  nested: Object.fromEntries(inputs.map(({ key, value }) => [key, value])),
  metadata: metadata && JSON.stringify(metadata),
});

const audit = (tx: Db, caller: Caller, action: string, run: RunRow): Promise<void> =>
  insertAudit(tx, caller, {
    orgId: caller.orgId,
    action,
    targetType: 'evaluation_run',
    targetId: run.id,
    detail: { evaluation_set_id: run.set_id },
  });
