import { signWebhook } from '@errand/sdk/webhook-signature';
import type { Outbound } from '#platform/outbound/client.ts';
import type { Exchange } from '#platform/outbound/exchange.ts';
import { traceHeaders } from '#platform/tracing.ts';
import { createRedactor } from '#secrets/redact.ts';
import { joinHeaders, ownHeaders, signedSeconds } from '../message/headers.ts';
import { type DeliveryKind, readRetryAfter } from '../message/model.ts';
import type { AttemptRecord } from '../queue/record.ts';
import type { DeliveryTarget } from '../queue/targets.ts';

export type Attempt = {
  /** `attempt` counts earlier attempts. `claimId` may change, so it is read after the response. */
  delivery: {
    id: string;
    kind: DeliveryKind;
    claimId: string | null;
    orgId: string;
    webhookId: string;
    attempt: number;
  };
  body: string;
  target: Pick<DeliveryTarget, 'url' | 'headers' | 'headerNames' | 'secrets'>;
  at: Date;
};

export type AttemptOutcome = { record: AttemptRecord; retryAfterSeconds: number | null };

const GONE = 410;
const SECRET_CHARACTERS_MIN = 8;

/** Sends one POST, signed for this moment. A failure is an outcome too; the caller decides when to retry. */
export async function performAttempt(outbound: Pick<Outbound, 'request'>, attempt: Attempt): Promise<AttemptOutcome> {
  const { target, body, delivery, at } = attempt;
  const signature = await signWebhook({ id: delivery.id, timestamp: signedSeconds(at), body }, target.secrets);
  const exchange = await outbound.request({
    method: 'POST',
    url: target.url,
    headers: { ...target.headers, ...traceHeaders(), ...ownHeaders(delivery, at, signature) },
    body,
    // The status shows whether the event arrived; the rest of a long response is not needed.
    longAnswer: 'cut',
  });
  return toOutcome(attempt, signature, exchange);
}

function toOutcome({ target, body, delivery, at }: Attempt, signature: string, exchange: Exchange): AttemptOutcome {
  const { status, headers, timing } = exchange;
  const { failure, error } = judge(exchange);
  const record: AttemptRecord = {
    deliveryId: delivery.id,
    claimId: delivery.claimId,
    orgId: delivery.orgId,
    webhookId: delivery.webhookId,
    first: delivery.attempt === 0,
    at,
    endedAt: new Date(at.getTime() + timing.total),
    url: target.url,
    signature,
    headerNames: target.headerNames,
    // All attempts send the same body, so only the first stores it.
    body: delivery.attempt === 0 ? body : null,
    responseStatus: status,
    answerHeaders: headers === null ? null : storable(withoutHeaders(target.headers, joinHeaders(headers))),
    responseBody: status === null ? null : storable(withoutHeaders(target.headers, exchange.body.toString('utf8'))),
    dnsMs: timing.dns,
    connectMs: timing.connect,
    firstByteMs: timing.firstByte,
    totalMs: timing.total,
    failure,
    error,
    succeeded: failure === null,
    retryAt: null,
    gone: exchange.failure === null && status === GONE,
  };
  const asksForPause = status === 429 || status === 503;
  return { record, retryAfterSeconds: asksForPause ? readRetryAfter(headers?.['retry-after'], at.getTime()) : null };
}

/** A receiver may repeat what it was sent. Viewers read responses, but not the values of the owner's headers. */
function withoutHeaders(headers: Record<string, string>, text: string): string {
  if (text === '' || Object.keys(headers).length === 0) return text;
  const redactor = createRedactor();
  // The credential of `Bearer …` may come back alone. Short values say nothing and occur in any response.
  for (const value of Object.values(headers).flatMap((one) => [one, one.replace(/^\w+ /, '')]))
    if (value.length >= SECRET_CHARACTERS_MIN) redactor.add(value, '***');
  return redactor.text(text);
}

function judge({ failure, status }: Exchange): { failure: string | null; error: string | null } {
  if (failure !== null) return { failure: failure.kind, error: failure.message };
  if (status! >= 200 && status! < 300) return ARRIVED;
  if (status! >= 300 && status! < 400)
    return { failure: 'redirect', error: `The receiver responded with ${status}; redirects are not followed.` };
  return { failure: 'status', error: `The receiver responded with ${status}.` };
}

const ARRIVED = { failure: null, error: null };

/** Replaces what PostgreSQL cannot store, because a response may contain anything. */
const storable = (text: string): string => (text === '' ? text : text.replaceAll('\u0000', '\ufffd').toWellFormed());
