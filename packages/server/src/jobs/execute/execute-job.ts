import type { Span } from '#platform/tracing.ts';
import { createRedactor } from '#secrets/redact.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import type { RunControl } from '../queue/runs.ts';
import { deleteLeftDeltas } from '../record/delta-store.ts';
import { awaitRoom } from './batch-budget.ts';
import { type Ending, isPriced, judge } from './ending.ts';
import { redactError } from './redacted-context.ts';
import { type RunOptions, runEngine } from './run-engine.ts';
import { type SettleOptions, settleAttempt } from './settle-attempt.ts';
import { type FindSpentBudget, type Journal, openJournal } from './step-journal.ts';
import { createTimeLimit } from './time-limit.ts';
import { describeEnding } from './trace-attempt.ts';
import { type FindTrial, loadTrial } from './trial.ts';

// Runs one attempt of one job: engine, time limit, outcome. An attempt ends in a final state, a retry, a wait, or
// without any change if the job belongs to another worker by then.

/** How long an aborted engine may take to stop. After that its attempt ends without it. */
const ABORT_GRACE_MS = 1_500;

export type ExecutorOptions = RunOptions &
  SettleOptions & {
    /** Finds what a job of a trial does differently. */
    findTrial: FindTrial;
    findSpentBudget?: FindSpentBudget | undefined;
  };

export function createExecutor(options: ExecutorOptions) {
  const { database, log } = options;

  return async function execute(claimed: ClaimedJob, control: RunControl, span: Span): Promise<void> {
    let job = claimed;
    const startedAt = Date.now();
    let journal: Journal | undefined;
    let ending: Ending;
    let timedOut = false;
    const limit = new AbortController();
    const time = createTimeLimit(job.timeoutSeconds * 1_000, database.state.outMs, () => {
      timedOut = true;
      limit.abort('timeout');
    });
    // Not AbortSignal.any: a listener costs a tenth of it, and every job needs one.
    const follow = (): void => limit.abort(control.signal.reason);
    if (control.signal.aborted) follow();
    else control.signal.addEventListener('abort', follow, { once: true });
    const { signal } = limit;
    const redactor = createRedactor();
    const stream = options.openJobStream(job);
    const abandoned = leaveBehind(signal);
    let over = false;
    const assertOwned = async (): Promise<void> => {
      if (over) throw new Error('The attempt is over.');
      await control.assertOwned();
    };
    try {
      const trial = await loadTrial(database.queue, options.findTrial, job);
      // A result of another model, or one built on the steps of another job, must not be cached.
      if (trial !== undefined) job = { ...job, cacheKey: null };
      const { findSpentBudget } = options;
      const owned = { signal, assertOwned, redactor, trial, stream, findSpentBudget };
      // Even a job that is refused below needs its journal: what earlier attempts have spent must be settled.
      journal = await openJournal(database, job, owned, () => options.onStep(job.jobId));
      const refusal = await refuse(job, signal);
      if (refusal !== undefined) ending = refusal;
      else {
        // The time that it waited for room in its batch does not count.
        time.restart();
        const run = runEngine(options, job, journal, owned);
        // The loser of the race must not be an unhandled rejection.
        run.catch(() => undefined);
        ending = { kind: 'success', ...(await Promise.race([run, abandoned.promise])) };
      }
    } catch (error) {
      const shown = redactError(error, redactor);
      ending = judge(shown, { job, journal, timedOut, lost: control.signal.aborted, log });
    } finally {
      time.stop();
      control.signal.removeEventListener('abort', follow);
      abandoned.cancel();
      over = true;
    }
    if (!timedOut && ending.kind !== 'not-ours') ending = (await endAtWait(job, journal)) ?? ending;
    if (journal?.isBusy()) {
      // Stops steps that the engine left running, for example beside the one that failed. What they used is charged.
      limit.abort('ended');
      await journal.settled(ABORT_GRACE_MS);
    }
    // A job with costs keeps its slot until they are booked, so that the next job of its batch sees what is left.
    if (!isPriced(ending, journal)) control.freeSlot();
    await stream.close();
    const hasStream = stream.isUsed() || job.hasPast;
    const status = await settleAttempt(options, job, ending, journal, hasStream).finally(() => journal?.ended());
    if (status === 'not-ours' && stream.isUsed())
      await deleteLeftDeltas(database.queue, job.jobId).catch(() => undefined);
    describeEnding(span, { ending, status, totals: journal?.totals() });
    const ms = Date.now() - startedAt;
    const { jobId, orgId: org, agentId: agent, attempt } = job;
    const error = 'message' in ending && ending.kind !== 'cancelled' ? { error: ending.message } : {};
    const event = status === 'waiting' ? 'job.waiting' : 'job.finished';
    log.info({ event, job: jobId, org, agent, attempt, status, ms, ...error }, 'job attempt ended');
  };

  /** Returns the ending of a job that must not run, or not now. */
  async function refuse(job: ClaimedJob, signal: AbortSignal): Promise<Ending | undefined> {
    if (job.agentDeleted) return { kind: 'cancelled', message: 'The agent was deleted.' };
    const room = job.batchCapped ? await awaitRoom(database.queue, job, signal) : 'free';
    if (room === 'spent') return { kind: 'cancelled', message: 'The cost limit of the batch is reached.' };
    if (room === 'wait')
      return { kind: 'postponed', message: 'The job waits for other rows of its batch.', seconds: 10 };
    return undefined;
  }
}

/** Ends an attempt that reached an open wait as waiting, whatever its engine made of the interruption. */
async function endAtWait(job: ClaimedJob, journal: Journal | undefined): Promise<Ending | undefined> {
  const waitIds = journal?.pending() ?? [];
  if (waitIds.length === 0) return undefined;
  // Steps that run beside the wait are recorded, so that they need not run again.
  await journal!.settled(job.timeoutSeconds * 1_000);
  return { kind: 'waiting', waitIds };
}

/** Rejects when an aborted engine has not stopped within ABORT_GRACE_MS. */
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
