import { randomUUID } from 'node:crypto';
import type { Db, Transactor } from '#platform/db.ts';
import { contentKey, stageContent } from '#platform/storage/put-content.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { keepContent } from './keep-content.ts';
import { blobPrefix, cleanContentType, cleanFileName, type StoredContent } from './model.ts';

export type Reference = StoredContent & {
  jobId: string;
  resourceId: string;
  contentType: string;
  fileName: string;
  createdAt: Date;
};

type NewReference = {
  orgId: string;
  jobId: string;
  content: Uint8Array | AsyncIterable<Uint8Array>;
  contentType: string;
  /** For example `html` or `png`. Anything but letters and digits becomes `bin`. */
  extension: string;
  /** The file name of a download. Default: the resource id. */
  fileName?: string | undefined;
  bytesMax?: number | undefined;
};

// The same as the default limit of a request body.
const BYTES_MAX = 100 * 1024 * 1024;

/** Stores a reference of a job, such as a page or a screenshot. Throws a StorageLimitError past `bytesMax`. */
export async function putReference(
  db: Transactor,
  storage: Storage,
  { orgId, jobId, content, contentType, extension, fileName, bytesMax = BYTES_MAX }: NewReference,
): Promise<{ resourceId: string }> {
  const suffix = extension.replace(/^\./, '').toLowerCase();
  const resourceId = `${randomUUID()}.${/^[a-z0-9]{1,10}$/.test(suffix) ? suffix : 'bin'}`;
  const staged = await stageContent(storage, chunks(content), bytesMax);
  const { sha256, size } = staged;
  const storageKey = contentKey(blobPrefix('references', orgId), sha256);
  const [type, name] = [cleanContentType(contentType), cleanFileName(fileName ?? resourceId)];
  await keepContent(db, storage, [{ ...staged, storageKey }], (tx) =>
    tx.run(
      `insert into job_references (job_id, resource_id, org_id, storage_key, sha256, size, content_type, file_name)
       values ($2::uuid, $3, $1::uuid, $4, $5, $6::bigint, $7, $8)`,
      [orgId, jobId, resourceId, storageKey, sha256, size, type, name],
    ),
  );
  return { resourceId };
}

const COLUMNS = `job_id as "jobId", resource_id as "resourceId", storage_key as "storageKey", sha256, size,
  content_type as "contentType", file_name as "fileName", created_at as "createdAt"`;

/** Returns the references of a job, oldest first. */
export function listReferences(db: Db, orgId: string, jobId: string): Promise<Reference[]> {
  return db.query<Reference>(
    `select ${COLUMNS} from job_references where job_id = $2::uuid and org_id = $1::uuid order by created_at, resource_id`,
    [orgId, jobId],
  );
}

export async function findReference(
  db: Db,
  orgId: string,
  jobId: string,
  resourceId: string,
): Promise<Reference | undefined> {
  const rows = await db.query<Reference>(
    `select ${COLUMNS} from job_references where job_id = $2::uuid and resource_id = $3 and org_id = $1::uuid`,
    [orgId, jobId, resourceId],
  );
  return rows[0];
}

export const isResourceId = (text: string): boolean => /^[A-Za-z0-9._-]{1,200}$/.test(text);

async function* chunks(content: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content;
  else yield* content;
}
