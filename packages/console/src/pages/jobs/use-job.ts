import type { Job, JobStep, StatusEvent } from '@errand/sdk/jobs.ts';
import { isFinalStatus } from '@errand/sdk/jobs.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '../../query-keys.ts';
import { errand } from '../../session/client.ts';

const DRAW_MS = 250;

/** A job, followed until it is final. What arrives is drawn a few times a second, however fast it comes. */
export function useJob(id: string) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: keys.job(id),
    queryFn: ({ signal }) => errand.jobs.get(id, signal),
    // A final job never changes by itself.
    staleTime: ({ state }) => (state.data && isFinalStatus(state.data.status_code) ? Number.POSITIVE_INFINITY : 2_000),
  });
  const isRunning = query.data !== undefined && !isFinalStatus(query.data.status_code);
  useEffect(() => {
    if (!isRunning) return undefined;
    const stop = new AbortController();
    const news: ((job: Job) => Job)[] = [];
    const timer = setInterval(() => {
      if (news.length === 0) return;
      const changes = news.splice(0);
      queryClient.setQueryData<Job>(keys.job(id), (job) => job && changes.reduce((now, change) => change(now), job));
    }, DRAW_MS);
    void follow(id, stop.signal, news)
      .catch(() => undefined)
      .finally(() => {
        clearInterval(timer);
        if (!stop.signal.aborted) void queryClient.invalidateQueries({ queryKey: keys.job(id) });
      });
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [id, isRunning, queryClient]);
  return query;
}

async function follow(id: string, signal: AbortSignal, news: ((job: Job) => Job)[]): Promise<void> {
  for await (const event of errand.jobs.events(id, signal)) {
    if (event.event === 'step') news.push((job) => withStep(job, event.data as JobStep));
    if (event.event === 'status') news.push((job) => withStatus(job, event.data as StatusEvent));
    if (event.event === 'end') return;
  }
}

function withStep(job: Job, step: JobStep): Job {
  return job.steps.some(({ key }) => key === step.key) ? job : { ...job, steps: [...job.steps, step] };
}

function withStatus(job: Job, event: StatusEvent): Job {
  const known = job.status_events.some(
    (one) => one.timestamp === event.timestamp && one.status_code === event.status_code,
  );
  // The final state comes with outputs and cost, which are read when the stream ends.
  if (known || isFinalStatus(event.status_code)) return job;
  return { ...job, status_code: event.status_code, status_events: [...job.status_events, event] };
}
