import type { ExecutableVersion } from '#agents/executable.ts';
import { readEngineConfig } from '#engines/config.ts';
import { type EngineContext, EngineFailure, type EngineResult, type OutputItem } from '#engines/engine.ts';
import type { EngineRegistry } from '#engines/registry.ts';
import type { Seat } from '#engines/seat.ts';
import { renderTemplate } from '#engines/template.ts';
import type { Toolbox } from '#engines/toolbox.ts';
import type { Database } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { parseJson } from '#platform/json.ts';
import type { Logger } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { isTransient, persistently } from '#platform/persist.ts';
import {
  ATTEMPTS_MAX,
  amount,
  jobStatus,
  postponeSeconds,
  retryDelaySeconds,
  roundCost,
  statusNames,
} from './model.ts';
import type { ClaimedJob } from './queue/claim.ts';
import type { Finish, Finisher } from './queue/finish.ts';
import { postponeJob, retryJob } from './queue/release.ts';
import type { Wakeups } from './queue/wakeups.ts';
import type { JobControl, RunControl } from './queue/worker.ts';
import { type Journal, openJournal } from './step-journal.ts';
import { shortText, storableJson, storableText } from './storable.ts';

// Runs one attempt of one job: engine, time limit, outcome. Whatever happens in here ends in a final state, a retry, or
// nothing at all when the job meanwhile belongs to somebody else.

/** All outputs of a job together; more belongs into artifacts or references. */
const OUTPUT_BYTES_MAX = 32 * 1024 * 1024;
const ERROR_CHARACTERS_MAX = 4_000;
/** An engine that ignores its signal is left behind after this long. */
const ABORT_GRACE_MS = 1_500;
/** Longer outages are somebody's to mend. */
const POSTPONED_MS_MAX = 24 * 3_600_000;

export type ExecutorOptions = {
  database: Database;
  registry: EngineRegistry;
  finisher: Finisher;
  wakeups: Wakeups;
  metrics: Metrics;
  log: Logger;
  findVersion(versionId: string): Promise<ExecutableVersion | undefined>;
  /** The parts of the context that reach storage. */
  outside(job: ClaimedJob): Outside;
  /** The parts of the context that reach models and the internet. */
  toolbox: Toolbox;
  onStep(jobId: string): void;
};

export type Outside = Pick<EngineContext, 'file' | 'artifact' | 'readArtifact' | 'reference' | 'policy' | 'progress'> &
  Pick<Seat, 'keep' | 'recall'>;

type Ending =
  | { kind: 'success'; result: EngineResult }
  | { kind: 'failure'; message: string; retry: boolean }
  | { kind: 'postponed'; message: string; seconds: number }
  | { kind: 'cancelled'; message: string }
  | { kind: 'not-ours' };

