import { checkResumable, jobsOf, resumeRun as reopen } from '#batch-runs/run-batch.ts';
import { type EndedRow, listEndedRows } from '#jobs/batches/ended-rows-store.ts';
import { jobStatus } from '#jobs/record/model.ts';
import { emptyRequest } from '#jobs/start/run-request.ts';
import type { Caller } from '#platform/caller.ts';
import { type RunRow, runKind } from './runs-store.ts';
import type { RunDeps } from './start-run.ts';

/** Runs the cancelled cases again, at the same places. Finished cases are not repeated. */
export async function resumeRun(
  { database, starter }: RunDeps,
  caller: Caller,
  run: RunRow,
  maxCost: number | null | undefined,
): Promise<void> {
  const { orgId } = caller;
  const batchId = checkResumable(runKind, run);
  const places = await listEndedRows(database.tenant(orgId), orgId, batchId, jobStatus.cancelled);
  await starter.start(places.map(toRequest), {
    ...jobsOf(runKind, caller, {
      target: { agentId: run.agent_id, versionId: run.agent_version_id },
      policyVersionId: run.policy_version_id ?? undefined,
      batchId,
      batchIndexes: places.map(({ batch_index }) => batch_index),
    }),
    alongside: (tx) => reopen(tx, caller, runKind, run, maxCost),
  });
}

const toRequest = ({ inputs, metadata }: EndedRow) => ({
  ...emptyRequest,
  nested: Object.fromEntries(inputs.map(({ key, value }) => [key, value])),
  metadata: metadata && JSON.stringify(metadata),
});
