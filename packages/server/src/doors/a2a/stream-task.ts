import type { StreamResponse } from '@a2a-js/sdk';
import { isFinal } from '#jobs/record/model.ts';
import { artifactsOf, contextOf, type JobFacts, questionOf, toStatus, toTask } from './task-view.ts';

// Streams a task as events: the task itself, each change of its state, its artifacts, its last state. The events are
// computed from the job, so any process can send them and a client that lost its connection can subscribe again.

type Options = {
  jobId: string;
  getJob(jobId: string): Promise<JobFacts>;
  signal: AbortSignal;
};

type Deps = { onJobNews(jobId: string, wake: () => void): () => void; stopping: AbortSignal };

/** Notifications arrive within milliseconds. Polling covers lost ones. */
const LOOK_MS = 1_000;

export async function* streamTask(
  deps: Deps,
  { jobId, getJob, signal }: Options,
): AsyncGenerator<StreamResponse, void, undefined> {
  const news = createNews(deps, jobId, signal);
  try {
    let job = await getJob(jobId);
    yield { payload: { $case: 'task', value: { ...toTask(job), artifacts: [] } } };
    let told = markOf(job);
    let isFirst = true;
    while (!signal.aborted && !deps.stopping.aborted) {
      if (isFinal(job.status_code)) {
        yield* reportEnd(job);
        return;
      }
      if (!isFirst && markOf(job) !== told) {
        told = markOf(job);
        yield statusUpdate(job);
      }
      // The client has to answer first. It subscribes again afterwards.
      if (!isFirst && questionOf(job)) return;
      isFirst = false;
      await news.next();
      job = await getJob(jobId);
    }
  } finally {
    news.stop();
  }
}

const markOf = (job: JobFacts): string => `${job.status_code} ${job.error_message ?? ''} ${questionOf(job)?.id ?? ''}`;

function* reportEnd(job: JobFacts): Generator<StreamResponse> {
  for (const artifact of artifactsOf(job)) {
    const value = { taskId: job.id, contextId: contextOf(job), artifact, append: false, lastChunk: true };
    yield { payload: { $case: 'artifactUpdate', value: { ...value, metadata: undefined } } };
  }
  yield statusUpdate(job);
}

const statusUpdate = (job: JobFacts): StreamResponse => ({
  payload: {
    $case: 'statusUpdate',
    value: { taskId: job.id, contextId: contextOf(job), status: toStatus(job), metadata: undefined },
  },
});

function createNews({ onJobNews, stopping }: Deps, jobId: string, signal: AbortSignal) {
  let hasNews = false;
  let wake: () => void = () => undefined;
  const note = (): void => {
    hasNews = true;
    wake();
  };
  const unsubscribe = onJobNews(jobId, note);
  signal.addEventListener('abort', note, { once: true });
  stopping.addEventListener('abort', note, { once: true });
  return {
    async next(): Promise<void> {
      if (!hasNews) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, LOOK_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasNews = false;
    },
    stop(): void {
      unsubscribe();
      signal.removeEventListener('abort', note);
      stopping.removeEventListener('abort', note);
    },
  };
}
