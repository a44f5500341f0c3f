import type { AnyJob } from '@errand/sdk';
import { statusWord } from '../../design/badge.tsx';
import { saveText } from '../../json/save-text.ts';
import { toCsv } from '../usage/to-csv.ts';
import { everyMatching } from './bulk-jobs.ts';
import type { JobSearch } from './job-search.ts';
import { verdictOf } from './verdict-of.ts';

/** Every job that fits the filters as a CSV file; gives back how many there were. */
export async function exportJobs(search: JobSearch, signal: AbortSignal): Promise<number> {
  const rows: object[] = [];
  for await (const job of everyMatching(search, signal)) rows.push(toRow(job));
  if (rows.length > 0) saveText(toCsv(rows), 'jobs.csv', 'text/csv');
  return rows.length;
}

const toRow = (job: AnyJob) => ({
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
