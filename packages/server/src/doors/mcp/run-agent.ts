import type { CallToolResult } from '@modelcontextprotocol/server';
import { findProgress } from '#jobs/read/find-progress.ts';
import type { FollowDeps } from '#jobs/read/follow-job.ts';
import { isFinal, JOB_SECONDS_MAX } from '#jobs/record/model.ts';
import { findRecord, type JobRecord } from '#jobs/record/store.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { appErrorText } from '../app-error-text.ts';
import { watchForQuestion } from '../open-waits.ts';
import { loadAgent, type RunDeps, type RunningJob, startRun } from '../start-run.ts';
import { refusal, showJob } from './show-job.ts';

// Runs an agent for a tool call, which waits until the job ends or the call becomes a task.

export type Run = {
  agentId: string;
  inputs: Record<string, unknown>;
  /** A job that an earlier call started and whose question was answered since. */
  jobId?: string;
  caller: Caller;
  /** Aborted when the client cancels the call or disconnects. */
  signal: AbortSignal;
  /** Gets the engine's reports, what a model has written and, every few seconds, how long the job has been running. */
  onProgress(report: { data: unknown } | { words: string } | { seconds: number }): void;
  /** After this time the client gets a task instead of a result. Undefined if it does not support tasks. */
  taskAfterMs: number | undefined;
  wantsProgress: boolean;
};

/** `asked` is true if the job waits for a person. */
export type Ran = { result: CallToolResult } | { jobId: string; asked: boolean };

export type ProgressDeps = RunDeps & FollowDeps;

const PROGRESS_MS = 5_000;

export async function runAgent(deps: ProgressDeps, run: Run): Promise<Ran> {
  const { caller, signal } = run;
  const startedAt = Date.now();
  const reportTime = (): void => run.onProgress({ seconds: Math.round((Date.now() - startedAt) / 1_000) });
  const timer = setInterval(reportTime, PROGRESS_MS);
  let stopNews: () => void = () => undefined;
  let cancel: () => void = () => undefined;
  try {
    const { jobId, ended } = run.jobId === undefined ? await start(deps, run) : join(deps, caller, run.jobId);
    cancel = () => void deps.cancelJob(caller, jobId).catch(() => undefined);
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    if (run.wantsProgress) stopNews = both(followProgress(deps, jobId, run), followWords(deps, jobId, run));
    const job = await endOrPause(ended, { question: watchForQuestion(deps.database, caller.orgId, jobId), ...run });
    return typeof job === 'string' ? { jobId, asked: job === 'asked' } : { result: showJob(job) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { result: refusal(appErrorText(error)) };
  } finally {
    clearInterval(timer);
    stopNews();
    signal.removeEventListener('abort', cancel);
  }
}

/** Reads one report at a time, so that they stay in order. */
function followProgress({ database, onJobNews }: ProgressDeps, jobId: string, { caller, onProgress }: Run): () => void {
  let known = 0;
  let reading = Promise.resolve();
  const read = async (): Promise<void> => {
    const progress = await findProgress(database.tenant(caller.orgId), caller.orgId, jobId, known);
    if (progress === undefined) return;
    known = progress.seq;
    onProgress({ data: progress.data });
  };
  return onJobNews(jobId, () => {
    reading = reading.then(read).catch(() => undefined);
  });
}

const both = (one: () => void, other: () => void) => (): void => {
  one();
  other();
};

/** Clients show a message at a time, so the last words are enough. */
const WORDS_MS = 250;
const WORDS_MAX = 500;

function followWords({ words }: ProgressDeps, jobId: string, { onProgress }: Run): () => void {
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    timer = undefined;
    const text = words.after(jobId, { generation: 0, offset: 0 }).slice(-WORDS_MAX);
    onProgress({
      words: text
        .map(({ body }) => body)
        .join('')
        .slice(-WORDS_MAX),
    });
  };
  const stop = words.follow(jobId, () => {
    timer ??= setTimeout(tell, WORDS_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function start(deps: RunDeps, { caller, agentId, inputs }: Run): Promise<RunningJob> {
  const snapshot = await loadAgent(deps, caller, agentId);
  return startRun(deps, { caller, snapshot, inputs, origin: 'mcp' });
}

function join({ database, watcher, stopping }: RunDeps, { orgId }: Caller, jobId: string): RunningJob {
  const read = () => findRecord(database.tenant(orgId), orgId, jobId);
  const wait = async (): Promise<JobRecord> => {
    const job = await read();
    if (job === undefined) throw notFound('job');
    if (isFinal(job.status)) return job;
    await watcher.untilFinal(jobId, stopping, JOB_SECONDS_MAX * 1_000);
    return (await read())!;
  };
  return { jobId, ended: wait() };
}

type Pause = Pick<Run, 'taskAfterMs'> & { question: ReturnType<typeof watchForQuestion> };

/** Returns `late` if the job goes on as a task, `asked` if it waits for a person. */
async function endOrPause(
  ended: Promise<JobRecord>,
  { question, taskAfterMs }: Pause,
): Promise<JobRecord | 'late' | 'asked'> {
  ended.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    if (taskAfterMs !== undefined) timer = setTimeout(() => resolve('late'), taskAfterMs);
  });
  try {
    return await Promise.race([ended, question.asked, late]);
  } finally {
    question.stop();
    clearTimeout(timer);
  }
}
