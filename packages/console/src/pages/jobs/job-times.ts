import type { StatusEventView } from '@errand/sdk';

// Splits the time of a job into waiting, for a slot or the next attempt, and working.

export type Span = { kind: 'waiting' | 'working'; startMs: number; endMs: number; attempt: number; status: number };

export type JobTimes = { spans: Span[]; waitingMs: number; workingMs: number; totalMs: number; endMs: number };

const STARTED = 1;
const FINAL = 3;

/** Returns the spans between status events. The last one lasts until `nowMs` while the job is not final. */
export function readJobTimes(events: StatusEventView[], nowMs: number): JobTimes {
  const spans: Span[] = [];
  let attempt = 0;
  for (const [index, event] of events.entries()) {
    if (event.status_code >= FINAL) break;
    if (event.status_code === STARTED) attempt += 1;
    const startMs = Date.parse(event.timestamp);
    const next = events[index + 1];
    // The browser's clock may be behind the server's.
    const endMs = Math.max(startMs, next === undefined ? nowMs : Date.parse(next.timestamp));
    const kind = event.status_code === STARTED ? 'working' : 'waiting';
    spans.push({ kind, startMs, endMs, attempt: Math.max(1, attempt), status: event.status_code });
  }
  const sum = (kind: Span['kind']) =>
    spans.filter((span) => span.kind === kind).reduce((total, span) => total + span.endMs - span.startMs, 0);
  const startMs = spans[0]?.startMs ?? nowMs;
  const endMs = spans.at(-1)?.endMs ?? startMs;
  return {
    spans,
    waitingMs: sum('waiting'),
    workingMs: sum('working'),
    totalMs: endMs - startMs,
    endMs,
  };
}