export function createExecutor(options: ExecutorOptions) {
  const { database, finisher, wakeups, metrics, log } = options;

  return async function execute(job: ClaimedJob, control: RunControl): Promise<void> {
    const startedAt = Date.now();
    let journal: Journal | undefined;
    let ending: Ending;
    let timedOut = false;
    const limit = new AbortController();
    const timer = setTimeout(() => {
      timedOut = true;
      limit.abort('timeout');
    }, job.timeoutSeconds * 1_000);
    // Not AbortSignal.any: this is made for every job, and costs a tenth.
    const follow = (): void => limit.abort(control.signal.reason);
    if (control.signal.aborted) follow();
    else control.signal.addEventListener('abort', follow, { once: true });
    const { signal } = limit;
    const abandoned = leaveBehind(signal);
    let over = false;
    const assertOwned = async (): Promise<void> => {
      if (over) throw new Error('The attempt is over.');
      await control.assertOwned();
    };
    try {
      if (job.agentDeleted) ending = { kind: 'cancelled', message: 'The agent was deleted.' };
      else if (job.batchSpent) ending = { kind: 'cancelled', message: 'The cost limit of the batch is reached.' };
      else {
        journal = await openJournal(database, job, { signal, assertOwned }, () => options.onStep(job.jobId));
        const run = runEngine(options, job, journal, { signal, assertOwned });
        // The loser of the race must not be an unhandled rejection.
        run.catch(() => undefined);
        ending = { kind: 'success', result: await Promise.race([run, abandoned.promise]) };
      }
    } catch (error) {
      ending = judge(error, { job, timedOut, lost: control.signal.aborted, log });
    } finally {
      clearTimeout(timer);
      control.signal.removeEventListener('abort', follow);
      abandoned.cancel();
      over = true;
    }
    if (journal?.isBusy()) {
      // What the engine left going, beside the step that failed it for example, is told; what it did is paid for.
      limit.abort('ended');
      await journal.settled(ABORT_GRACE_MS);
    }
    // What cost something keeps its slot until that is booked: the next job of a batch has to see what is left.
    if (!isPriced(ending, journal)) control.freeSlot();
    const status = await settle(job, ending, journal);
    log.info(
      {
        event: 'job.finished',
        job: job.jobId,
        org: job.orgId,
        agent: job.agentId,
        attempt: job.attempt,
        status,
        ms: Date.now() - startedAt,
        ...((ending.kind === 'failure' || ending.kind === 'postponed') && { error: ending.message }),
      },
      'job attempt ended',
    );
  };

  async function settle(job: ClaimedJob, ending: Ending, journal: Journal | undefined): Promise<string> {
    if (ending.kind === 'not-ours') return 'not-ours';
    if (ending.kind === 'postponed') {
      const postponed = await persistently(
        () =>
          postponeJob(database.queue, job, { reason: ending.message, delaySeconds: postponeSeconds(ending.seconds) }),
        Number.POSITIVE_INFINITY,
      );
      return postponed ? 'postponed' : 'not-ours';
    }
    if (ending.kind === 'failure' && ending.retry && job.attempt < ATTEMPTS_MAX) {
      const delaySeconds = retryDelaySeconds(job.attempt);
      const error = shortText(ending.message, ERROR_CHARACTERS_MAX);
      const retried = await persistently(
        () => retryJob(database.queue, job, { error, delaySeconds }),
        Number.POSITIVE_INFINITY,
      );
      if (retried) metrics.retried.inc();
      return retried ? 'retry' : 'not-ours';
    }
    try {
      const finish = toFinish(job, ending, journal);
      const finished = await finisher.finish(finish);
      if (!finished) {
        metrics.fenced.inc();
        return 'not-ours';
      }
      metrics.finished.inc({ status: statusNames[finish.status]! });
      wakeups.tell('done', [job.jobId]);
      return statusNames[finish.status]!;
    } catch (error) {
      if (ending.kind !== 'success' || isTransient(error)) throw error;
      // A result that cannot be stored must not leave its job running for ever.
      log.error({ err: error, event: 'engine.error', job: job.jobId }, 'result could not be stored');
      const message = 'The result of the engine could not be stored.';
      return settle(job, { kind: 'failure', message, retry: false }, journal);
    }
  }
}

async function runEngine(
  options: ExecutorOptions,
  job: ClaimedJob,
  journal: Journal,
  control: JobControl,
): Promise<EngineResult> {
  const version = await options.findVersion(job.versionId);
  if (version === undefined) throw new EngineFailure('The version of the agent no longer exists.');
  const engine = options.registry.find(version.engineClassId);
  if (engine === undefined)
    throw new EngineFailure(`The engine ${version.engineClassId} is not installed on this server.`);
  const inputs = Object.fromEntries(job.inputs.map(({ key, value }) => [key, value]));
  const rendered = renderTemplate(version.engineConfig, inputs, version.inputDefinitions) as Record<string, unknown>;
  const config = readEngineConfig(engine.configSchema, rendered);
  const outside = options.outside(job);
  const context: EngineContext = {
    jobId: job.jobId,
    agentId: job.agentId,
    attempt: job.attempt,
    signal: control.signal,
    step: journal.step,
    ...options.toolbox({
      ...job,
      ...journal,
      signal: control.signal,
      keep: whileOwned(control, outside.keep),
      recall: outside.recall,
    }),
    file: whileOwned(control, outside.file),
    artifact: whileOwned(control, outside.artifact),
    readArtifact: outside.readArtifact,
    reference: whileOwned(control, outside.reference),
    policy: outside.policy,
    progress: outside.progress,
  };
  const result = await engine.run(context, { inputs, config });
  const bytes = result.outputs.reduce((sum, output) => sum + Buffer.byteLength(output.value), 0);
  if (bytes > OUTPUT_BYTES_MAX) {
    throw new EngineFailure(`The output has ${bytes} bytes; at most ${OUTPUT_BYTES_MAX} can be stored.`);
  }
  return result;
}

