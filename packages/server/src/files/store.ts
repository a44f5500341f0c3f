import type { Db } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import type { File } from './model.ts';

export type NewFile = Pick<File, 'storageKey' | 'sha256' | 'size' | 'name' | 'contentType'> &
  Partial<Pick<File, 'datasetId' | 'metadata' | 'creatorId'>>;

const COLUMNS = `id, storage_key as "storageKey", sha256, size, name, content_type as "contentType",
  dataset_id as "datasetId", metadata, creator_id as "creatorId", created_at as "createdAt"`;

export async function findFile(db: Db, orgId: string, fileId: string): Promise<File | undefined> {
  const rows = await db.query<File>(`select ${COLUMNS} from files where id = $2::uuid and org_id = $1::uuid`, [
    orgId,
    fileId,
  ]);
  return rows[0];
}

export async function getFile(db: Db, orgId: string, fileId: string): Promise<File> {
  const file = await findFile(db, orgId, fileId);
  if (file === undefined) throw notFound('file');
  return file;
}

/** Returns the files of the organization with these ids, in no particular order. */
export async function findFiles(db: Db, orgId: string, fileIds: string[]): Promise<File[]> {
  if (fileIds.length === 0) return [];
  return db.query<File>(`select ${COLUMNS} from files where id = any($2::uuid[]) and org_id = $1::uuid`, [
    orgId,
    fileIds,
  ]);
}

/** Inserts files and returns them in the given order. Their content must already be in storage. */
export async function insertFiles(db: Db, orgId: string, files: NewFile[]): Promise<File[]> {
  if (files.length === 0) return [];
  const rows = files.map(
    (file): File => ({
      datasetId: null,
      metadata: null,
      creatorId: null,
      ...file,
      id: newId(),
      createdAt: new Date(databaseNow()),
    }),
  );
  await db.run(
    `insert into files (id, org_id, storage_key, sha256, size, name, content_type, dataset_id, metadata, creator_id,
       created_at)
     select id, $1::uuid, "storageKey", sha256, size, name, "contentType", "datasetId", metadata, "creatorId", "createdAt"
     from json_to_recordset($2::json) as file (id uuid, "storageKey" text, sha256 text, size bigint, name text,
       "contentType" text, "datasetId" text, metadata json, "creatorId" int, "createdAt" timestamptz)`,
    [orgId, JSON.stringify(rows)],
  );
  return rows;
}

/** Records which files a job uses, so that deleting its data also deletes files that no other job needs. */
export async function linkFiles(db: Db, orgId: string, links: { jobId: string; fileId: string }[]): Promise<void> {
  if (links.length === 0) return;
  await db.run(
    `insert into job_files (file_id, job_id, org_id)
     select file_id, job_id, $1::uuid from unnest($2::uuid[], $3::uuid[]) as f (file_id, job_id)
     on conflict (file_id, job_id) do nothing`,
    [orgId, links.map((link) => link.fileId), links.map((link) => link.jobId)],
  );
}

/** Deletes the rows. collectBlobs removes the content later if no other row names it. */
export function deleteFiles(db: Db, orgId: string, fileIds: string[]): Promise<number> {
  return db.run('delete from files where id = any($2::uuid[]) and org_id = $1::uuid', [orgId, fileIds]);
}

/** Returns the files that a job uses, oldest first. */
export function listFilesOfJob(db: Db, orgId: string, jobId: string): Promise<File[]> {
  return db.query<File>(
    `select ${COLUMNS} from files
     where org_id = $1::uuid and id in (select file_id from job_files where job_id = $2::uuid and org_id = $1::uuid)
     order by id`,
    [orgId, jobId],
  );
}
