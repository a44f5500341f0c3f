import { type Job, jobStatus } from '@errand/sdk';
import { formatCost, formatDuration, formatNumber } from '../../design/format.ts';
import { eventWord } from './timeline-words.ts';

// Lists what happened in a job line by line, from its states and its recorded steps.

export type LogLine = {
  atMs: number;
  isProblem: boolean;
  text: string;
  /** The step of the line. */
  step?: string;
};

type Told = Pick<Job, 'status_events' | 'steps' | 'post_actions'>;

/** Lists lines, oldest first. */
export function listLogLines({ status_events: events, steps }: Told): LogLine[] {
  const lines: LogLine[] = events.map((event, index) => ({
    atMs: Date.parse(event.timestamp),
    isProblem: event.status_code === jobStatus.failure || event.status_code === jobStatus.retry,
    text: [eventWord(events, index), event.error_message].filter(Boolean).join(': '),
  }));
  for (const step of steps) {
    const atMs = Date.parse(step.started_at);
    const failed = step.status === 'failed';
    lines.push({ atMs, isProblem: false, text: `${step.kind} ${step.name} began`, step: step.key });
    lines.push({
      atMs: atMs + step.duration_ms,
      isProblem: failed,
      text: failed ? `${step.kind} ${step.name} failed: ${step.error ?? 'no reason given'}` : endWords(step),
      step: step.key,
    });
  }
  // The sort is stable, so simultaneous events stay in the order of the record.
  return lines.sort((one, other) => one.atMs - other.atMs);
}

function endWords(step: Told['steps'][number]): string {
  if (step.reused_from !== null) return `${step.kind} ${step.name} was reused from another job`;
  const tokens = (step.input_tokens ?? 0) + (step.output_tokens ?? 0);
  const facts = [
    formatDuration(step.duration_ms),
    step.model,
    tokens > 0 && `${formatNumber(tokens)} tokens`,
    step.cached_input_tokens !== null &&
      step.cached_input_tokens > 0 &&
      `${formatNumber(step.cached_input_tokens)} of them cached`,
    step.cost > 0 && formatCost(step.cost),
  ];
  return `${step.kind} ${step.name} ended (${facts.filter(Boolean).join(', ')})`;
}

export function filterLines(lines: LogLine[], { text, onlyProblems }: { text: string; onlyProblems: boolean }) {
  const wanted = text.trim().toLowerCase();
  return lines.filter(
    (line) => (!onlyProblems || line.isProblem) && (wanted === '' || line.text.toLowerCase().includes(wanted)),
  );
}

export const writeLines = (lines: LogLine[]): string =>
  lines
    .map(({ atMs, isProblem, text }) => `${new Date(atMs).toISOString()} ${isProblem ? 'problem' : 'info'} ${text}\n`)
    .join('');
