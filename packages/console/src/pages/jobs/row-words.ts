import { type AnyJob, jobStatus } from '@errand/sdk';
import { formatCompact } from '../../design/format.ts';
import { verdictOf } from './verdict-of.ts';

// The texts of a row in the list of jobs.

/** Returns null for a version without a name. */
export const versionOf = ({ agent_version_name: name }: Pick<AnyJob, 'agent_version_name'>): string | null =>
  name === 'unnamed version' ? null : name;

export function tokensOf({
  input_tokens: input,
  output_tokens: output,
}: Pick<AnyJob, 'input_tokens' | 'output_tokens'>): string {
  return input === null && output === null ? '–' : formatCompact((input ?? 0) + (output ?? 0));
}

/** Returns the verdict, or why the job failed or waits for another attempt. */
export function outcomeOf(job: Pick<AnyJob, 'status_code' | 'error_message' | 'ui_fields'>): string {
  if (job.status_code === jobStatus.failure || job.status_code === jobStatus.retry) return job.error_message ?? '';
  return verdictOf(job) ?? '';
}
