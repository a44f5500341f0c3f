import { hasSucceeded, type Job, jobStatuses, type OutputItem } from '@errand/sdk';
import { mark, moment, table } from '../terminal/text.ts';

// Shows jobs as text for people.

export const statusName = (code: number): string => jobStatuses[code] ?? String(code);
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
    ['status', `${statusName(job.status_code)}${job.error_message === null ? '' : `: ${job.error_message}`}`],
    ...showFailure(job),
    ['version', job.agent_version_name ?? '–'],
    ['created', moment(new Date(job.created_at))],
    ['took', duration(job.duration_ms)],
    ['cost', money(job.cost)],
    ['attempt', String(job.attempt + 1)],
  ];
  if (job.archived) facts.push(['archived', 'yes']);
  if (job.next_attempt_at !== null) facts.push(['next', moment(new Date(job.next_attempt_at))]);
  const width = Math.max(...facts.map(([name]) => name.length));
  const lines = [
    `${mark(hasSucceeded(job.status_code))} job ${job.id}`,
    ...facts.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
  ];
  if (job.outputs.length > 0) lines.push('', showOutputs(job.outputs));
  return lines.join('\n');
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
