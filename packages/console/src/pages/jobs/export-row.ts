import type { AnyJob } from '@errand/sdk';
import { statusWord } from '../../design/status-word.ts';
import { verdictOf } from './verdict-of.ts';

/** A job as a row of the CSV file; what is empty is null. */
export const toExportRow = (job: AnyJob) => ({
  id: job.id,
  status: statusWord(job.status_code),
  agent: job.agent_name,
  version: job.agent_version_name,
  created_at: job.created_at,
  duration_ms: job.duration_ms,
  cost_usd: job.cost,
  input_tokens: job.input_tokens,
  output_tokens: job.output_tokens,
  verdict: verdictOf(job) ?? null,
  review: (job.feedback_review as { review_status?: string } | null)?.review_status ?? null,
  error: job.error_message,
  metadata: Object.keys(job.metadata).length === 0 ? null : job.metadata,
  inputs: Object.fromEntries(job.job_inputs.map(({ key, value, file_name: name }) => [key, name ?? value])),
});
