import { createHash } from 'node:crypto';
import { databaseNow } from '#platform/ids.ts';
import {
  failSpan,
  inSpan,
  inTrace,
  noteSpan,
  recordsSpans,
  type Span,
  SpanKind,
  siblingOf,
} from '#platform/tracing.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { jobStatus, type StatusEvent } from '../record/model.ts';
import type { Totals } from './budget.ts';
import type { Ending } from './ending.ts';

// The spans of one attempt: the wait before it, and the attempt with all that happens in it. Attempts of a job are in
// one trace, and each is linked to the one before.

export function traceAttempt(job: ClaimedJob, work: (span: Span) => Promise<void>): Promise<void> {
  return inTrace(job.trace, () => {
    if (!recordsSpans()) return inSpan('job.attempt', {}, work);
    const attributes = {
      'errand.job.id': job.jobId,
      'errand.job.attempt': job.attempt,
      'errand.job.origin': job.origin,
      'errand.organization.id': job.orgId,
      'gen_ai.agent.id': job.agentId,
      'gen_ai.agent.version': job.versionId,
      ...(job.retriedFrom !== null && { 'errand.job.retried_from': job.retriedFrom }),
    };
    const nth = countStarts(job.past) || 1;
    noteSpan('job.wait', {
      attributes,
      startTime: waitedSince(job),
      endTime: Math.max(waitedSince(job), databaseNow()),
    });
    const links = job.trace !== null && nth > 1 ? [siblingOf(job.trace, spanIdOf(job.jobId, nth - 1))] : [];
    const spanId = job.trace === null ? undefined : spanIdOf(job.jobId, nth);
    return inSpan('job.attempt', { kind: SpanKind.CONSUMER, attributes, links, spanId }, work);
  });
}

/**
 * The id of the span of the nth start. It follows from the job, so that the next attempt can name it although the
 * worker before it died and left nothing.
 */
const spanIdOf = (jobId: string, nth: number): string =>
  createHash('sha256').update(`${jobId} ${nth}`).digest('hex').slice(0, 16);

/** Counts starts. Postponements and waits in a row share an event, which says how many starts it stands for. */
export const countStarts = (events: StatusEvent[]): number =>
  events.reduce(
    (sum, { status, wait, postponed = 1 }) =>
      sum + (status === jobStatus.started && wait === undefined ? 1 : 0) + (postponed - 1),
    0,
  );

/** When the job was accepted, or came back to the queue. */
const waitedSince = ({ past, createdAt }: ClaimedJob): number => past.at(-2)?.at ?? createdAt.getTime();

export function describeEnding(
  span: Span,
  { ending, status, totals }: { ending: Ending; status: string; totals: Totals | undefined },
): void {
  if (!span.isRecording()) return;
  span.setAttributes({
    'errand.job.status': status,
    'errand.cost.usd': totals?.cost ?? 0,
    'gen_ai.usage.input_tokens': totals?.inputTokens ?? 0,
    'gen_ai.usage.output_tokens': totals?.outputTokens ?? 0,
  });
  if (ending.kind === 'failure') failSpan(span, ending.code);
  if (ending.kind === 'postponed') span.addEvent('postponed');
}
