import { buffer } from 'node:stream/consumers';
import { type EngineContext, EngineFailure } from '#engines/engine/engine.ts';
import type { StepContext } from '#engines/engine/step-context.ts';
import { findArtifact, putArtifact, readArtifact } from '#files/artifacts.ts';
import { findReference, putReference, type Reference } from '#files/references.ts';
import { findFile } from '#files/store.ts';
import type { Database, Db } from '#platform/db.ts';
import { parseFileId } from '#platform/ids.ts';
import { persistently } from '#platform/persist.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { findAppliedPolicy } from '#policies/reference.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { findSource } from '../record/reruns.ts';
import { listLessons } from '../reviews/reviews.ts';
import type { createProgress } from './progress.ts';

/** More lessons would take too much of the prompt from the case itself. */
const LESSONS_MAX = 20;

export type Outside = Pick<
  EngineContext,
  'file' | 'artifact' | 'readArtifact' | 'reference' | 'policy' | 'lessons' | 'progress'
> &
  Pick<StepContext, 'keep' | 'recall'>;

type Options = {
  database: Database;
  storage: Storage;
  progress: ReturnType<typeof createProgress>;
  /** Base of the addresses that engines write into outputs. */
  publicUrl(): string;
};

/** Gives a running job access to stored things: files, artifacts, references, its policy, lessons of reviews. */
export function createOutside({ database, storage, progress, publicUrl }: Options): (job: ClaimedJob) => Outside {
  return (job) => {
    const db = database.tenant(job.orgId);
    return {
      async file(id) {
        const fileId = parseFileId(id);
        if (fileId === undefined)
          throw new EngineFailure(`'${id.slice(0, 80)}' is not a file id.`, { code: 'errand.files.not_found' });
        const file = await persistently(() => findFile(db, job.orgId, fileId));
        if (file === undefined)
          throw new EngineFailure(`The file ${fileId} no longer exists.`, { code: 'errand.files.not_found' });
        return {
          id: file.id,
          name: file.name,
          contentType: file.contentType,
          size: file.size,
          sha256: file.sha256,
          async open() {
            const content = await storage.get(file.storageKey);
            if (content === undefined)
              throw new EngineFailure(`The content of the file ${fileId} is missing in storage.`, {
                code: 'errand.files.content_missing',
              });
            return content.stream;
          },
        };
      },
      artifact: (name, content, source, stepKey) =>
        putArtifact(db, storage, {
          orgId: job.orgId,
          jobId: job.jobId,
          name,
          content,
          source,
          stepKey,
        }),
      async readArtifact(key) {
        const artifact = await persistently(() => findArtifact(db, job.orgId, job.jobId, key));
        if (artifact === undefined)
          throw new EngineFailure(`The job has no artifact ${key}.`, { code: 'errand.artifacts.missing' });
        return readArtifact(storage, artifact).catch((cause) => {
          throw new EngineFailure(`The stored artifact ${key} is missing or damaged.`, {
            code: 'errand.artifacts.missing',
            cause,
          });
        });
      },
      async reference(content, { contentType, extension }) {
        const { resourceId } = await putReference(db, storage, {
          orgId: job.orgId,
          jobId: job.jobId,
          content,
          contentType,
          extension,
        });
        return `${publicUrl()}/v1/agents/jobs/${job.jobId}/references/${resourceId}/`;
      },
      async policy() {
        const { orgId, policyVersionId } = job;
        if (policyVersionId === null) return undefined;
        return persistently(() => findAppliedPolicy(db, orgId, policyVersionId));
      },
      lessons: () => persistently(() => listLessons(db, job.orgId, job.agentId, LESSONS_MAX)),
      progress: (data) => progress.report(job, data),
      async keep(content) {
        const kept = { orgId: job.orgId, jobId: job.jobId, content, contentType: 'application/octet-stream' };
        return (await putReference(db, storage, { ...kept, extension: 'bin' })).resourceId;
      },
      async recall(id) {
        const kept = await persistently(() => findKept(db, job, id));
        const content = kept && (await storage.get(kept.storageKey));
        if (content === undefined)
          throw new EngineFailure('Content that an earlier attempt had stored is missing.', {
            code: 'errand.artifacts.missing',
          });
        return buffer(content.stream);
      },
    };
  };
}

/** How far back to look: a repeat may have taken a step over from a job that itself took it over. */
const REPEATS_MAX = 20;

async function findKept(db: Db, job: ClaimedJob, id: string): Promise<Reference | undefined> {
  let jobId: string | null = job.jobId;
  let from = job.retriedFrom;
  for (let repeats = 0; jobId !== null && repeats < REPEATS_MAX; repeats += 1) {
    const found = await findReference(db, job.orgId, jobId, id);
    if (found !== undefined) return found;
    jobId = from;
    from = jobId === null ? null : await findSource(db, job.orgId, jobId);
  }
  return undefined;
}
