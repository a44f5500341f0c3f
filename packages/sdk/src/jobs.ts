import type { Calls } from './generated/calls/calls.ts';
import type { JobsCalls } from './generated/calls/jobs.ts';
import { type displayStatuses, finalStatuses, type jobStatuses, succeededStatuses } from './generated/lists.ts';
import type { JobDelta, JobRestart } from './generated/types/job-streams.ts';
import type { JobStep, JobView, StatusEventView } from './generated/types/jobs.ts';
import type { Wait } from './generated/types/waits.ts';
import { ErrandError, JobWaitingError } from './transport/errors.ts';
import type { CallOptions } from './transport/options.ts';
import { pause } from './transport/pause.ts';

export type JobStatusName = (typeof jobStatuses)[number];
/** A state as people see it. */
export type DisplayStatus = (typeof displayStatuses)[number];

/** A job in full. */
export type Job = JobView;

/** Whether a job of this status never changes again. */
export const isFinalStatus = (code: number): boolean => isOneOf(finalStatuses, code);

/** Whether a job of this status has its outputs. */
export const hasSucceeded = (code: number): boolean => isOneOf(succeededStatuses, code);

const isOneOf = (codes: readonly number[], code: number): boolean => codes.includes(code);

/** `connection` events come from the client and say whether the stream is live. */
export type JobEvent =
  | { event: 'status'; data: StatusEventView }
  | { event: 'waiting'; data: Wait }
  | { event: 'step'; data: JobStep }
  | { event: 'progress'; data: Record<string, unknown> }
  /** A part of an output, as a model writes it. All parts since the last `restart` are the value. */
  | { event: 'delta'; data: JobDelta }
  /** The output begins anew: another attempt, a corrected answer. */
  | { event: 'restart'; data: JobRestart }
  | { event: 'end'; data: { status: number; error_message: string | null } }
  | { event: 'connection'; data: 'live' | 'reconnecting' };

const asksPerson = ({ kind }: Wait): boolean => kind === 'approval' || kind === 'question';

const POLL_MS = 1_000;
const POLL_MS_MAX = 10_000;
const LOOK_MS = 5_000;

export interface JobsClient extends Omit<JobsCalls, 'events'> {
  /** Yields the events of a job until it is final. Resumes if the connection breaks, and throws if it is aborted. */
  events(jobId: string, options?: CallOptions): AsyncGenerator<JobEvent>;
  /**
   * Resolves with the job when it is final, whether it succeeded or not. See `status_code`. If the job waits for a
   * person, it throws a JobWaitingError; with `onWaiting` it calls that and goes on.
   */
  wait(jobId: string, options?: WaitOptions): Promise<Job>;
}

export type WaitOptions = CallOptions & { onWaiting?: ((wait: Wait) => void) | undefined };

export function createJobs({ jobs }: Calls): JobsClient {
  const events: JobsClient['events'] = (jobId, options) => jobs.events(jobId, options) as AsyncGenerator<JobEvent>;

  async function isFinal(jobId: string, options: CallOptions): Promise<boolean> {
    return isFinalStatus((await jobs.status(jobId, options)).status);
  }

  /** Waits with events. Checks the job when the connection breaks, because it may have ended in the meantime. */
  async function follow(
    jobId: string,
    { onWaiting, ...options }: WaitOptions,
    stream: { isLive: boolean },
  ): Promise<void> {
    for await (const { event, data } of events(jobId, options)) {
      if (event === 'end') return;
      if (event === 'waiting' && asksPerson(data) && (await isOpen(jobId, data, options))) {
        if (onWaiting === undefined) throw new JobWaitingError(jobId, data);
        onWaiting(data);
      }
      if (event !== 'connection') continue;
      stream.isLive = data === 'live';
      if (data === 'reconnecting' && (await isFinal(jobId, options))) return;
    }
  }

  /** An event of the past may tell of a wait that was answered since. */
  async function isOpen(jobId: string, { id }: Wait, options: CallOptions): Promise<boolean> {
    return (await jobs.get(jobId, options)).waiting?.id === id;
  }

  async function poll(jobId: string, options: CallOptions): Promise<void> {
    for (let waitMs = POLL_MS; !(await isFinal(jobId, options)); waitMs = Math.min(waitMs * 1.5, POLL_MS_MAX)) {
      await pause(waitMs, options.signal);
    }
  }

  /** Polls while no events come, because a proxy may hold them back without breaking the connection. */
  async function pollUnlessLive(jobId: string, options: CallOptions, stream: { isLive: boolean }): Promise<void> {
    for (;;) {
      await pause(LOOK_MS, options.signal);
      // Errors are ignored here, because the stream reports them too.
      if (!stream.isLive && (await isFinal(jobId, options).catch(() => false))) return;
    }
  }

  async function untilFinal(jobId: string, options: WaitOptions): Promise<void> {
    const done = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, done.signal]) : done.signal;
    const stream = { isLive: false };
    const both = [follow, pollUnlessLive].map((wait) => wait(jobId, { ...options, signal }, stream));
    for (const one of both) one.catch(() => undefined);
    try {
      await Promise.race(both);
    } finally {
      done.abort();
    }
  }

  return {
    ...jobs,
    events,
    async wait(jobId, options: WaitOptions = {}) {
      try {
        await untilFinal(jobId, options);
      } catch (error) {
        if (error instanceof JobWaitingError) throw error;
        const isRefused = error instanceof ErrandError && [401, 403, 404].includes(error.status ?? 0);
        if (isRefused || options.signal?.aborted) throw error;
        await poll(jobId, options);
      }
      options.signal?.throwIfAborted();
      return jobs.get(jobId, options);
    },
  };
}
