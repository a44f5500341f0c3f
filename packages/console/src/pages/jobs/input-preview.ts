import type { AnyJob } from '@errand/sdk';

/** Returns the first input that is not empty. For a file, its name. */
export function inputPreview(job: Pick<AnyJob, 'job_inputs'>): string {
  const first = job.job_inputs.find(({ value, file_name }) => (file_name ?? value) !== '');
  return (first?.file_name ?? first?.value ?? '').slice(0, 200);
}
