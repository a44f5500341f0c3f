import type { AgentRef, AgentTypes, AnyAgents, InputsOf, OutputOf } from './agent-types.ts';
import type { BatchesCalls } from './generated/calls/batches.ts';
import type { Calls } from './generated/calls/calls.ts';
import type { Batch, BatchBody } from './generated/types/batches.ts';
import type { BatchResultLine } from './generated/types/job-streams.ts';
import { hasSucceeded, isFinalStatus } from './jobs.ts';
import { readOutput } from './output.ts';
import type { Prepare } from './runs.ts';
import { ErrandError } from './transport/errors.ts';
import type { CallOptions, RunOptions } from './transport/options.ts';
import { pause } from './transport/pause.ts';

/** A finished row. `output` is as in a run, or null if the job did not succeed. */
export type BatchRow<Output = unknown> = BatchResultLine & { output: Output | null };

export type TypedBatchBody<Inputs> = Omit<BatchBody, 'inputs'> & { inputs: (Inputs & { metadata?: unknown })[] };

export type BatchWaitOptions = CallOptions & {
  /** Called about once a second with the state of the batch. */
  onProgress?: ((batch: Batch) => void) | undefined;
};

export interface BatchesClient<Agents extends AgentTypes = AnyAgents> extends BatchesCalls {
  /** Resolves with the batch once all of its rows have ended. Waits through outages. */
  wait(batchId: string, options?: BatchWaitOptions): Promise<Batch>;
  /** Yields the rows of a batch as they end, each once. Ends with the batch. */
  follow(batchId: string, options?: BatchWaitOptions): AsyncGenerator<BatchRow>;
  /** Creates a batch and yields its rows as they end. Files among the inputs are uploaded first. */
  run<Ref extends string>(
    agent: AgentRef<Agents, Ref>,
    body: TypedBatchBody<InputsOf<Agents, Ref>>,
    options?: RunOptions & BatchWaitOptions,
  ): AsyncGenerator<BatchRow<OutputOf<Agents, Ref>>>;
}

const WAIT_SECONDS = 30;
const PAUSE_MS = 250;
const PAUSE_MS_MAX = 10_000;
const FAILURES_MAX = 30;
/** Each read returns all results, so a large batch is read after every twentieth of it. */
const SHARES = 20;

export function createBatches({ batches }: Calls, { idOf, withFiles }: Prepare): BatchesClient {
  /** Yields the state of the batch from time to time and at its end. Pauses if a stopping server answers at once. */
  async function* watch(batchId: string, { onProgress, ...options }: BatchWaitOptions = {}): AsyncGenerator<Batch> {
    for (let failures = 0; ; ) {
      const askedAt = Date.now();
      try {
        const batch = await batches.get(batchId, { wait: onProgress ? 1 : WAIT_SECONDS }, options);
        failures = 0;
        onProgress?.(batch);
        yield batch;
        if (batch.finished_at !== null) return;
      } catch (error) {
        if (!(error instanceof ErrandError && error.retryable) || ++failures > FAILURES_MAX) throw error;
      }
      const restMs = Math.min(PAUSE_MS * 2 ** failures, PAUSE_MS_MAX) - (Date.now() - askedAt);
      if (restMs > 0) await pause(restMs, options.signal);
    }
  }

  async function wait(batchId: string, options?: BatchWaitOptions): Promise<Batch> {
    let last: Batch | undefined;
    for await (const batch of watch(batchId, options)) last = batch;
    return last!;
  }

  async function* follow(batchId: string, options: BatchWaitOptions = {}): AsyncGenerator<BatchRow> {
    const { onProgress, ...callOptions } = options;
    const seen = new Set<number>();
    // Short waits even without an onProgress, so that rows are yielded as they end.
    for await (const batch of watch(batchId, { ...callOptions, onProgress: onProgress ?? (() => undefined) })) {
      const isOver = batch.finished_at !== null;
      if (!isOver && countEnded(batch) - seen.size < Math.max(1, batch.total / SHARES)) continue;
      for await (const line of batches.results(batchId, {}, callOptions)) {
        if (!isFinalStatus(line.status) || seen.has(line.index)) continue;
        seen.add(line.index);
        yield { ...line, output: hasSucceeded(line.status) ? readOutput(line.outputs ?? []) : null };
      }
    }
  }

  async function* run(agent: string, body: BatchBody, options: RunOptions & BatchWaitOptions = {}) {
    const { onProgress, idempotencyKey, skipCache, ...callOptions } = options;
    const started = await create(agent, body, { ...callOptions, idempotencyKey, skipCache });
    yield* follow(started.id, { ...callOptions, onProgress });
  }

  const create: BatchesCalls['create'] = async (agent, body, options = {}) =>
    batches.create(idOf(agent), await withFiles(body, options), options);

  return { ...batches, create, wait, follow, run } as BatchesClient;
}

const countEnded = ({ counts: { success, failure, cancelled, cached } }: Batch): number =>
  success + failure + cancelled + cached;
