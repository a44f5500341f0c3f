import { isFinalStatus, type Job, type JobStep, jobStatus, type StatusEventView } from '@errand/sdk';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reload } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';
import { withStatus, withStep } from './job-news.ts';

const DRAW_MS = 250;
/** Delay before a refused stream is requested again, for example while nobody is signed in. */
const AGAIN_MS = 3_000;

/** Follows a job until it is final. Events are rendered a few times a second, however fast they come. */
export function useJob(id: string) {
  const [attempt, setAttempt] = useState(0);
  const query = useQuery({
    queryKey: keys.job(id),
    queryFn: ({ signal }) => errand.jobs.get(id, { signal }),
    // A final job does not change by itself.
    staleTime: ({ state }) => (state.data && isFinalStatus(state.data.status_code) ? Number.POSITIVE_INFINITY : 2_000),
  });
  const isRunning = query.data !== undefined && !isFinalStatus(query.data.status_code);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt follows anew
  useEffect(() => {
    if (!isRunning) return undefined;
    const stop = new AbortController();
    const news: ((job: Job) => Job)[] = [];
    const draw = setInterval(() => {
      if (news.length === 0) return;
      const changes = news.splice(0);
      queryClient.setQueryData<Job>(keys.job(id), (job) => job && changes.reduce((now, change) => change(now), job));
    }, DRAW_MS);
    let again: ReturnType<typeof setTimeout> | undefined;
    const lookAgain = async (): Promise<void> => {
      await reload(keys.job(id));
      if (!stop.signal.aborted) setAttempt((old) => old + 1);
    };
    void follow(id, stop.signal, news, queryClient)
      .then(lookAgain, () => {
        if (!stop.signal.aborted) again = setTimeout(lookAgain, AGAIN_MS);
      })
      .finally(() => clearInterval(draw));
    return () => {
      stop.abort();
      clearInterval(draw);
      clearTimeout(again);
    };
  }, [id, isRunning, queryClient, attempt]);
  return query;
}

/** Returns the engine's last progress report. */
export const useJobProgress = (id: string) =>
  useQuery<Record<string, unknown>>({ queryKey: keys.jobProgress(id), enabled: false }).data;

/** Returns what a model has written so far for the output of a running job. */
export const useJobWords = (id: string) =>
  useQuery<JobWords>({ queryKey: keys.jobWords(id), enabled: false }).data?.text ?? '';

type JobWords = { text: string };

/** Draws words a few times a second, as everything else. */
function createWordBuffer(id: string, client: QueryClient) {
  let text = '';
  let isDue = false;
  const draw = (): void => {
    isDue = false;
    client.setQueryData<JobWords>(keys.jobWords(id), { text });
  };
  return (change: (before: string) => string): void => {
    text = change(text);
    if (!isDue) setTimeout(draw, DRAW_MS);
    isDue = true;
  };
}

async function follow(
  id: string,
  signal: AbortSignal,
  news: ((job: Job) => Job)[],
  queryClient: QueryClient,
): Promise<void> {
  const write = createWordBuffer(id, queryClient);
  for await (const event of errand.jobs.events(id, { signal })) {
    if (event.event === 'delta') write((text) => text + event.data.text);
    if (event.event === 'restart') write(() => '');
    if (event.event === 'step') news.push((job) => withStep(job, event.data as JobStep));
    if (event.event === 'status') {
      news.push((job) => withStatus(job, event.data as StatusEventView));
      // Only the job itself has the time of the next attempt, and how long it has waited.
      const { status_code: code, wait_id: wait } = event.data as StatusEventView;
      if (code === jobStatus.retry || wait !== undefined)
        void queryClient.invalidateQueries({ queryKey: keys.job(id), exact: true });
    }
    if (event.event === 'progress') queryClient.setQueryData(keys.jobProgress(id), event.data);
    if (event.event === 'end') return;
  }
}
