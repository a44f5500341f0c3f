import type { Calls } from './generated/calls/calls.ts';
import type { RunsCalls } from './generated/calls/runs.ts';
import { operations } from './generated/operations.ts';
import type { OutputItem, RunBody } from './generated/types/jobs.ts';
import { writePath } from './transport/calls.ts';
import type { RunOptions } from './transport/options.ts';
import { type Requester, readJson } from './transport/request.ts';

export type RunResult = { jobId: string; outputs: OutputItem[] };

export type VersionedRunOptions = RunOptions & {
  /** Runs this version instead of the current one. */
  versionId?: string | undefined;
};

export interface RunsClient extends Omit<RunsCalls, 'run' | 'start'> {
  /** Runs an agent and waits for its outputs. A job that fails is a ValidationError with its `jobId`. */
  run(agentId: string, body?: RunBody, options?: VersionedRunOptions): Promise<RunResult>;
  /** Starts a run in the background. Resolves with the id of the job as soon as it is durable. */
  start(agentId: string, body?: RunBody, options?: VersionedRunOptions): Promise<string>;
}

export function createRuns({ runs }: Calls, request: Requester): RunsClient {
  return {
    ...runs,
    async run(agentId, body = {}, { versionId, skipCache, idempotencyKey, signal, headers } = {}) {
      const { path } = versionId === undefined ? operations.runs.run : operations.runs.runVersion;
      // The id of the job is in a header, which the generated call does not return.
      const response = await request.raw('POST', writePath(path, [agentId, versionId], 'runs.run'), {
        body,
        signal,
        headers: { ...(skipCache && { 'x-skip-cache': 'true' }), ...headers },
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      });
      const outputs = (await readJson(response, signal)) as OutputItem[];
      return { jobId: response.headers.get('x-agent-job-id') ?? '', outputs };
    },
    start: (agentId, body = {}, { versionId, ...options } = {}) =>
      versionId === undefined
        ? runs.start(agentId, body, options)
        : runs.startVersion(agentId, versionId, body, options),
  };
}
