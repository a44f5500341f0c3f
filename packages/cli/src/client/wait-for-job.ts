import type { Errand, Job, JobEvent, Wait } from '@errand/sdk';
import { TimeoutError } from '../terminal/errors.ts';
import { createStatusLine } from '../terminal/progress.ts';
import { statusName } from './show-job.ts';

type Options = {
  timeoutSeconds?: number | undefined;
  signal: AbortSignal;
  /** Takes the words of models as they come. Without it, the progress is shown on stderr. */
  words?: Words | undefined;
};

/** Waits for a job to end and returns it. */
export async function waitForJob(errand: Errand, jobId: string, options: Options): Promise<Job> {
  const { timeoutSeconds, signal, words } = options;
  const limit = timeoutSeconds === undefined ? undefined : AbortSignal.timeout(timeoutSeconds * 1_000);
  const both = limit === undefined ? signal : AbortSignal.any([signal, limit]);
  const line = createStatusLine();
  const done = new AbortController();
  const take = words?.take ?? ((event: JobEvent) => showProgress(jobId, event, line.show));
  const shown = showEvents(errand, jobId, AbortSignal.any([both, done.signal]), take);
  try {
    const job = await errand.jobs.wait(jobId, { signal: both, onWaiting: (wait) => sayWaiting(wait) });
    // All words have come before the end of the events.
    if (words) await shown;
    return job;
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

export type Words = ReturnType<typeof createWords>;

/** Prints the words of a job on stdout as they come. */
export function createWords() {
  let printed = '';
  return {
    take({ event, data }: JobEvent): void {
      if (event === 'delta') {
        process.stdout.write(data.text);
        printed += data.text;
      }
      if (event !== 'restart') return;
      if (printed !== '') process.stdout.write('\n');
      process.stderr.write(`The output begins anew (attempt ${data.attempt}).\n`);
      printed = '';
    },
    /** What was printed since the output began. */
    printed: (): string => printed,
  };
}

const sayWaiting = ({ title }: Wait): void => {
  process.stderr.write(`The job waits for a person: ${title} Answer with: errand waits\n`);
};

function showProgress(jobId: string, { event, data }: JobEvent, show: (text: string) => void): void {
  if (event === 'status') show(`${jobId} ${statusName(data.status_code)}`);
  if (event === 'step') show(`${jobId} ${data.kind} ${data.name} ${data.status}`);
  if (event === 'progress') show(`${jobId} ${Object.values(data).join(' ')}`);
}

async function showEvents(
  errand: Errand,
  jobId: string,
  signal: AbortSignal,
  take: (event: JobEvent) => void,
): Promise<void> {
  try {
    for await (const event of errand.jobs.events(jobId, { signal })) take(event);
  } catch {
    // Events are only for display. jobs.wait falls back to polling and reports problems.
  }
}
