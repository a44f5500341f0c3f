import { OutboundError } from '#platform/outbound/failures.ts';

// Classifies errors of a provider: the message for the caller, whether and when the job retries, and what it means for
// other calls to that provider.

export const faultKinds = ['busy', 'down', 'broken', 'refused'] as const;
/**
 * busy: too many requests. down: the provider is unavailable for every request. broken: this request got no usable
 * response and may itself be the cause. refused: a retry would not help.
 */
export type FaultKind = (typeof faultKinds)[number];

type FaultOptions = { retryAfterMs?: number | undefined; isAnswer?: boolean; isLate?: boolean; cause?: unknown };

/** A failed call to a provider. The message is for the owner of the job. */
export class ProviderFault extends Error {
  readonly kind: FaultKind;
  readonly retryAfterMs: number | undefined;
  /** True if the provider responded: it refuses the request but is available. */
  readonly isAnswer: boolean;
  /** True if the answer, or its next token, did not come in time. */
  readonly isLate: boolean;
  constructor(kind: FaultKind, message: string, options: FaultOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
    this.isAnswer = options.isAnswer ?? false;
    this.isLate = options.isLate ?? false;
  }
}

type ErrorFields = {
  name?: unknown;
  statusCode?: unknown;
  responseHeaders?: Record<string, string>;
  responseBody?: unknown;
  message?: unknown;
};

/** Reads errors of the provider libraries by their fields, since several versions of their classes may be loaded. */
export function toFault(provider: string, error: unknown, whose = 'this server'): ProviderFault {
  if (error instanceof ProviderFault) return error;
  const refused = findRefusedAddress(error);
  if (refused !== undefined)
    return new ProviderFault('refused', `The address of ${provider} was refused: ${refused.failure.message}`, {
      cause: error,
    });
  const { name, statusCode, responseHeaders = {}, responseBody, message: thrown } = (error ?? {}) as ErrorFields;
  const status = typeof statusCode === 'number' ? statusCode : undefined;
  const cause = error;
  if (name === 'TimeoutError')
    return new ProviderFault('broken', `${provider} did not answer in time.`, { isLate: true, cause });
  if (status === undefined) {
    if (name === 'AI_APICallError' || isNetworkError(error)) {
      return new ProviderFault('down', `${provider} cannot be reached.`, { cause });
    }
    return new ProviderFault(
      'refused',
      `${provider} cannot take this request: ${cut(String(thrown ?? 'unknown error'))}`,
      {
        cause,
      },
    );
  }
  const said = readMessage(responseBody);
  const withWords = (start: string): string => (said === '' ? `${start}.` : `${start}: ${said}`);
  if (status >= 200 && status < 300) {
    // Some servers send an error with the status of a success.
    const message = said === '' ? `${provider} sent a response that cannot be read.` : `${provider} failed: ${said}`;
    return new ProviderFault('broken', message, { cause });
  }
  if (status === 429) {
    const body = String(responseBody);
    if (NO_QUOTA.test(body)) {
      return new ProviderFault('refused', `The account at ${provider} has no quota left.`, { isAnswer: true, cause });
    }
    if (TOO_LARGE.test(body)) {
      return new ProviderFault('refused', withWords(`${provider} refused the request (429)`), {
        isAnswer: true,
        cause,
      });
    }
    const retryAfterMs = readRetryAfter(responseHeaders) ?? readRetryDelay(body);
    return new ProviderFault('busy', `${provider} accepts no more requests for now (429).`, { retryAfterMs, cause });
  }
  if (status === 401 || status === 403) {
    // The provider's text may repeat a part of the key.
    return new ProviderFault('refused', `${provider} refused the API key of ${whose} (${status}).`, {
      isAnswer: true,
      cause,
    });
  }
  if (status === 502 || status === 503 || status === 504 || status === 529) {
    const retryAfterMs = readRetryAfter(responseHeaders);
    return new ProviderFault('down', `${provider} is not available (${status}).`, { retryAfterMs, cause });
  }
  if (status >= 500 || status === 408 || status === 409) {
    return new ProviderFault('broken', withWords(`${provider} failed (${status})`), { cause });
  }
  return new ProviderFault('refused', withWords(`${provider} refused the request (${status})`), {
    isAnswer: true,
    cause,
  });
}

/**
 * Faults that waiting does not fix: no credit, or a single request above the limit per minute. The word billing alone
 * is not enough, because Google also uses it in messages about ordinary rate limits.
 */
const NO_QUOTA = /insufficient_quota|billing_(?:hard_limit|not_active|error)|\blimit: 0\b/i;
const TOO_LARGE = /request too large/i;

/** Libraries wrap what their `fetch` throws. An address that may not be reached stays so. */
function findRefusedAddress(error: unknown): OutboundError | undefined {
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof OutboundError && (one.failure.kind === 'address' || one.failure.kind === 'redirect')) return one;
  return undefined;
}

function isNetworkError(error: unknown): boolean {
  const { code, cause, name } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown }; name?: unknown };
  return (
    /^(E[A-Z]+|UND_ERR)/.test(String(code ?? cause?.code ?? '')) ||
    (name === 'TypeError' && /fetch failed|terminated/.test(String((error as Error).message)))
  );
}

/** Reads seconds or a date. Some providers send milliseconds in a header of their own. */
function readRetryAfter(headers: Record<string, string>): number | undefined {
  const exact = Number(headers['retry-after-ms']);
  if (Number.isFinite(exact) && exact > 0) return exact;
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** Google sends the delay in the body: `"retryDelay": "32s"`. */
function readRetryDelay(body: string): number | undefined {
  const seconds = Number(/"retryDelay"\s*:\s*"(\d{1,6}(?:\.\d{1,9})?)s"/.exec(body)?.[1]);
  return seconds > 0 ? seconds * 1_000 : undefined;
}

function readMessage(body: unknown): string {
  try {
    const { error, message } = JSON.parse(String(body)) as {
      error?: { message?: unknown } | string;
      message?: unknown;
    };
    const said = typeof error === 'string' ? error : (error?.message ?? message);
    return typeof said === 'string' ? cut(said) : '';
  } catch {
    return '';
  }
}

const cut = (text: string): string => (text.length > 300 ? `${text.slice(0, 297)}…` : text);
