import { FileContent, RangeHeaders } from '@errand/contract/files.ts';
import { JobContents } from '@errand/contract/job-contents.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { findArtifact, listArtifacts, readArtifact } from '#files/artifacts.ts';
import { findReference, isResourceId, listReferences } from '#files/references.ts';
import { sendContent } from '#files/send-content.ts';
import { verifyContent } from '#files/verify-content.ts';
import { endpoint } from '#http/endpoint.ts';
import { readQuery } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { AppError, invalidInputs } from '#platform/errors.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { getOwnJob } from './record/get-job.ts';
import type { JobState } from './record/store.ts';

// What a job kept beside its outputs.

const ReferenceQuery = Type.Object({
  download: Type.Optional(Type.Boolean({ description: 'Saved under its name instead of shown.' })),
});

export function addJobContentRoutes(
  app: FastifyInstance,
  { database, storage }: { database: Database; storage: Storage },
): void {
  const loadJob = (request: FastifyRequest): Promise<JobState> =>
    getOwnJob(database, request.caller.orgId, (request.params as { job_id: string }).job_id);

  const tag = 'Jobs';
  const path = (rest: string): string => `/v1/agents/jobs/:job_id/${rest}`;

  endpoint(app, {
    method: 'GET',
    path: path('artifacts/'),
    tag,
    summary: 'All that a job kept',
    description:
      'Artifacts (evidence, prompts, answers) and references (saved pages, pictures) with their SHA-256, size, source, step and time, oldest first.',
    responses: { 200: JobContents },
    load: loadJob,
    async handler(request, _reply, job) {
      const { orgId } = request.caller;
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

  endpoint(app, {
    method: 'GET',
    path: path('artifacts/result/'),
    tag,
    summary: 'Content of an artifact that an output names',
    description: 'Evidence that a job kept beside its outputs, such as pages or the answers of a model.',
    query: Type.Object({ artifact_key: Type.String({ description: 'As a step or an output of the job names it.' }) }),
    responses: { 200: Type.Object({ result: Type.Unknown() }) },
    errors: ['invalid_request'],
    load: loadJob,
    async handler(request, _reply, job) {
      const { artifact_key: key } = request.query as { artifact_key?: string };
      if (typeof key !== 'string' || key === '')
        throw new AppError('invalid_request', { detail: 'The query parameter artifact_key is missing.' });
      const { orgId } = request.caller;
      const known = key.startsWith(`agent-job-${job.id}/`) && !key.includes('\u0000');
      const artifact = known ? await findArtifact(database.tenant(orgId), orgId, job.id, key) : undefined;
      if (artifact === undefined)
        throw new AppError('not_found', { detail: 'This job has no artifact with this key.' });
      return { result: await readArtifact(storage, artifact) };
    },
  });

  endpoint(app, {
    method: 'GET',
    path: path('references/:resource_id/'),
    textParams: ['resource_id'],
    tag,
    summary: 'Download a saved page or file',
    description: 'What the job read, as it was then: whole, or one `Range` of it.',
    query: ReferenceQuery,
    headers: RangeHeaders,
    responses: { 200: FileContent, 206: FileContent },
    errors: ['invalid_inputs', 'range_not_satisfiable', 'storage_failed'],
    load: loadJob,
    async handler(request: FastifyRequest, reply: FastifyReply, job: JobState) {
      const { resource_id: resourceId } = request.params as { resource_id: string };
      if (!isResourceId(resourceId))
        throw invalidInputs(['The resource id may only have letters, digits, dots, dashes and underscores.']);
      const { download = false } = readQuery(request, ReferenceQuery);
      const { orgId } = request.caller;
      const reference = await findReference(database.tenant(orgId), orgId, job.id, resourceId);
      if (reference === undefined)
        throw new AppError('not_found', { detail: 'This job has no reference with this id.' });
      await verifyContent(storage, reference);
      return sendContent(request, reply, storage, { ...reference, download, etag: reference.sha256 });
    },
  });
}
