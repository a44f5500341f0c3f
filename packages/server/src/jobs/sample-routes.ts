import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { createVersion, type VersionDeps } from '#agents/create-version.ts';
import { getAgent } from '#agents/get-agent.ts';
import { endpoint } from '#http/endpoint.ts';
import { checkAgentsFeature } from '#orgs/organizations.ts';
import { claimFor } from '#platform/claims.ts';
import type { Database } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { priority } from './record/model.ts';
import { readRunRequest } from './start/run-request.ts';
import type { Starter } from './start/start-job.ts';

// Runs a configuration before it is published. It becomes a draft of the agent, so that the job has a version like any
// other, and the job is a trial: it has no consequences.

export type SampleRouteDeps = { database: Database; starter: Starter; versions: VersionDeps };

export function addSampleRoutes(app: FastifyInstance, { database, starter, versions }: SampleRouteDeps): void {
  endpoint(app, operations.versions.sample, {
    load: ({ caller, params }) => getAgent(database, caller.orgId, params.agent_id),
    async handler({ caller, body, resource: agent }) {
      await checkAgentsFeature(database.system, caller.orgId);
      const { inputs = {}, ...content } = body;
      const request = readRunRequest(
        { inputs, timeout_seconds: body.timeout_seconds, max_cost: body.max_cost },
        { form: false, defined: () => false },
      );
      const db = database.tenant(caller.orgId);
      // The key of the request belongs to the job: a copy of the caller carries no claim.
      const versionId = await createVersion(db, versions, { ...caller }, agent, {
        base_version_id: content.base_version_id,
        input_definitions: content.input_definitions,
        engine_config: content.engine_config,
        version_name: 'sample',
        isDraft: true,
      });
      const jobId = newId();
      const claim = claimFor(caller);
      await starter.startOne(request, {
        caller,
        target: { agentId: agent.id, versionId },
        origin: 'sample',
        priority: priority.normal,
        skipCache: true,
        jobIds: [jobId],
        ...(claim && { alongside: claim }),
      });
      return { job_id: jobId, version_id: versionId };
    },
  });
}
