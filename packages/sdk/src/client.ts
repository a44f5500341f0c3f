import { type AgentsClient, createAgents } from './agents.ts';
import { createFiles, type FilesClient } from './files.ts';
import type { Calls } from './generated/calls/calls.ts';
import { operations } from './generated/operations.ts';
import { createJobs, type JobsClient } from './jobs.ts';
import { createRuns, type RunsClient } from './runs.ts';
import { createService, type ServiceClient } from './service.ts';
import { createCalls } from './transport/calls.ts';
import { type ClientOptions, createRequester, type Requester } from './transport/request.ts';
import { createVersions, type VersionsClient } from './versions.ts';

/** One member per resource, with a call for every operation of the service. */
export interface Errand extends Omit<Calls, 'agents' | 'versions' | 'runs' | 'jobs' | 'files' | 'service'> {
  agents: AgentsClient;
  versions: VersionsClient;
  runs: RunsClient;
  jobs: JobsClient;
  files: FilesClient;
  service: ServiceClient;
  /** For paths that the client has no call for. */
  request: Requester;
}

/** A client of the service. */
export function createErrand(options: ClientOptions): Errand {
  const request = createRequester(options);
  const calls = createCalls(request, operations) as unknown as Calls;
  return {
    ...calls,
    agents: createAgents(calls),
    versions: createVersions(calls),
    runs: createRuns(calls, request),
    jobs: createJobs(calls),
    files: createFiles(calls, request),
    service: createService(calls),
    request,
  };
}
