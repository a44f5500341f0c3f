import { type DisplayStatus, type JobStatusName, jobStatuses } from '@errand/sdk';

/** The words of the states as people see them. */
export const stateWords: Record<DisplayStatus, string> = {
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  retrying: 'Retrying',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const words: Record<JobStatusName, string> = {
  pending: stateWords.queued,
  started: stateWords.running,
  retry: stateWords.retrying,
  success: stateWords.succeeded,
  failure: stateWords.failed,
  cancelled: stateWords.cancelled,
  cached: 'Cached',
};

/** Returns the word for a status code. */
export const statusWord = (code: number): string => words[jobStatuses[code] ?? 'pending'];

/** Returns the word for the state of a job. An answer from the cache has its own. */
export const stateWord = (job: { status_code: number; display_status: DisplayStatus }): string =>
  jobStatuses[job.status_code] === 'cached' ? words.cached : stateWords[job.display_status];
