import type { AnyJob } from '@errand/sdk';
import { formatCompact } from '../../design/format.ts';
import { verdictOf } from './verdict-of.ts';

// What a row of the list of jobs says.

/** Nobody gave it a name: then it says nothing. */
export const versionOf = ({ agent_version_name: name }: Pick<AnyJob, 'agent_version_name'>): string | null =>
  name === 'unnamed version' ? null : name;

/** The first input that is not empty; of a file its name. */
export function inputPreview(job: Pick<AnyJob, 'job_inputs'>): string {
  const first = job.job_inputs.find(({ value, file_name }) => (file_name ?? value) !== '');
  return (first?.file_name ?? first?.value ?? '').slice(0, 200);
}

export function tokensOf({
  input_tokens: input,
  output_tokens: output,
}: Pick<AnyJob, 'input_tokens' | 'output_tokens'>): string {
  return input === null && output === null ? '–' : formatCompact((input ?? 0) + (output ?? 0));
}

/** The verdict, or why it failed or waits for another attempt. */
export function outcomeOf(job: Pick<AnyJob, 'status_code' | 'error_message' | 'ui_fields'>): string {
  if (job.status_code === 4 || job.status_code === 2) return job.error_message ?? '';
  return verdictOf(job) ?? '';
}
