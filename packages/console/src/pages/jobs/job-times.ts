import { isFinalStatus, type Job, jobStatus, type StatusEventView } from '@errand/sdk';

// Splits the time of a job into queueing (for a worker or the next attempt), waiting (for a person, an event or a time)
// and working.

type Kind = 'queued' | 'waiting' | 'working';
export type Span = { kind: Kind; startMs: number; endMs: number; attempt: number; status: number };

export type JobTimes = {
  spans: Span[];
  queuedMs: number;
  waitingMs: number;
  workingMs: number;
  totalMs: number;
  endMs: number;
};

/** What a job does after an event. */
export const kindOf = ({ status_code: code, wait_id: wait }: StatusEventView): Kind =>
  code !== jobStatus.started ? 'queued' : wait === undefined ? 'working' : 'waiting';

/** Returns the number of the attempt at each event. Continuing after a wait, or after a postponement, is none. */
export function readAttempts(events: readonly StatusEventView[]): number[] {
  let attempt = 0;
  return events.map((event, index) => {
    const before = events[index - 1];
    const isContinued = before?.wait_id !== undefined || before?.count !== undefined;
    if (kindOf(event) === 'working' && !isContinued) attempt += 1;
    return attempt;
  });
}

type Timed = Pick<Job, 'status_events' | 'waited_ms' | 'display_status'>;

/**
 * Returns the spans between status events. The last one lasts until `nowMs` while the job is not final. Waits in a row
 * are one event, so the sum of waiting comes from the job.
 */
export function readJobTimes(
  { status_events: events, waited_ms: waitedMs, display_status: state }: Timed,
  nowMs: number,
): JobTimes {
  const attempts = readAttempts(events);
  const spans: Span[] = [];
  for (const [index, event] of events.entries()) {
    if (isFinalStatus(event.status_code)) break;
    const startMs = Date.parse(event.timestamp);
    const next = events[index + 1];
    // The browser's clock may be behind the server's.
    const endMs = Math.max(startMs, next === undefined ? nowMs : Date.parse(next.timestamp));
    spans.push({
      kind: kindOf(event),
      startMs,
      endMs,
      attempt: Math.max(1, attempts[index]!),
      status: event.status_code,
    });
  }
  const sum = (kind: Kind) =>
    spans.filter((span) => span.kind === kind).reduce((total, span) => total + span.endMs - span.startMs, 0);
  const startMs = spans[0]?.startMs ?? nowMs;
  const endMs = spans.at(-1)?.endMs ?? startMs;
  const queuedMs = sum('queued');
  const waitingMs = state === 'waiting' ? Math.max(waitedMs, sum('waiting')) : waitedMs;
  return {
    spans,
    queuedMs,
    waitingMs,
    // The clock of the page ticks each second, so a wait that is open may be shorter by it than by the server's.
    workingMs: Math.max(0, endMs - startMs - queuedMs - (state === 'waiting' ? sum('waiting') : waitedMs)),
    totalMs: endMs - startMs,
    endMs,
  };
}
