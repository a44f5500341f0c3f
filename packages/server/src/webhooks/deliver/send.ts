import type { Logger } from '#platform/log.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import { failSpan, inSpan, inTrace, SpanKind } from '#platform/tracing.ts';
import { BODY_BYTES_MAX, nextDelaySeconds } from '../message/model.ts';
import { buildBody, type CompletedJob } from '../message/payload.ts';
import type { ClaimedDelivery } from '../queue/claim.ts';
import type { AttemptRecord } from '../queue/record.ts';
import type { DeliveryTarget } from '../queue/targets.ts';
import { type AttemptOutcome, performAttempt } from './attempt.ts';
import type { Prepared } from './backlog.ts';
import type { WebhookMetrics } from './metrics.ts';

export type SendOptions = {
  outbound: Outbound;
  log: Logger;
  metrics: WebhookMetrics;
  now(): number;
  random(): number;
  delays: readonly number[];
  /** The body for the webhook of a single job. */
  renderTask(job: CompletedJob, bytesMax: number): string;
};

/** Makes one attempt at a claimed delivery, and returns its record. Only the first attempt needs `job`. */
export async function sendDelivery(
  options: SendOptions,
  { delivery, target, job, trace = null }: Pick<Prepared, 'delivery' | 'target' | 'job' | 'trace'>,
): Promise<AttemptOutcome> {
  const { now, random, delays } = options;
  const at = new Date(now());
  const body = delivery.body ?? (job === undefined ? undefined : render(options, target, job, at));
  if (body === undefined) return { record: withoutPayload(delivery, target, at), retryAfterSeconds: null };
  const outcome = await inTrace(trace, () =>
    traceAttempt(delivery, target, () => performAttempt(options.outbound, { delivery, body, target, at })),
  );
  const { record, retryAfterSeconds } = outcome;
  if (!record.succeeded && !record.gone) {
    const delay = nextDelaySeconds(delivery.tries + 1, { retryAfterSeconds, random: random(), delays });
    if (delay !== null) record.retryAt = new Date(now() + delay * 1_000);
  }
  return outcome;
}

/** The span of one attempt. It belongs to the trace of the job. */
function traceAttempt(
  { id, webhookId, jobId, attempt }: ClaimedDelivery,
  { url }: DeliveryTarget,
  work: () => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  const attributes = {
    'http.request.method': 'POST',
    'server.address': URL.canParse(url) ? new URL(url).hostname : '',
    'http.request.resend_count': attempt,
    'errand.webhook.id': webhookId,
    'errand.delivery.id': id,
    ...(jobId !== null && { 'errand.job.id': jobId }),
  };
  return inSpan('webhook.deliver', { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const outcome = await work();
    const { responseStatus, failure } = outcome.record;
    if (responseStatus !== null) span.setAttribute('http.response.status_code', responseStatus);
    if (failure !== null) failSpan(span, failure === 'status' ? String(responseStatus) : failure);
    return outcome;
  });
}

const render = ({ renderTask }: SendOptions, { isOfJob }: DeliveryTarget, job: CompletedJob, at: Date): string =>
  isOfJob ? renderTask(job, BODY_BYTES_MAX) : buildBody(job, at);

/** Reports an attempt in metrics and log. */
export function reportAttempt({ metrics, log }: SendOptions, delivery: ClaimedDelivery, record: AttemptRecord): void {
  metrics.attempted(record.failure, record.totalMs);
  const level = record.succeeded ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;
  log[level](
    {
      event: 'webhook.attempted',
      delivery: delivery.id,
      webhook: delivery.webhookId,
      attempt: delivery.attempt + 1,
      status: record.responseStatus ?? undefined,
      failure: record.failure ?? undefined,
      ms: Math.round(record.totalMs),
    },
    'webhook attempted',
  );
}

/** A delivery lacks its job only if somebody removed it by hand. Then there is nothing left to send. */
function withoutPayload(delivery: ClaimedDelivery, target: DeliveryTarget, at: Date): AttemptRecord {
  return {
    deliveryId: delivery.id,
    claimId: delivery.claimId,
    orgId: delivery.orgId,
    webhookId: delivery.webhookId,
    first: delivery.attempt === 0,
    at,
    endedAt: at,
    url: target.url,
    signature: null,
    headerNames: null,
    body: null,
    responseStatus: null,
    answerHeaders: null,
    responseBody: null,
    dnsMs: null,
    connectMs: null,
    firstByteMs: null,
    totalMs: 0,
    failure: 'internal',
    error: 'The job of this delivery no longer exists.',
    succeeded: false,
    retryAt: null,
    gone: false,
  };
}
