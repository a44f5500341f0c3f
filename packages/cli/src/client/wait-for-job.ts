import type { Errand, Job } from '@errand/sdk';
import { TimeoutError } from '../terminal/errors.ts';
import { createStatusLine } from '../terminal/progress.ts';
import { statusName } from './show-job.ts';

type Options = { timeoutSeconds?: number | undefined; signal: AbortSignal };

/** Waits for a job to end and returns it. Shows its progress on stderr. */
export async function waitForJob(errand: Errand, jobId: string, { timeoutSeconds, signal }: Options): Promise<Job> {
  const limit = timeoutSeconds === undefined ? undefined : AbortSignal.timeout(timeoutSeconds * 1_000);
  const both = limit === undefined ? signal : AbortSignal.any([signal, limit]);
  const line = createStatusLine();
  const done = new AbortController();
  const shown = showEvents(errand, jobId, AbortSignal.any([both, done.signal]), line.show);
  try {
    return await errand.jobs.wait(jobId, { signal: both });
  } catch (error) {
    if (!limit?.aborted || signal.aborted) throw error;
    throw new TimeoutError(
      `The job did not finish within ${timeoutSeconds} s and continues to run. Follow it with: errand jobs watch ${jobId}`,
    );
  } finally {
    done.abort();
    await shown;
    line.end();
  }
}

async function showEvents(errand: Errand, jobId: string, signal: AbortSignal, show: (text: string) => void) {
  try {
    for await (const { event, data } of errand.jobs.events(jobId, { signal })) {
      if (event === 'status') show(`${jobId} ${statusName(Number((data as { status_code?: number }).status_code))}`);
      if (event === 'step') show(`${jobId} ${data.kind} ${data.name} ${data.status}`);
      if (event === 'progress') show(`${jobId} ${Object.values(data).join(' ')}`);
    }
  } catch {
    // Events are only for display. jobs.wait falls back to polling and reports problems.
  }
}
