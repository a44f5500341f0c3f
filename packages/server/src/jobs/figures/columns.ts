import { jobStatus } from '../record/model.ts';
import { bucketOf } from './histogram.ts';

// How a job (`j`) and its result (`r`) are counted in the stats: the same for the roll-up and for newer jobs.

export const FIGURE_COLUMNS = `org_id, starts_at, agent_id, version_id, origin, status, jobs, cost, input_tokens, output_tokens,
  duration_buckets, duration_counts, waiting_buckets, waiting_counts`;

export const STARTS_AT = `date_bin('1 hour', j.created_at, 'epoch')`;

const hasRun = `r.status in (${jobStatus.success}, ${jobStatus.failure}) and r.source_job_id is null`;

/** The time from acceptance to the end, for jobs that ran. */
export const DURATION_BUCKET = `case when ${hasRun} and r.duration_ms is not null then ${bucketOf('r.duration_ms')} end`;

/** The time from acceptance to the first start. */
export const WAITING_BUCKET = `case when ${hasRun} then (
  select ${bucketOf(`min((e->>'at')::float8) - extract(epoch from j.created_at) * 1000`)}
  from json_array_elements(r.events) e where (e->>'status')::int = ${jobStatus.started} having count(*) > 0) end`;
