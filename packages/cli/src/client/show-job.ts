import { type DisplayStatus, hasSucceeded, type Job, jobStatus, jobStatuses, type OutputItem } from '@errand/sdk';
import { mark, moment, table } from '../terminal/text.ts';

// Shows jobs as text for people.

export const statusName = (code: number): string => jobStatuses[code] ?? String(code);
/** The state as people see it. An answer from the cache is told apart. */
export const stateName = (job: { status_code: number; display_status: DisplayStatus }): string =>
  job.status_code === jobStatus.cached ? 'succeeded (cached)' : job.display_status;
export const money = (usd: number): string => `$${usd.toFixed(usd !== 0 && Math.abs(usd) < 0.01 ? 6 : 2)}`;
export const duration = (ms: number | null): string =>
  ms === null ? '–' : ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;

/** Prints a single output without its name, so that it can be piped. */
export function showOutputs(outputs: readonly OutputItem[]): string {
  const [only, ...others] = outputs;
  if (only === undefined) return 'The agent returned no output.';
  if (others.length === 0) return only.value;
  return outputs.map(({ key, value }) => `${key}: ${value.includes('\n') ? `\n${value}` : value}`).join('\n');
}

export function showJob(job: Job): string {
  const facts: [string, string][] = [
    ['status', `${stateName(job)}${job.error_message === null ? '' : `: ${job.error_message}`}`],
    ...showWait(job),
    ...showFailure(job),
    ['version', job.agent_version_name ?? '–'],
    ['created', moment(new Date(job.created_at))],
    ['took', duration(job.duration_ms)],
    ['cost', money(job.cost)],
    ['attempts', String(job.display_status === 'waiting' ? job.attempt + 1 : job.attempt)],
  ];
  if (job.archived) facts.push(['archived', 'yes']);
  if (job.next_attempt_at !== null) facts.push(['next', moment(new Date(job.next_attempt_at))]);
  const width = Math.max(...facts.map(([name]) => name.length));
  const lines = [
    `${mark(hasSucceeded(job.status_code))} job ${job.id}`,
    ...facts.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
  ];
  if (job.outputs.length > 0) lines.push('', showOutputs(job.outputs));
  if (job.partial_outputs.length > 0) lines.push('', 'Found before it failed:', showOutputs(job.partial_outputs));
  return lines.join('\n');
}

function showWait({
  waiting,
  waiting_for: reason,
  waiting_since: since,
  waited_ms: waitedMs,
}: Job): [string, string][] {
  if (since === null) return waitedMs > 0 ? [['waited', duration(waitedMs)]] : [];
  const who = waiting?.assignee_role ? ` (role ${waiting.assignee_role} or above)` : '';
  const title = waiting?.title ? `: ${waiting.title}` : '';
  return [['waits for', `${reason}${who}${title}, since ${moment(new Date(since))}`]];
}

function showFailure({ error }: Job): [string, string][] {
  if (error === null) return [];
  const similar = error.similar_24h > 1 ? [['similar', `${error.similar_24h} in 24 hours`] as [string, string]] : [];
  return [['code', error.code], ['remedy', error.remedy], ...similar];
}

export function showSteps(job: Job): string {
  if (job.steps.length === 0) return 'The job has no recorded steps.';
  const rows = job.steps.map(({ seq, kind, name, model, status, duration_ms, cost, error }) => [
    String(seq),
    kind,
    name,
    model ?? '–',
    status,
    duration(duration_ms),
    money(cost),
    error ?? '',
  ]);
  return table(['#', 'KIND', 'NAME', 'MODEL', 'STATUS', 'TOOK', 'COST', 'ERROR'], rows);
}
