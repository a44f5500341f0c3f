import type { Db } from '#platform/db.ts';
import type { JobInput } from '../record/model.ts';

// Rows of a batch whose newest job ended with a given status, to be run again.

export type EndedRow = {
  batch_index: number;
  job_id: string;
  agent_id: string;
  inputs: JobInput[];
  metadata: Record<string, unknown> | null;
};

export function listEndedRows(db: Db, orgId: string, batchId: string, status: number): Promise<EndedRow[]> {
  return db.query<EndedRow>(
    `select n.batch_index, n.id as job_id, n.agent_id, n.inputs, n.metadata
     from (select distinct on (batch_index) batch_index, id, agent_id, inputs, metadata from jobs
       where org_id = $1::uuid and batch_id = $2::uuid order by batch_index, id desc) n
     join job_results r on r.job_id = n.id and r.status = $3::smallint order by n.batch_index`,
    [orgId, batchId, status],
  );
}

/** Changes the cost limit of a batch; null means no limit. */
export async function updateCostLimit(tx: Db, orgId: string, batchId: string, maxCost: number | null): Promise<void> {
  await tx.run('update batches set max_cost = $3::numeric where org_id = $1::uuid and id = $2::uuid', [
    orgId,
    batchId,
    maxCost,
  ]);
}
