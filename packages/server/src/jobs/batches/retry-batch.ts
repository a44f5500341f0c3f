import { causedByJob, listLinksOfJobs } from '#orgs/actor.ts';
import type { Caller } from '#platform/caller.ts';
import { claimFor } from '#platform/claims.ts';
import type { Db } from '#platform/db.ts';
import { jobStatus, type Origin, priority } from '../record/model.ts';
import { toRequest } from '../start/retry-job.ts';
import { itemName } from '../start/run-request.ts';
import type { Starter } from '../start/start-job.ts';
import { type BatchJob, type BatchRow, listBatchJobs } from './batches.ts';

const PAGE = 1_000;

/** Another call has run these rows again meanwhile. */
class Overtaken extends Error {}

/** Runs the failed and cancelled rows of a batch again, under the same indexes. Of two concurrent calls, one does it. */
export async function retryFailed(
  db: Db,
  starter: Starter,
  caller: Caller,
  batch: BatchRow,
  origin: Origin,
): Promise<void> {
  for (;;) {
    const failed = await listFailed(db, caller.orgId, batch.id);
    if (failed.length === 0) return;
    const links = await listLinksOfJobs(
      db,
      failed.map(({ id }) => id),
    );
    try {
      await starter.start(failed.map(toRequest), {
        caller,
        causes: failed.map(({ id }) => causedByJob(id, links.get(id) ?? [])),
        target: { agentId: batch.agent_id, versionId: batch.version_id },
        origin,
        priority: priority.bulk,
        skipCache: true,
        batchId: batch.id,
        batchIndexes: failed.map((job) => job.index),
        itemName: (index) => itemName(failed[index]!.index),
        async alongside(tx) {
          await claimFor(caller)?.(tx);
          await lockRows(tx, caller.orgId, batch.id, failed);
        },
      });
      return;
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
}

async function listFailed(db: Db, orgId: string, batchId: string): Promise<BatchJob[]> {
  const failed: BatchJob[] = [];
  for (let after = -1; ; ) {
    const jobs = await listBatchJobs(db, orgId, batchId, after, PAGE);
    failed.push(
      ...jobs.filter(
        (job) => (job.status === jobStatus.failure || job.status === jobStatus.cancelled) && !job.dataDeleted,
      ),
    );
    if (jobs.length < PAGE) return failed;
    after = jobs.at(-1)!.index;
  }
}

/** Locks the batch until the new jobs are inserted. Throws if other jobs have taken the indexes meanwhile. */
async function lockRows(tx: Db, orgId: string, batchId: string, jobs: BatchJob[]): Promise<void> {
  await tx.query('select id from batches where id = $2 and org_id = $1 for update', [orgId, batchId]);
  const newer = await tx.query<{ id: string }>(
    `select j.id from unnest($3::int[], $4::uuid[]) as known (batch_index, id)
      join jobs j on j.batch_id = $2 and j.batch_index = known.batch_index and j.id > known.id
      where j.org_id = $1 limit 1`,
    [orgId, batchId, jobs.map((job) => job.index), jobs.map((job) => job.id)],
  );
  if (newer.length > 0) throw new Overtaken();
}
