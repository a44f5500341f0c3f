import { isFinalStatus, type Job, jobStatus } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { Card } from '../../design/card.tsx';
import { cx } from '../../design/cx.ts';
import { formatDuration, formatMoment } from '../../design/format.ts';
import { useNow } from '../../design/relative-time.tsx';
import { inZone } from '../../design/time-zone.ts';
import { readJobTimes } from './job-times.ts';
import { eventWord, sinceLast } from './timeline-words.ts';

/** Shows what happened when, with queueing, waiting and working time distinguished. */
export function JobTimeline({ job }: { job: Job }) {
  const now = useNow();
  const times = readJobTimes(job, now);
  const isFinal = isFinalStatus(job.status_code);
  return (
    <Card title="Timeline">
      <p className="mb-2 text-muted">
        Queued <Duration ms={times.queuedMs} />
        {times.waitingMs > 0 && (
          <>
            , waited <Duration ms={times.waitingMs} />
          </>
        )}
        , worked <Duration ms={times.workingMs} />
        {!isFinal && ' so far'}
      </p>
      <WaitingNote job={job} queuedMs={times.queuedMs} nowMs={now} />
      <div aria-hidden className="mb-3 flex h-3 w-full gap-px overflow-hidden rounded-sm bg-surface">
        {times.spans.map((span) => (
          <div
            key={span.startMs + span.kind}
            title={`${span.kind} ${formatDuration(span.endMs - span.startMs)}`}
            className={cx(
              'min-w-0.5',
              span.kind === 'working' ? 'bg-chart-in-flight' : 'bg-chart-cancelled opacity-60',
              span.kind === 'waiting' && 'opacity-30!',
            )}
            style={{ flexGrow: Math.max(1, span.endMs - span.startMs), flexBasis: 0 }}
          />
        ))}
      </div>
      <ol className="flex flex-col gap-1.5">
        {job.status_events.map((event, index) => (
          <li key={`${event.timestamp}-${event.status_code}`} className="flex flex-wrap items-baseline gap-x-3">
            <span className="w-20 shrink-0 font-medium">{eventWord(job.status_events, index)}</span>
            <time dateTime={event.timestamp} title={formatMoment(event.timestamp)} className="text-muted tabular-nums">
              {formatTime(event.timestamp)}
            </time>
            {index > 0 && <span className="text-muted">{sinceLast(job.status_events, index)}</span>}
            {/* The card above has the message of the last failure. */}
            {event.error_message && !(isFinal && index === job.status_events.length - 1) && (
              <bdi className="min-w-0 basis-full break-words text-failure">{event.error_message}</bdi>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

const Duration = ({ ms }: { ms: number }) => <strong className="text-text tabular-nums">{formatDuration(ms)}</strong>;

/** Says for whom or what a job waits. */
function waitWords({ waiting, waiting_for: kind }: Job): string {
  if (kind === 'event') return `for the event ${waiting?.event ?? ''}`.trim();
  if (kind === 'timer') return 'for its time';
  if (kind === 'provider_batch') return 'for the batch of its provider';
  const who = waiting?.assignee_role ? `a person with the role ${waiting.assignee_role}` : 'a person';
  return `for ${kind === 'approval' ? 'the approval' : 'an answer'} of ${who}`;
}

const LONG_MS = 20_000;

/** Explains why nothing seems to happen. */
function WaitingNote({ job, queuedMs, nowMs }: { job: Job; queuedMs: number; nowMs: number }) {
  if (job.status_code === jobStatus.retry && job.next_attempt_at !== null) {
    const leftMs = Date.parse(job.next_attempt_at) - nowMs;
    return (
      <p role="status" className="mb-2 rounded-sm bg-retry-soft p-2 text-retry">
        Attempt {job.attempt + 1} begins {leftMs > 0 ? `in ${formatDuration(leftMs)}` : 'any moment'}.
      </p>
    );
  }
  if (job.display_status === 'waiting' && job.waiting_since !== null)
    return (
      <p role="status" className="mb-2 rounded-sm bg-warning-soft p-2 text-warning">
        Waiting {waitWords(job)}, for {formatDuration(Math.max(0, nowMs - Date.parse(job.waiting_since)))}.
      </p>
    );
  if (job.display_status !== 'queued' || queuedMs < LONG_MS) return null;
  return (
    <p role="status" className="mb-2 rounded-sm bg-warning-soft p-2 text-warning">
      No worker has claimed it yet: all are busy, this organization is at its limit, or no worker is running.{' '}
      <Link to="/system/health" className="underline">
        Open Health
      </Link>
    </p>
  );
}

const formatTime = (iso: string): string =>
  new Date(iso).toLocaleTimeString('en', {
    ...inZone(),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  });
