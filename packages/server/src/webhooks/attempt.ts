import type { Exchange, Outbound } from '#platform/safe-fetch/outbound.ts';
import { type DeliveryKind, readRetryAfter, USER_AGENT } from './model.ts';
import type { AttemptRecord } from './queue/record.ts';
import { sign } from './signature.ts';

export type Attempt = {
  deliveryId: string;
  kind: DeliveryKind;
  body: string;
  target: { url: string; headers: Record<string, string>; secret: string; previousSecrets: string[] };
  at: Date;
  /** Ends the attempt for reasons of our own. */
  signal?: AbortSignal;
};

/** How an attempt went, in the form in which it is stored. */
export type AttemptOutcome = Omit<AttemptRecord, 'claimId' | 'orgId' | 'webhookId' | 'retryAt'> & {
  retryAfterSeconds: number | null;
};

const GONE = 410;

/** One POST, signed for this moment. Never throws: whatever happens is an outcome. */
export async function performAttempt(outbound: Pick<Outbound, 'request'>, attempt: Attempt): Promise<AttemptOutcome> {
  const { target, body, deliveryId, at } = attempt;
  const own = signedHeaders(attempt);
  const exchange = await outbound.request({
    method: 'POST',
    url: target.url,
    headers: { ...target.headers, ...own },
    body,
    // The status says whether the event arrived; nobody needs the rest of a long answer.
    longAnswer: 'cut',
    ...(attempt.signal && { signal: attempt.signal }),
  });
  const { failure, error } = judge(exchange);
  return {
    deliveryId,
    at,
    url: target.url,
    // The owner's headers often carry credentials; their values are never stored with an attempt.
    requestHeaders: { ...own, ...Object.fromEntries(Object.keys(target.headers).map((name) => [name, '***'])) },
    body,
    responseStatus: exchange.status,
    responseHeaders: exchange.headers && mapValues(exchange.headers, storable),
    responseBody: exchange.status === null ? null : storable(exchange.body.toString('utf8')),
    dnsMs: exchange.timing.dns,
    connectMs: exchange.timing.connect,
    firstByteMs: exchange.timing.firstByte,
    totalMs: exchange.timing.total,
    failure,
    error,
    succeeded: failure === null,
    gone: exchange.failure === null && exchange.status === GONE,
    retryAfterSeconds:
      exchange.status === 429 || exchange.status === 503
        ? readRetryAfter(exchange.headers?.['retry-after'], at.getTime())
        : null,
  };
}

function signedHeaders({ deliveryId, kind, body, target, at }: Attempt): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign({ id: deliveryId, timestamp, body }, [target.secret, ...target.previousSecrets]),
    'webhook-event': kind === 'test' ? 'test' : 'job_completed',
  };
}

function judge({ failure, status }: Exchange): { failure: string | null; error: string | null } {
  if (failure !== null) return { failure: failure.kind, error: failure.message };
  if (status! >= 200 && status! < 300) return { failure: null, error: null };
  if (status! >= 300 && status! < 400)
    return { failure: 'redirect', error: `The receiver answered ${status}; redirects are not followed.` };
  return { failure: 'status', error: `The receiver answered ${status}.` };
}

/** Text that PostgreSQL stores: an answer may hold anything. */
const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();

const mapValues = (values: Record<string, string>, change: (text: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [storable(name), change(value)]));
