import type { Role } from '@errand/contract/roles.ts';
import type { Database, Db } from '#platform/db.ts';
import type { DeltaPosition } from '../record/delta-store.ts';
import { isFinal, jobStatus, type StatusEvent } from '../record/model.ts';
import { findRecord, findState, type JobState } from '../record/store.ts';
import { findWait } from '../record/wait-store.ts';
import { waitViewFor } from '../waits/model.ts';
import type { DeltaFeed } from './delta-feed.ts';
import { findProgress } from './find-progress.ts';
import { listSteps } from './job-steps.ts';
import { eventViews, outputViews } from './views.ts';

// The events of one job, in one numbering for all doors: statuses, waits, steps, progress and the words of models. They
// are computed from stored data, and a position counts what has been told. So a reader that comes back with its position
// misses nothing, on any process.

export type FollowDeps = {
  database: Database;
  onJobNews(jobId: string, wake: () => void): () => void;
  words: DeltaFeed;
  stopping: AbortSignal;
};

/** How much of a job was told: status events, steps, progress reports, and words of which beginning. */
export type Position = { statuses: number; steps: number; progress: number } & DeltaPosition;

export type JobNews = {
  event: 'status' | 'waiting' | 'step' | 'progress' | 'delta' | 'restart' | 'end';
  /** What was told with this event. */
  position: Position;
  data: unknown;
};

export type Words = { key: string; text: string; offset: number };

type Follow = {
  orgId: string;
  jobId: string;
  reader: Role;
  /** Where the job is stored. */
  db: Db;
  /** Moves with what is told. */
  position: Position;
  signal: AbortSignal;
};

const LOOK_MS = 1_000;

export const newPosition = (): Position => ({ statuses: 0, steps: 0, progress: 0, generation: 0, offset: 0 });

/** Yields events as they come, and an empty list once a second. Ends with the job, or when the reader or the process goes. */
export async function* followJob(deps: FollowDeps, follow: Follow): AsyncGenerator<JobNews[], void, undefined> {
  const { jobId, position, signal } = follow;
  let wake: () => void = () => undefined;
  let hasNews = true;
  const stopNews = deps.onJobNews(jobId, () => {
    hasNews = true;
    wake();
  });
  const stopWords = deps.words.follow(jobId, () => wake());
  try {
    while (!signal.aborted && !deps.stopping.aborted) {
      if (hasNews || isFirstWord(deps.words, jobId, position)) {
        hasNews = false;
        const { news, status } = await readNews(follow);
        if (news.length > 0) yield news;
        if (status === undefined || isFinal(status)) return;
        if (status === jobStatus.started) deps.words.refresh(jobId);
      }
      const words = takeWords(deps.words, jobId, position);
      if (words.length > 0) yield words;
      else if (!hasNews) {
        const isTime = await pause((resolve) => (wake = resolve), [signal, deps.stopping]);
        if (!isTime) continue;
        hasNews = true;
        yield [];
      }
    }
  } finally {
    stopNews();
    stopWords();
  }
}

/** The status is told before the first word. */
const isFirstWord = (words: DeltaFeed, jobId: string, position: Position): boolean =>
  position.statuses < 2 && words.after(jobId, position).length > 0;

function takeWords(words: DeltaFeed, jobId: string, position: Position): JobNews[] {
  return words
    .after(jobId, position)
    .flatMap(({ generation, startsAt, key, attempt, body }) => [
      ...beginAt(position, { generation, key, attempt }),
      ...readWords(position, key, body.slice(Math.max(0, position.offset - startsAt))),
    ]);
}

/** Tells a reader that has the beginning of another value to drop it. */
function beginAt(position: Position, begun: { generation: number; key: string; attempt: number }): JobNews[] {
  if (begun.generation === position.generation) return [];
  const isRestart = position.generation > 0;
  position.generation = begun.generation;
  position.offset = 0;
  return isRestart ? [toNews('restart', position, { key: begun.key, attempt: begun.attempt })] : [];
}

function readWords(position: Position, key: string, text: string): JobNews[] {
  if (text === '') return [];
  const data: Words = { key, text, offset: position.offset };
  position.offset += text.length;
  return [toNews('delta', position, data)];
}

const toNews = (event: JobNews['event'], position: Position, data: unknown): JobNews => ({
  event,
  position: { ...position },
  data,
});

async function readNews({ db, orgId, jobId, reader, position }: Follow): Promise<{ news: JobNews[]; status?: number }> {
  const job = await findState(db, orgId, jobId);
  if (job === undefined) return { news: [toNews('end', position, { reason: 'gone' })] };
  const news: JobNews[] = [];
  // Steps and progress are read after the status, so that a final status is never sent before the last step.
  const steps = await listSteps(db, orgId, jobId, position.steps);
  const progress = await findProgress(db, orgId, jobId, position.progress);
  const events = eventViews(job.createdAt, job.events);
  const final = isFinal(job.status);
  // A repeated wait replaces its event. If the list became shorter, its last event is new.
  if (events.length < position.statuses) position.statuses = events.length - 1;
  const statuses = events.slice(position.statuses);
  const late = final && statuses.length > 0 ? statuses.splice(-1) : [];
  for (const event of statuses) {
    position.statuses += 1;
    news.push(toNews('status', position, event));
    const wait = event.wait_id === undefined ? undefined : await findWait(db, orgId, event.wait_id);
    if (wait !== undefined) news.push(toNews('waiting', position, waitViewFor(reader, wait)));
  }
  for (const step of steps) {
    position.steps = step.seq;
    news.push(toNews('step', position, step));
  }
  if (progress !== undefined) {
    position.progress = progress.seq;
    news.push(toNews('progress', position, progress.data));
  }
  if (final) news.push(...(await readRest(db, orgId, job, position)));
  for (const event of late) {
    position.statuses += 1;
    news.push(toNews('status', position, event));
  }
  if (final) news.push(toNews('end', position, { status: job.status, error_message: job.errorMessage }));
  return { news, status: job.status };
}

/** The deltas of an ended job are gone, but its value goes on where they stop. */
async function readRest(db: Db, orgId: string, job: JobState, position: Position): Promise<JobNews[]> {
  const { streamed } = (job.events.at(-1) ?? {}) as Partial<StatusEvent>;
  if (streamed === undefined) return [];
  const record = await findRecord(db, orgId, job.id);
  const value = record && outputViews(record).find(({ key }) => key === streamed.key)?.value;
  if (value === undefined) return [];
  return [...beginAt(position, streamed), ...readWords(position, streamed.key, value.slice(position.offset))];
}

/** Resolves with true when it is time to look, whether or not there was a notification. */
function pause(register: (wake: () => void) => void, signals: AbortSignal[]): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(true), LOOK_MS);
    const woken = (): void => done(false);
    function done(isTime: boolean): void {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', woken);
      resolve(isTime);
    }
    for (const signal of signals) signal.addEventListener('abort', woken, { once: true });
    register(woken);
  });
}
