import { deleteBlobs } from '#files/collect.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import type { JobEraser } from '#platform/domain.ts';
import { AppError } from '#platform/errors.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Signer } from '#signing/signer.ts';
import { certify, findCertificate, type Removed } from './certificates.ts';
import { refuseHeld } from './holds.ts';
import { keepModelFigures } from './model-figures-sql.ts';

export type EraseDeps = {
  database: Database;
  storage: Storage;
  signer: Signer;
  /** What other domains remove with a job. */
  erasers: readonly JobEraser[];
};

/** Deletes the inputs, outputs, steps and files of an ended job. Its row stays with status, cost and metadata. */
export async function deleteJobData({ database, storage, signer, erasers }: EraseDeps, caller: Caller, jobId: string) {
  const { orgId } = caller;
  const key = await signer.keyOf(orgId);
  const removed = await database.tenant(orgId).tx(async (tx) => {
    const blanked = await tx.run(
      `update job_results set outputs = '[]', ui_fields = null, trust = null, data_deleted_at = now()
        where job_id = $2 and org_id = $1 and data_deleted_at is null`,
      [orgId, jobId],
    );
    if (blanked === 0) {
      // If the archive has taken the job a moment ago, none of its data is deleted yet.
      if (!(await isDataDeleted(tx, jobId)))
        throw new AppError('conflict', { detail: 'The job is being archived right now. Send the request again.' });
      return undefined;
    }
    // Checked after the row is locked, because placing a hold waits for that lock.
    await refuseHeld(tx, orgId, jobId);
    const counts: Removed[] = [{ kind: 'outputs', count: 1 }];
    const note = (kind: string, count: number): void => void counts.push({ kind, count });
    await tx.run(
      `update jobs set cache_key = null,
          inputs = (select coalesce(json_agg(json_build_object('key', input->>'key', 'value', '')), '[]') from json_array_elements(inputs) input)
        where id = $2 and org_id = $1`,
      [orgId, jobId],
    );
    note('inputs', 1);
    await keepModelFigures(tx, orgId, [jobId]);
    note('steps', await tx.run('delete from job_steps where job_id = $2 and org_id = $1', [orgId, jobId]));
    await tx.run('delete from job_progress where job_id = $2 and org_id = $1', [orgId, jobId]);
    await tx.run('delete from job_cache where job_id = $2 and org_id = $1', [orgId, jobId]);
    // Decisions of reviews stay; comments go, because they may quote the data.
    await tx.run(`update job_reviews set comment = '', corrected_outputs = null where job_id = $2 and org_id = $1`, [
      orgId,
      jobId,
    ]);
    await tx.run(`delete from review_tasks where job_id = $2 and org_id = $1 and status = 'open'`, [orgId, jobId]);
    await tx.run(
      `update review_tasks set comment = '', corrected_outputs = null, attachment = null, skips = '[]',
         settlement = settlement || '{"comment": "", "correctedOutputs": null}'::jsonb where job_id = $2 and org_id = $1`,
      [orgId, jobId],
    );
    // The person who answered a wait stays; the question and the answer go.
    await tx.run(
      `update job_waits set title = '[deleted]', body = '', options = null, answer_schema = null, evidence = '[]',
          answer = null, comment = null, approvals = '[]' where job_id = $2 and org_id = $1`,
      [orgId, jobId],
    );
    await tx.run('delete from job_events where job_id = $2 and org_id = $1', [orgId, jobId]);
    const storageKeys: string[] = [];
    const others: Record<string, number> = {};
    for (const { data } of erasers) {
      const erased = (await data?.(tx, orgId, jobId, caller)) ?? {};
      storageKeys.push(...(erased.storageKeys ?? []));
      Object.assign(others, erased.removed);
    }
    for (const [kind, count] of Object.entries(others)) note(kind, count);
    await audit(tx, caller, 'job.data_deleted', jobId);
    const certificate = await certify(tx, key, { orgId, jobId, reason: 'request', removed: counts });
    const { files = 0, artifacts = 0, references = 0 } = others;
    return { files, artifacts, references, storageKeys, certificate };
  });
  const blobs = removed ? await deleteBlobs(database.system, storage, removed.storageKeys) : { failures: [] };
  const failedArtifacts = blobs.failures.filter(({ storageKey }) => storageKey.startsWith('artifacts/')).length;
  const failed = blobs.failures.length - failedArtifacts;
  return {
    status: blobs.failures.length === 0 ? 'success' : 'partial_success',
    deleted_count: removed ? removed.files + removed.references - failed : 0,
    failed_count: failed,
    // True even if an earlier call did it: nothing is left.
    blob_sanitized: true,
    outputs_sanitized: true,
    artifacts_deleted_count: removed ? removed.artifacts - failedArtifacts : 0,
    artifacts_failed_count: failedArtifacts,
    certificate: removed?.certificate ?? (await findCertificate(database.tenant(orgId), orgId, jobId)) ?? null,
    errors: blobs.failures.length === 0 ? null : ['Some content could not be deleted yet. It will be deleted later.'],
  };
}

export async function isDataDeleted(db: Db, jobId: string): Promise<boolean> {
  const rows = await db.query('select from job_results where job_id = $1 and data_deleted_at is not null', [jobId]);
  return rows.length > 0;
}
