import { deleteCallback } from '#engines/http-engine/callbacks-store.ts';
import { deleteBlobs, deleteJobFiles } from '#files/collect.ts';
import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { deleteJobBodies } from '#webhooks/deliveries-store.ts';

/** Removes what a final job was given and made. The row stays with status, cost and metadata; the cache forgets it. */
export async function deleteJobData(
  { database, storage }: { database: Database; storage: Storage },
  caller: Caller,
  jobId: string,
) {
  const { orgId } = caller;
  const removed = await database.tenant(orgId).tx(async (tx) => {
    const blanked = await tx.run(
      `update job_results set outputs = '[]', ui_fields = null, trust = null, data_deleted_at = now()
        where job_id = $2 and org_id = $1 and data_deleted_at is null`,
      [orgId, jobId],
    );
    if (blanked === 0) return undefined;
    await tx.run(
      `update jobs set cache_key = null,
          inputs = (select coalesce(json_agg(json_build_object('key', input->>'key', 'value', '')), '[]') from json_array_elements(inputs) input)
        where id = $2 and org_id = $1`,
      [orgId, jobId],
    );
    await tx.run('delete from job_steps where job_id = $2 and org_id = $1', [orgId, jobId]);
    await tx.run('delete from job_progress where job_id = $2 and org_id = $1', [orgId, jobId]);
    await tx.run('delete from job_cache where job_id = $2 and org_id = $1', [orgId, jobId]);
    // What was decided stays; the words about it may quote the data.
    await tx.run(`update job_reviews set comment = '', corrected_outputs = null where job_id = $2 and org_id = $1`, [
      orgId,
      jobId,
    ]);
    await tx.run(`delete from review_tasks where job_id = $2 and org_id = $1 and status = 'open'`, [orgId, jobId]);
    await tx.run(
      `update review_tasks set comment = '', corrected_outputs = null, attachment = null where job_id = $2 and org_id = $1`,
      [orgId, jobId],
    );
    // That somebody decided stays, and who; not what was asked and said.
    await tx.run(
      `update job_waits set title = '[deleted]', body = '', options = null, answer_schema = null, evidence = '[]',
          answer = null, comment = null where job_id = $2 and org_id = $1`,
      [orgId, jobId],
    );
    await tx.run('delete from job_events where job_id = $2 and org_id = $1', [orgId, jobId]);
    await deleteCallback(tx, jobId);
    await deleteJobBodies(tx, orgId, jobId);
    const files = await deleteJobFiles(tx, orgId, jobId);
    await insertAudit(tx, caller, { orgId, action: 'job.data_deleted', targetType: 'job', targetId: jobId });
    return files;
  });
  const blobs = removed ? await deleteBlobs(database.system, storage, removed.storageKeys) : { failures: [] };
  const failedArtifacts = blobs.failures.filter(({ storageKey }) => storageKey.startsWith('artifacts/')).length;
  const failed = blobs.failures.length - failedArtifacts;
  return {
    status: blobs.failures.length === 0 ? 'success' : 'partial_success',
    deleted_count: removed ? removed.files + removed.references - failed : 0,
    failed_count: failed,
    // Also when an earlier call did it: what counts is that nothing is left.
    blob_sanitized: true,
    outputs_sanitized: true,
    artifacts_deleted_count: removed ? removed.artifacts - failedArtifacts : 0,
    artifacts_failed_count: failedArtifacts,
    errors: blobs.failures.length === 0 ? null : ['Some content could not be removed yet; it is removed later.'],
  };
}
