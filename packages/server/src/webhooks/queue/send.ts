import type { Logger } from '#platform/log.ts';
import type { Outbound } from '#platform/safe-fetch/outbound.ts';
import { performAttempt } from '../attempt.ts';
import type { WebhookMetrics } from '../gauges.ts';
import { nextDelaySeconds } from '../model.ts';
import { buildBody, type CompletedJob } from '../payload.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { AttemptRecord } from './record.ts';

export type SendOptions = {
  outbound: Outbound;
  log: Logger;
  metrics: WebhookMetrics;
  now(): number;
  random(): number;
  delays: readonly number[];
  /** Aborted: this process cannot wait any longer. */
  givingUp: AbortSignal;
};

export type Sent = { record: AttemptRecord; retryAfterSeconds: number | null };

/**
 * One attempt at a claimed delivery, as it is to be recorded. `job` is needed only before the first one. Undefined: it was
 * cut short by us, which says nothing about the receiver; it is made again under the same id.
 */
export async function sendDelivery(
  options: SendOptions,
  delivery: ClaimedDelivery,
  job: CompletedJob | undefined,
): Promise<Sent | undefined> {
  const { now } = options;
  const at = new Date(now());
  const body = delivery.body ?? (job === undefined ? undefined : buildBody(job, at));
  if (body === undefined) return { record: withoutPayload(delivery, at), retryAfterSeconds: null };
  const { retryAfterSeconds, ...outcome } = await performAttempt(options.outbound, {
    deliveryId: delivery.id,
    kind: delivery.kind,
    body,
    target: delivery.webhook!,
    at,
    signal: options.givingUp,
  });
  if (options.givingUp.aborted && !outcome.succeeded) return undefined;
  options.metrics.attempted(outcome.failure, outcome.totalMs);
  options.log[outcome.succeeded ? 'debug' : 'info'](
    {
      event: 'webhook.attempted',
      delivery: delivery.id,
      webhook: delivery.webhookId,
      attempt: delivery.attempt + 1,
      status: outcome.responseStatus ?? undefined,
      failure: outcome.failure ?? undefined,
      ms: Math.round(outcome.totalMs),
    },
    'webhook attempted',
  );
  const ends = outcome.succeeded || outcome.gone;
  const delay = ends
    ? null
    : nextDelaySeconds(delivery.tries + 1, { retryAfterSeconds, random: options.random(), delays: options.delays });
  const record = {
    ...outcome,
    claimId: delivery.claimId,
    orgId: delivery.orgId,
    webhookId: delivery.webhookId,
    retryAt: delay === null ? null : new Date(now() + delay * 1_000),
  };
  return { record, retryAfterSeconds };
}

/** The job of a delivery can only be missing when somebody removed it by hand: there is nothing left to send. */
function withoutPayload(delivery: ClaimedDelivery, at: Date): AttemptRecord {
  return {
    deliveryId: delivery.id,
    claimId: delivery.claimId,
    orgId: delivery.orgId,
    webhookId: delivery.webhookId,
    at,
    url: delivery.webhook!.url,
    requestHeaders: {},
    body: null,
    responseStatus: null,
    responseHeaders: null,
    responseBody: null,
    dnsMs: null,
    connectMs: null,
    firstByteMs: null,
    totalMs: 0,
    failure: 'internal',
    error: 'The job of this delivery does not exist any more.',
    succeeded: false,
    retryAt: null,
    gone: false,
  };
}
