import type { BatchRun, BatchRunKind } from '#batch-runs/kind.ts';
import { findBatchRun, settledRowsOf } from '#batch-runs/store.ts';
import type { Db } from '#platform/db.ts';

// The rehearsals of policies. Their cases are in cases-store.ts.

export type RehearsalRow = BatchRun & { policy_id: string; version_id: string; gather: boolean };

export const rehearsalKind: BatchRunKind<RehearsalRow> = {
  noun: 'rehearsal',
  target: 'rehearsal',
  origin: 'rehearsal',
  table: 'rehearsals',
  parent: 'policy_id',
  columns: 'r.policy_id, r.version_id, r.gather',
  describe: ({ policy_id, version_id }) => ({ policy_id, version_id }),
};

export async function findRehearsal(
  db: Db,
  orgId: string,
  policyId: string,
  id: string,
): Promise<RehearsalRow | undefined> {
  const found = await findBatchRun(db, rehearsalKind, orgId, 'id', id);
  return found?.policy_id === policyId ? found : undefined;
}

/** Rehearsals whose jobs have all ended. */
export const settledRows = settledRowsOf(rehearsalKind.table);

export type NewRehearsal = {
  id: string;
  policyId: string;
  versionId: string;
  batchId: string | null;
  total: number;
  gather: boolean;
  creatorId: number | null;
};

/** A rehearsal without a batch has nothing to decide, so it is done at once. */
export async function insertRehearsal(tx: Db, orgId: string, given: NewRehearsal): Promise<void> {
  await tx.run(
    `insert into rehearsals (id, org_id, policy_id, version_id, batch_id, status, total, gather, created_by, started_at, finished_at)
     values ($2::uuid, $1::uuid, $3::uuid, $4::uuid, $5::uuid, case when $5::uuid is null then 'done' else 'running' end,
       $6::int, $8::boolean, $7::int, clock_timestamp(), case when $5::uuid is null then clock_timestamp() end)`,
    [orgId, given.id, given.policyId, given.versionId, given.batchId, given.total, given.creatorId, given.gather],
  );
}
