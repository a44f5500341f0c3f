import { ConnectionError, ErrandError, RateLimitError } from './errors.ts';
import { pause } from './pause.ts';
import { readError, readRetryAfter } from './read-error.ts';

// The only module that speaks HTTP: addresses, credentials, retries, errors.

export type ClientOptions = {
  /** Address of the service, for example http://127.0.0.1:8700. Empty on a page that the service itself serves. */
  baseUrl?: string | undefined;
  apiKey?: string | (() => string | undefined) | undefined;
  /** A user token or an API key, instead of `apiKey`. Use a function if it changes. */
  credential?: string | (() => string | undefined) | undefined;
  /** Required with user tokens. */
  organizationId?: string | (() => string | undefined) | undefined;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Called on every failure, for example to sign out on a 401. */
  onError?(error: ErrandError): void;
  /** Retries of calls that are safe to repeat. Default 2. */
  retriesMax?: number;
  fetch?: typeof fetch;
};

type QueryValue = string | number | boolean | undefined | null | readonly (string | number)[];

export type RequestOptions = {
  query?: Record<string, QueryValue>;
  /** Objects are sent as JSON; FormData, Blob, text and streams unchanged. A stream is sent once, without retries. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Sent as Idempotency-Key, which makes the request safe to repeat. Only for operations that honour it. */
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
};

export type Requester = {
  /** Returns the response as JSON, or undefined if it is empty. */
  <T>(method: string, path: string, options?: RequestOptions): Promise<T>;
  /** Returns the raw response, for content that is not JSON: files, JSON lines, events. Errors are already thrown. */
  raw(method: string, path: string, options?: RequestOptions): Promise<Response>;
  /** Returns the URL and headers of a request, for callers that send it themselves. */
  prepare(path: string, options?: RequestOptions): { url: string; headers: Record<string, string> };
};

const WAIT_MS = 300;
const WAIT_MS_MAX = 5_000;

export function createRequester(options: ClientOptions): Requester {
  const { baseUrl = '', headers: general = {}, retriesMax = 2, onError } = options;

  function prepare(path: string, { query = {}, body, headers = {}, idempotencyKey }: RequestOptions = {}) {
    const credential = resolve(options.apiKey) ?? resolve(options.credential);
    const organizationId = resolve(options.organizationId);
    return {
      url: `${baseUrl.replace(/\/+$/, '')}${path}${writeQuery(query)}`,
      headers: {
        ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
        ...(organizationId !== undefined && { 'x-organization-id': organizationId }),
        ...(isJson(body) && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...general,
        ...headers,
      },
    };
  }

  async function raw(method: string, path: string, given: RequestOptions = {}): Promise<Response> {
    const send = options.fetch ?? fetch;
    const { url, headers } = prepare(path, given);
    const { body, signal } = given;
    // A POST may have been performed although its response was lost. Only a key makes it safe to repeat.
    const isSafe = method === 'GET' || method === 'PUT' || given.idempotencyKey !== undefined;
    const isStream = body instanceof ReadableStream;
    for (let attempt = 0; ; attempt++) {
      let error: ErrandError;
      let waitMs = Math.min(WAIT_MS * 2 ** attempt, WAIT_MS_MAX) * (0.8 + Math.random() * 0.4);
      try {
        const response = await send(url, {
          method,
          headers,
          ...(body !== undefined && { body: isJson(body) ? JSON.stringify(body) : (body as never) }),
          ...(signal && { signal }),
          // A redirect would need the body again, so runtimes would keep all of it in memory.
          ...(isStream && { duplex: 'half', redirect: 'error' }),
        });
        if (response.ok) return response;
        error = await readError(response);
        if (response.headers.has('retry-after')) waitMs = Math.max(waitMs, readRetryAfter(response) * 1_000);
      } catch (cause) {
        if (signal?.aborted) throw cause;
        error = explainNoResponse(cause, url);
      }
      // A rate-limited request was not performed.
      const mayRepeat = error.retryable && (isSafe || error instanceof RateLimitError);
      if (!mayRepeat || isStream || attempt >= retriesMax || waitMs > WAIT_MS_MAX) {
        onError?.(error);
        throw error;
      }
      await pause(waitMs, signal);
    }
  }

  async function request<T>(method: string, path: string, given?: RequestOptions): Promise<T> {
    const response = await raw(method, path, given);
    return (await readJson(response, given?.signal)) as T;
  }

  return Object.assign(request, { raw, prepare });
}

/** Reads a response as JSON. Returns undefined if it is empty. */
export async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ConnectionError('The connection broke before the answer was complete.', { cause });
  });
  return text === '' ? undefined : JSON.parse(text);
}

/** Unreadable upload content looks like a lost connection, with the reason inside. */
function explainNoResponse(cause: unknown, url: string): ErrandError {
  const inner = (cause as Error | undefined)?.cause;
  if (inner instanceof ErrandError) return inner;
  // A page talks to where it comes from, by addresses without a host.
  const place = URL.canParse(url) ? ` at ${new URL(url).origin}` : '';
  return new ConnectionError(`The server${place} cannot be reached.`, { cause });
}

const resolve = (given: string | (() => string | undefined) | undefined): string | undefined =>
  typeof given === 'function' ? given() : given;

function isJson(body: unknown): boolean {
  if (body === undefined || typeof body === 'string') return false;
  return ![FormData, Blob, URLSearchParams, ReadableStream].some((kind) => body instanceof kind);
}

function writeQuery(query: Record<string, QueryValue>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const one of [value].flat()) params.append(key, String(one));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
