import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { findArtifact, listArtifacts, readArtifact } from '#files/artifacts.ts';
import { findReference, isResourceId, listReferences } from '#files/references.ts';
import { sendContent } from '#files/send-content.ts';
import { verifyContent } from '#files/verify-content.ts';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import type { Database } from '#platform/db.ts';
import { AppError, invalidInputs } from '#platform/errors.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Archive } from './archive/archive.ts';
import { type OpenedJob, openOwnJob } from './archive/open-job.ts';
import { showEvidence } from './evidence/show-evidence.ts';
import { refuseHeld } from './read/held.ts';

// Artifacts, references and evidence of a job.

export function addJobContentRoutes(
  app: FastifyInstance,
  deps: { database: Database; storage: Storage; archive: Archive },
): void {
  const { database, storage } = deps;
  async function load({ caller, params }: At<'job_id'>): Promise<OpenedJob> {
    const job = await openOwnJob(deps, caller.orgId, params.job_id);
    await refuseHeld(job.db, caller, job);
    return job;
  }

  endpoint(app, operations.jobs.artifacts, {
    load,
    async handler({ caller: { orgId }, resource: job }) {
      const db = database.tenant(orgId);
      const artifacts = await listArtifacts(db, orgId, job.id);
      const references = await listReferences(db, orgId, job.id);
      return {
        artifacts: artifacts.map((one) => ({
          artifact_key: one.key,
          sha256: one.sha256,
          size: one.size,
          source: one.source,
          step: one.stepKey,
          created_at: one.createdAt.toISOString(),
        })),
        references: references.map((one) => ({
          resource_id: one.resourceId,
          sha256: one.sha256,
          size: one.size,
          content_type: one.contentType,
          created_at: one.createdAt.toISOString(),
        })),
      };
    },
  });

  endpoint(app, operations.jobs.artifact, {
    load,
    readQuery({ request }) {
      const { artifact_key: key } = request.query as { artifact_key?: string };
      if (typeof key !== 'string' || key === '')
        throw new AppError('invalid_request', { detail: 'The query parameter artifact_key is required.' });
      return { artifact_key: key };
    },
    async handler({ caller: { orgId }, query: { artifact_key: key }, resource: job }) {
      const known = key.startsWith(`agent-job-${job.id}/`) && !key.includes('\u0000');
      const artifact = known ? await findArtifact(database.tenant(orgId), orgId, job.id, key) : undefined;
      if (artifact === undefined)
        throw new AppError('not_found', { detail: 'This job has no artifact with this key.' });
      return { result: await readArtifact(storage, artifact) };
    },
  });

  endpoint(app, operations.jobs.evidence, {
    load,
    handler({ caller: { orgId }, query, reply, resource: job }) {
      const gone = new AbortController();
      // Stops rendering the page when the caller disconnects.
      reply.raw.once('close', () => gone.abort(new Error('The caller is gone.')));
      return showEvidence({ db: job.db, storage, orgId }, job.id, query, gone.signal);
    },
  });

  endpoint(app, operations.jobs.reference, {
    load,
    async handler({ caller: { orgId }, params, query: { download = false }, request, reply, resource: job }) {
      const { resource_id: resourceId } = params;
      if (!isResourceId(resourceId))
        throw invalidInputs(['The resource id must contain only letters, digits, dots, dashes and underscores.']);
      const reference = await findReference(database.tenant(orgId), orgId, job.id, resourceId);
      if (reference === undefined)
        throw new AppError('not_found', { detail: 'This job has no reference with this id.' });
      await verifyContent(storage, reference);
      const content = { ...reference, download, etag: reference.sha256 };
      return sent(await sendContent(request, reply, storage, content));
    },
  });
}
