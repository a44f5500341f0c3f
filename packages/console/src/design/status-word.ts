import { type JobStatusName, jobStatuses } from '@errand/sdk';

const words: Record<JobStatusName, string> = {
  pending: 'Pending',
  started: 'Running',
  retry: 'Retrying',
  success: 'Succeeded',
  failure: 'Failed',
  cancelled: 'Cancelled',
  cached: 'Cached',
};

/** Returns the word for a status code. */
export const statusWord = (code: number): string => words[jobStatuses[code] ?? 'pending'];
