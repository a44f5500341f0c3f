import type { AgentIds, AgentTypes, AnyAgents } from './agent-types.ts';
import { type AgentsClient, createAgents } from './agents.ts';
import { type BatchesClient, createBatches } from './batches.ts';
import { createFiles, type FilesClient } from './files.ts';
import type { Calls } from './generated/calls/calls.ts';
import { operations } from './generated/operations.ts';
import { uploadFiles } from './input-files.ts';
import { createJobs, type JobsClient } from './jobs.ts';
import { createRuns, type Prepare, type RunsClient } from './runs.ts';
import { createService, type ServiceClient } from './service.ts';
import { createCalls } from './transport/calls.ts';
import { type ClientOptions, createRequester, type Requester } from './transport/request.ts';
import { createVersions, type VersionsClient } from './versions.ts';

type Own = 'agents' | 'versions' | 'runs' | 'jobs' | 'batches' | 'files' | 'service';

/** The client: one member per resource, with a call for every operation of the service. */
export interface Errand<Agents extends AgentTypes = AnyAgents> extends Omit<Calls, Own> {
  agents: AgentsClient;
  versions: VersionsClient;
  runs: RunsClient<Agents>;
  jobs: JobsClient;
  batches: BatchesClient<Agents>;
  files: FilesClient;
  service: ServiceClient;
  /** For paths that the client has no call for. */
  request: Requester;
}

/**
 * Creates a client of the service. With the types of `errand gen types` it knows the inputs and outputs of each agent.
 */
export function createErrand<Agents extends AgentTypes = AnyAgents>(
  options: ClientOptions & AgentIds<Agents>,
): Errand<Agents> {
  const request = createRequester(options);
  const calls = createCalls(request, operations) as unknown as Calls;
  const files = createFiles(calls, request);
  const ids = new Map<string, string>(Object.entries(options.agents ?? {}));
  const prepare: Prepare = {
    idOf: (agent) => ids.get(agent) ?? agent,
    withFiles: (body, { signal, headers }) =>
      uploadFiles(body, async (file) => (await files.upload(file, undefined, { signal, headers })).id),
  };
  return {
    ...calls,
    agents: createAgents(calls),
    versions: createVersions(calls),
    runs: createRuns(calls, request, prepare) as RunsClient<Agents>,
    jobs: createJobs(calls),
    batches: createBatches(calls, prepare) as BatchesClient<Agents>,
    files,
    service: createService(calls),
    request,
  };
}
