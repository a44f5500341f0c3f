import type { Exchange, Outbound } from '#platform/outbound/client.ts';
import { joinHeaders, ownHeaders, signedSeconds } from '../message/headers.ts';
import { type DeliveryKind, readRetryAfter } from '../message/model.ts';
import { sign } from '../message/signature.ts';
import type { AttemptRecord } from '../queue/record.ts';
import type { DeliveryTarget } from '../queue/targets.ts';

export type Attempt = {
  /** `attempt`: those before this one; `claimId` is read when the answer is there. */
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

/**
 * One POST, signed for this moment. Whatever happens is an outcome, with no time for a next try yet. Who hears of it reads
 * it himself: here, in the midst of the client, a fault would be heard by nobody.
 */
export function beginAttempt(
  outbound: Pick<Outbound, 'begin'>,
  attempt: Attempt,
  done: (read: () => AttemptOutcome) => void,
): void {
  const { target, body, delivery, at } = attempt;
  const signature = sign({ id: delivery.id, timestamp: signedSeconds(at), body }, target.secrets);
  const own = ownHeaders(delivery, at, signature);
  outbound.begin(
    {
      method: 'POST',
      url: target.url,
      headers: target.headerNames === null ? own : { ...target.headers, ...own },
      body,
      // The status says whether the event arrived; nobody needs the rest of a long answer.
      longAnswer: 'cut',
    },
    (exchange) => done(() => toOutcome(attempt, signature, exchange)),
  );
}

export async function performAttempt(outbound: Pick<Outbound, 'begin'>, attempt: Attempt): Promise<AttemptOutcome> {
  const read = await new Promise<() => AttemptOutcome>((resolve) => beginAttempt(outbound, attempt, resolve));
  return read();
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
    url: target.url,
    signature,
    headerNames: target.headerNames,
    // All attempts send the same; it is stored with the first.
    body: delivery.attempt === 0 ? body : null,
    responseStatus: status,
    answerHeaders: headers === null ? null : answerLines(headers),
    responseBody: status === null ? null : storable(exchange.body.toString('utf8')),
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

function judge({ failure, status }: Exchange): { failure: string | null; error: string | null } {
  if (failure !== null) return { failure: failure.kind, error: failure.message };
  if (status! >= 200 && status! < 300) return ARRIVED;
  if (status! >= 300 && status! < 400)
    return { failure: 'redirect', error: `The receiver answered ${status}; redirects are not followed.` };
  return { failure: 'status', error: `The receiver answered ${status}.` };
}

const ARRIVED = { failure: null, error: null };

/** Text that PostgreSQL stores: an answer may hold anything. */
const storable = (text: string): string => (text === '' ? text : text.replaceAll('\u0000', '\ufffd').toWellFormed());

const linesOf = new WeakMap<object, string>();

/** Many answers have the very same headers. */
function answerLines(headers: Readonly<Record<string, string>>): string {
  let lines = linesOf.get(headers);
  if (lines === undefined) {
    lines = storable(joinHeaders(headers));
    linesOf.set(headers, lines);
  }
  return lines;
}
