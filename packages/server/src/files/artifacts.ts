import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { parseJson } from '#platform/json.ts';
import { contentKey, stageContent } from '#platform/storage/put-content.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { storageProblem } from '#platform/storage/storage-problem.ts';
import { keepContent } from './keep-content.ts';
import { artifactKey, blobPrefix, type StoredContent } from './model.ts';
import { refuseAltered } from './verify-content.ts';

export type Artifact = StoredContent & {
  jobId: string;
  key: string;
  stepKey: string | null;
  source: string | null;
  createdAt: Date;
};

type NewArtifact = {
  orgId: string;
  jobId: string;
  name: string;
  content: unknown;
  stepKey?: string | undefined;
  source?: string | undefined;
};

/** Stores a JSON value as an artifact of a job and returns its key. Replaces an earlier value of the same name. */
export async function putArtifact(db: Transactor, storage: Storage, artifact: NewArtifact): Promise<string> {
  const { orgId, jobId } = artifact;
  const key = artifactKey(jobId, artifact.name);
  const bytes = Buffer.from(JSON.stringify(artifact.content) ?? 'null');
  const staged = await stageContent(storage, one(bytes), bytes.length);
  const { sha256, size } = staged;
  const storageKey = contentKey(blobPrefix('artifacts', orgId), sha256);
  const values = [orgId, jobId, key, storageKey, sha256, size, artifact.stepKey ?? null, artifact.source ?? null];
  await keepContent(db, storage, [{ ...staged, storageKey }], (tx) => tx.run(INSERT_ARTIFACT, values));
  return key;
}

const INSERT_ARTIFACT = `insert into job_artifacts (job_id, key, org_id, storage_key, sha256, size, step_key, source)
     values ($2::uuid, $3, $1::uuid, $4, $5, $6::bigint, $7, $8)
     on conflict (job_id, key) do update
       set storage_key = excluded.storage_key, sha256 = excluded.sha256, size = excluded.size,
           step_key = excluded.step_key, source = excluded.source, created_at = now()
       where job_artifacts.org_id = excluded.org_id`;

const COLUMNS = `job_id as "jobId", key, storage_key as "storageKey", sha256, size, step_key as "stepKey", source,
  created_at as "createdAt"`;

/** Returns the artifacts of a job, oldest first. */
export function listArtifacts(db: Db, orgId: string, jobId: string): Promise<Artifact[]> {
  return db.query<Artifact>(
    `select ${COLUMNS} from job_artifacts where job_id = $2::uuid and org_id = $1::uuid order by created_at, key`,
    [orgId, jobId],
  );
}

/** Returns the artifacts of several jobs, in no particular order. */
export function listArtifactsOfJobs(db: Db, orgId: string, jobIds: string[]): Promise<Artifact[]> {
  return db.query<Artifact>(
    `select ${COLUMNS} from job_artifacts where job_id = any ($2::uuid[]) and org_id = $1::uuid`,
    [orgId, jobIds],
  );
}

export async function findArtifact(db: Db, orgId: string, jobId: string, key: string): Promise<Artifact | undefined> {
  const rows = await db.query<Artifact>(
    `select ${COLUMNS} from job_artifacts where job_id = $2::uuid and key = $3 and org_id = $1::uuid`,
    [orgId, jobId, key],
  );
  return rows[0];
}

/** Returns the stored value. Throws if it has changed since it was stored. */
export async function readArtifact(storage: Storage, artifact: StoredContent): Promise<unknown> {
  let bytes: Buffer | undefined;
  try {
    const found = await storage.get(artifact.storageKey);
    bytes = found && (await buffer(found.stream));
  } catch (cause) {
    throw storageProblem(cause, () => new AppError('storage_failed', { cause }));
  }
  if (bytes === undefined) {
    throw new AppError('content_lost', { cause: new Error(`no blob ${artifact.storageKey}`) });
  }
  refuseAltered(artifact.storageKey, createHash('sha256').update(bytes).digest('hex'), artifact.sha256);
  return parseJson(bytes.toString('utf8'));
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
