import type { JobStep, StatusEvent } from '@errand/sdk/jobs.ts';
import { useEffect, useState } from 'react';
import { queryClient } from '../../query-client.ts';
import { keys } from '../../query-keys.ts';
import { errand } from '../../session/client.ts';

export type JobNews = {
  statuses: StatusEvent[];
  steps: JobStep[];
  progress: unknown;
  isOver: boolean;
  connection: 'live' | 'reconnecting';
  error?: Error | undefined;
};

const nothing: JobNews = { statuses: [], steps: [], progress: undefined, isOver: false, connection: 'reconnecting' };

/** What happens to a job, as it happens. Ends by itself when the job does. */
export function useJobEvents(jobId: string | undefined): JobNews {
  const [news, setNews] = useState(nothing);
  useEffect(() => {
    setNews(nothing);
    if (jobId === undefined) return undefined;
    const abort = new AbortController();
    follow(jobId, abort.signal, (update) => !abort.signal.aborted && setNews(update)).catch((error: unknown) => {
      if (!abort.signal.aborted) setNews((old) => ({ ...old, error: error as Error }));
    });
    return () => abort.abort();
  }, [jobId]);
  return news;
}

async function follow(
  jobId: string,
  signal: AbortSignal,
  set: (update: (old: JobNews) => JobNews) => void,
): Promise<void> {
  for await (const { event, data } of errand.jobs.events(jobId, signal)) {
    if (event === 'connection') set((old) => ({ ...old, connection: data as JobNews['connection'] }));
    if (event === 'status') set((old) => ({ ...old, statuses: [...old.statuses, data as StatusEvent] }));
    if (event === 'step') set((old) => ({ ...old, steps: [...old.steps, data as JobStep] }));
    if (event === 'progress') set((old) => ({ ...old, progress: data }));
    if (event === 'end') {
      // The result is read before the end is told, so that both appear together.
      await queryClient.invalidateQueries({ queryKey: keys.job(jobId) });
      set((old) => ({ ...old, isOver: true }));
    }
  }
}
