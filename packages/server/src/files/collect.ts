import type { Db, Transactor } from '#platform/db.ts';
import type { Erased } from '#platform/domain.ts';
import { removeStaleTemporary } from '#platform/storage/put-content.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { blobKinds } from './model.ts';
import { findNamedKeys, removeBlobs } from './remove-blobs.ts';

type Collected = {
  /** Blobs that were looked at. */
  seen: number;
  removed: number;
  bytes: number;
  failed: number;
  /** Removed temporary objects, left by uploads that a crash interrupted. */
  temporary: number;
};

// One statement looks up a batch by index; a larger batch gains nothing.
const BATCH = 500;

/**
 * Removes content that no row names: leftovers of crashes, replaced artifacts, failed deletions. `olderThanMs` must
 * exceed the longest request, because no row names the content of a request in progress yet.
 */
export async function collectBlobs(
  db: Transactor,
  storage: Storage,
  { olderThanMs }: { olderThanMs: number },
): Promise<Collected> {
  const writtenBefore = new Date(Date.now() - olderThanMs);
  const collected: Collected = { seen: 0, removed: 0, bytes: 0, failed: 0, temporary: 0 };

  async function removeBatch(keys: string[]): Promise<void> {
    const { removed, bytes, failures } = await removeBlobs(db, storage, keys, { writtenBefore, forGood: false });
    collected.removed += removed;
    collected.bytes += bytes;
    collected.failed += failures.length;
  }

  for (const kind of blobKinds) {
    let old: string[] = [];
    for await (const { key, modifiedAt } of storage.list(`${kind}/`)) {
      collected.seen += 1;
      if (modifiedAt >= writtenBefore) continue;
      old.push(key);
      if (old.length < BATCH) continue;
      await removeBatch(old);
      old = [];
    }
    await removeBatch(old);
  }
  collected.temporary = await removeStaleTemporary(storage, olderThanMs);
  return collected;
}

type DeletedJobFiles = {
  files: number;
  artifacts: number;
  references: number;
  /** Content that no row names any more. The caller passes it to deleteBlobs after the commit. */
  storageKeys: string[];
};

type Row = { storageKey: string };

/** Deletes the rows of a job's artifacts and references, and of the files that no other job uses. */
export async function deleteJobFiles(tx: Db, orgId: string, jobId: string): Promise<DeletedJobFiles> {
  // Two jobs that share a file and are deleted concurrently would each keep it for the other. The lock makes the second
  // one wait, and then it is the only user.
  await tx.query(
    `select id from files where org_id = $1::uuid and id in (select file_id from job_files where job_id = $2::uuid)
     order by id for update`,
    [orgId, jobId],
  );
  const files = await tx.query<Row>(
    `delete from files f where f.org_id = $1::uuid
       and f.id in (select file_id from job_files where job_id = $2::uuid)
       and not exists (select from job_files other where other.file_id = f.id and other.job_id <> $2::uuid)
     returning storage_key as "storageKey"`,
    [orgId, jobId],
  );
  await tx.run('delete from job_files where job_id = $2::uuid and org_id = $1::uuid', [orgId, jobId]);
  const artifacts = await tx.query<Row>(
    `delete from job_artifacts where job_id = $2::uuid and org_id = $1::uuid returning storage_key as "storageKey"`,
    [orgId, jobId],
  );
  const references = await tx.query<Row>(
    `delete from job_references where job_id = $2::uuid and org_id = $1::uuid returning storage_key as "storageKey"`,
    [orgId, jobId],
  );
  const keys = [...new Set([...files, ...artifacts, ...references].map((row) => row.storageKey))];
  const named = await findNamedKeys(tx, keys);
  return {
    files: files.length,
    artifacts: artifacts.length,
    references: references.length,
    storageKeys: keys.filter((key) => !named.has(key)),
  };
}

/** The same for several jobs, as the erasure of jobs counts it. */
export async function deleteFilesOfJobs(tx: Db, orgId: string, jobIds: string[]): Promise<Erased> {
  const removed = { files: 0, artifacts: 0, references: 0 };
  const storageKeys: string[] = [];
  for (const jobId of jobIds) {
    const { storageKeys: keys, files, artifacts, references } = await deleteJobFiles(tx, orgId, jobId);
    storageKeys.push(...keys);
    removed.files += files;
    removed.artifacts += artifacts;
    removed.references += references;
  }
  return { removed, storageKeys };
}

/** Erases content whose rows are gone, without a grace period. Returns failures, which collectBlobs removes later. */
export async function deleteBlobs(
  db: Transactor,
  storage: Storage,
  storageKeys: string[],
): Promise<{ deleted: number; failures: { storageKey: string; error: unknown }[] }> {
  const { removed, failures } = await removeBlobs(db, storage, storageKeys, {
    writtenBefore: new Date(8.64e15),
    forGood: true,
  });
  return { deleted: removed, failures };
}
