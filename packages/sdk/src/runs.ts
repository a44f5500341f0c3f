import type { AgentRef, AgentTypes, AnyAgents, InputsOf, OutputOf, RunArguments, TypedRunBody } from './agent-types.ts';
import type { Calls } from './generated/calls/calls.ts';
import type { RunsCalls } from './generated/calls/runs.ts';
import { operations } from './generated/operations.ts';
import type { OutputItem, RunBody } from './generated/types/jobs.ts';
import type { JobEvent } from './jobs.ts';
import { readOutput } from './output.ts';
import { type ManyOptions, type ManyResult, runMany } from './run-many.ts';
import type { RunResult, VersionedRunOptions } from './run-result.ts';
import { writePath } from './transport/calls.ts';
import { newKey } from './transport/keys.ts';
import type { CallOptions } from './transport/options.ts';
import { type Requester, readJson } from './transport/request.ts';

export interface RunsClient<Agents extends AgentTypes = AnyAgents> extends Omit<RunsCalls, 'run' | 'start'> {
  /**
   * Runs an agent and waits for its outputs. Files among the inputs are uploaded first. Throws a JobFailedError
   * with the `jobId` if the job fails.
   */
  run<Ref extends string>(
    agent: AgentRef<Agents, Ref>,
    ...args: RunArguments<InputsOf<Agents, Ref>, VersionedRunOptions>
  ): Promise<RunResult<OutputOf<Agents, Ref>>>;
  /**
   * Runs an agent and yields what happens: statuses, steps, the words of models as they come (`delta`). The last event,
   * `end`, has the outputs. Resumes if the connection breaks.
   */
  stream<Ref extends string>(
    agent: AgentRef<Agents, Ref>,
    ...args: RunArguments<InputsOf<Agents, Ref>, VersionedRunOptions>
  ): AsyncGenerator<RunEvent>;
  /** Starts a run in the background. Resolves with the job's id as soon as the job is durable. */
  start<Ref extends string>(
    agent: AgentRef<Agents, Ref>,
    ...args: RunArguments<InputsOf<Agents, Ref>, VersionedRunOptions>
  ): Promise<string>;
  /**
   * Runs an agent once per item, a few at a time. Yields the results in the order of the items, or as they come. A
   * failed item is a result with its error. An error that concerns all items (no permission, no credits) is thrown when
   * the running ones have ended.
   */
  runMany<Ref extends string>(
    agent: AgentRef<Agents, Ref>,
    items: Iterable<TypedRunBody<InputsOf<Agents, Ref>>> | AsyncIterable<TypedRunBody<InputsOf<Agents, Ref>>>,
    options?: ManyOptions,
  ): AsyncGenerator<ManyResult<OutputOf<Agents, Ref>>>;
}

export type RunEvent =
  | Exclude<JobEvent, { event: 'end' }>
  | { event: 'end'; data: { status: number; error_message: string | null; job_id: string; outputs: OutputItem[] } };

export type Prepare = {
  /** Returns the id of an agent's name. */
  idOf(agent: string): string;
  /** Uploads the files in a body and replaces them with their ids. */
  withFiles<T>(body: T, options: CallOptions): Promise<T>;
};

type Run = (agent: string, body?: RunBody, options?: VersionedRunOptions) => Promise<RunResult>;
type Start = (agent: string, body?: RunBody, options?: VersionedRunOptions) => Promise<string>;

export function createRuns({ runs, jobs }: Calls, request: Requester, { idOf, withFiles }: Prepare): RunsClient {
  const run: Run = async (agent, body = {}, { versionId, skipCache, idempotencyKey, signal, headers } = {}) => {
    const { path } = versionId === undefined ? operations.runs.run : operations.runs.runVersion;
    // The job's id is in a header, which the generated call does not return.
    const response = await request.raw('POST', writePath(path, [idOf(agent), versionId], 'runs.run'), {
      body: await withFiles(body, { signal, headers }),
      signal,
      headers: { ...(skipCache && { 'x-skip-cache': 'true' }), ...headers },
      ...(idempotencyKey !== null && { idempotencyKey: idempotencyKey ?? newKey() }),
    });
    const outputs = (await readJson(response, signal)) as OutputItem[];
    return { jobId: response.headers.get('x-agent-job-id') ?? '', outputs, output: readOutput(outputs) };
  };
  const start: Start = async (agent, body = {}, { versionId, ...options } = {}) => {
    const sent = await withFiles(body, options);
    return versionId === undefined
      ? runs.start(idOf(agent), sent, options)
      : runs.startVersion(idOf(agent), versionId, sent, options);
  };
  async function* stream(agent: string, body: RunBody = {}, options: VersionedRunOptions = {}) {
    const jobId = await start(agent, body, options);
    const { signal, headers } = options;
    for await (const one of jobs.events(jobId, { signal, headers }) as AsyncGenerator<JobEvent>) {
      if (one.event !== 'end') yield one;
      else {
        const { outputs } = await jobs.result(jobId, { signal, headers });
        yield { event: 'end', data: { ...one.data, job_id: jobId, outputs } };
      }
    }
  }
  return {
    ...runs,
    run,
    start,
    stream,
    startMany: async (agent, body, options = {}) =>
      runs.startMany(idOf(agent), await withFiles(body, options), options),
    runMany: (agent, items, options) =>
      runMany((body: RunBody, one) => run(agent, body, one), items as Iterable<RunBody>, options),
  } as RunsClient;
}