/** An engine that was left behind, or whose process slept, must not add to a job that is over or another's. */
function whileOwned<Args extends unknown[], T>(
  control: JobControl,
  work: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  return async (...args) => {
    control.signal.throwIfAborted();
    await control.assertOwned();
    return work(...args);
  };
}

/** Rejects when an aborted engine has had its time to stop. */
function leaveBehind(signal: AbortSignal): { promise: Promise<never>; cancel(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = (): void => {
    setTimeout(() => reject(signal.reason), ABORT_GRACE_MS).unref();
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  promise.catch(() => undefined);
  return { promise, cancel: () => signal.removeEventListener('abort', leave) };
}

function judge(error: unknown, facts: { job: ClaimedJob; timedOut: boolean; lost: boolean; log: Logger }): Ending {
  if (facts.lost) return { kind: 'not-ours' };
  if (facts.timedOut) {
    return {
      kind: 'failure',
      message: `The job did not finish within its ${facts.job.timeoutSeconds} seconds.`,
      retry: false,
    };
  }
  if (error instanceof EngineFailure) {
    const { message, postponeSeconds: seconds } = error;
    if (seconds === undefined) return { kind: 'failure', message, retry: error.retry };
    if (databaseNow() - facts.job.createdAt.getTime() < POSTPONED_MS_MAX)
      return { kind: 'postponed', message, seconds };
    return { kind: 'failure', message: `${message} It waited for a day.`, retry: false };
  }
  // What an engine did not expect is for the operator's log; the owner gets a sentence without internals.
  facts.log.error(
    { err: error, event: 'engine.error', job: facts.job.jobId, attempt: facts.job.attempt },
    'engine failed',
  );
  return { kind: 'failure', message: 'The engine stopped with an internal error.', retry: true };
}

function isPriced(ending: Ending, journal: Journal | undefined): boolean {
  if ((journal?.totals().cost ?? 0) > 0) return true;
  return ending.kind === 'success' && ending.result.outputs.some((output) => (output.cost ?? 0) > 0);
}

function toFinish(
  job: ClaimedJob,
  ending: Exclude<Ending, { kind: 'not-ours' | 'postponed' }>,
  journal: Journal | undefined,
): Finish {
  const totals = journal?.totals() ?? { inputTokens: null, outputTokens: null, cost: 0 };
  const outputs = ending.kind === 'success' ? toOutputs(ending.result, totals.cost) : [];
  const priced = roundCost(outputs.reduce((sum, output) => sum + output.cost, 0));
  const uiFields = ending.kind === 'success' ? ending.result.uiFields : undefined;
  const status =
    ending.kind === 'success' ? jobStatus.success : ending.kind === 'failure' ? jobStatus.failure : jobStatus.cancelled;
  const cacheable = status === jobStatus.success || (status === jobStatus.failure && job.cacheFailedJobs);
  return {
    jobId: job.jobId,
    workerId: job.workerId,
    attempt: job.attempt,
    versionId: job.versionId,
    createdAt: job.createdAt,
    status,
    outputs,
    errorMessage: ending.kind === 'success' ? null : shortText(ending.message, ERROR_CHARACTERS_MAX),
    inputTokens: totals.inputTokens,
    outputTokens: totals.outputTokens,
    cost: Math.max(totals.cost, priced),
    uiFields: uiFields ? (parseJson(storableJson(uiFields)) as Record<string, unknown>) : null,
    cacheKey: cacheable ? job.cacheKey : null,
  };
}

/** Complete output items. What the steps cost and no output claims belongs to the first. */
function toOutputs(result: EngineResult, cost: number): OutputItem[] {
  const priced = result.outputs.reduce((sum, output) => sum + amount(output.cost), 0);
  return result.outputs.map((output, index) => ({
    key: storableText(output.key),
    data_type: storableText(output.data_type),
    value: storableText(output.value),
    description: storableText(output.description ?? ''),
    cost: roundCost(amount(output.cost) + (index === 0 ? Math.max(0, cost - priced) : 0)),
  }));
}
