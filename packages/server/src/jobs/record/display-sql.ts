import { displayStatus, displayStatuses } from '@errand/contract/job-status.ts';
import { jobStatus } from './model.ts';

// The state of a job as people see it, from its result (`r`) and its queue row (`q`). Every list, filter and figure uses
// these expressions.

/** A parked job: started, without a worker. Its row is due once the wait is over. */
export const isParked = (row: string): string => `${row}.status = ${jobStatus.started} and ${row}.worker_id is null`;
const isWaiting = (row: string): string => `${isParked(row)} and ${row}.run_at > clock_timestamp()`;

export const IS_WAITING = `(${isWaiting('q')})`;

/** The state of a queue row. */
export const queueDisplay = (row: string): string => `case when ${isWaiting(row)} then 'waiting'
  when ${isParked(row)} or ${row}.status = ${jobStatus.pending} then 'queued'
  when ${row}.status = ${jobStatus.started} then 'running' when ${row}.status = ${jobStatus.retry} then 'retrying' end`;

const ENDED = (['succeeded', 'failed', 'cancelled'] as const).map(
  (word) => `when r.status in (${displayStatus[word].join(', ')}) then '${word}'`,
);

export const DISPLAY_STATUS = `case ${ENDED.join(' ')} else ${queueDisplay('q')} end`;

/** When the job was parked. */
const PARKED_AT = `(q.events->-1->>'at')::bigint`;

/** How long the job has waited in total. The duration of an ended job does not include it. */
const WAITED_MS = `case when q.job_id is not null then coalesce(q.waited_ms, 0) + case when ${IS_WAITING}
    then greatest(0, floor(extract(epoch from clock_timestamp()) * 1000)::bigint - ${PARKED_AT}) else 0 end
  when r.events::jsonb @? '$[*].wait'
    then greatest(0, floor(extract(epoch from r.finished_at - j.created_at) * 1000)::bigint - r.duration_ms) else 0 end`;

export const DISPLAY_COLUMNS = `${DISPLAY_STATUS} as display_status, ${WAITED_MS} as waited_ms,
  case when ${IS_WAITING} then (select coalesce(w.reason, w.kind) from job_waits w where w.id = q.wait_id) end as waiting_for,
  case when ${IS_WAITING} then ${PARKED_AT} end as waiting_since`;

export type DisplayRow = {
  display_status: (typeof displayStatuses)[number];
  waited_ms: number;
  waiting_for: 'approval' | 'question' | 'event' | 'timer' | 'provider_batch' | null;
  waiting_since: number | null;
};

export const displayView = (row: DisplayRow) => ({
  display_status: row.display_status,
  waiting_for: row.waiting_for,
  waiting_since: row.waiting_since === null ? null : new Date(row.waiting_since).toISOString(),
  waited_ms: row.waited_ms,
});

/** Whether these states are exactly the jobs of their codes: those that may be of one code are all there, or none. */
export const coversCodes = (words: readonly (typeof displayStatuses)[number][]): boolean =>
  displayStatuses
    .filter((word) => displayStatus[word].some((code) => words.some((one) => isOf(one, code))))
    .every((word) => words.includes(word));

const isOf = (word: (typeof displayStatuses)[number], code: number): boolean =>
  (displayStatus[word] as readonly number[]).includes(code);
