import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { noteResumed } from '../activity.ts';
import { type Failure, failure, OutboundError, toFailure } from './failures.ts';
import { type ConnectTiming, connectTiming } from './guard.ts';
import { keepHeaders } from './header-rules.ts';

// Sends one request and reads its response, with one deadline and a bounded body, whatever the other side does.

export type OutboundLimits = {
  /** From the call to the end of the response. */
  totalMs: number;
  connectMs: number;
  /** A longer response fails or is truncated. */
  answerBytesMax: number;
  /** How much of the body is kept. */
  keptBytesMax: number;
};

export type OutboundRequest = {
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  limits?: Partial<OutboundLimits>;
  /** `cut`: succeeds with the first part of a long response. */
  longAnswer?: 'fail' | 'cut';
  /** Whether the receiver treats a repeated request as the same one. Default: what HTTP defines for the method. */
  idempotent?: boolean;
  /** Aborts at once and closes the connection. */
  signal?: AbortSignal;
};

/** Milliseconds. `dns` and `connect` are null if the connection was already open or the step was not reached. */
export type Timing = { dns: number | null; connect: number | null; firstByte: number | null; total: number };

export type Exchange = {
  /** Why the response is incomplete. A status like 500 is a response, not a failure here. */
  failure: Failure | null;
  status: number | null;
  headers: Readonly<Record<string, string>> | null;
  /** The first bytes of the response. */
  body: Buffer;
  timing: Timing;
};

/** `heard`: whether the other side began to respond. */
export type Attempt = Exchange & { heard: boolean };

export function exchange(
  dispatcher: Dispatcher,
  url: URL,
  request: OutboundRequest,
  limits: OutboundLimits,
): Promise<Attempt> {
  const { promise, resolve } = Promise.withResolvers<Attempt>();
  const startedAt = performance.now();
  const opened: ConnectTiming = { dnsMs: null, connectMs: null };
  const kept = createKept(limits.keptBytesMax);
  let controller: Dispatcher.DispatchController | undefined;
  let status: number | null = null;
  let headers: Exchange['headers'] = null;
  let firstByteAt: number | null = null;
  let received = 0;
  let heard = false;
  let ended = false;

  const end = (reason: Failure | null, total = performance.now() - startedAt): void => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', giveUp);
    resolve({
      failure: reason,
      status,
      headers,
      body: kept.bytes(),
      timing: {
        dns: opened.dnsMs,
        connect: opened.connectMs,
        firstByte: firstByteAt === null ? null : firstByteAt - startedAt,
        total,
      },
      heard,
    });
  };
  /** The connection cannot be reused, because the rest of the response would follow. */
  const cut = (reason: Failure | null): void => {
    end(reason);
    controller?.abort(new OutboundError('reset'));
  };
  const isSent = (): boolean => controller !== undefined;
  const giveUp = (): void => cut(failure('timeout', 'The request was cancelled.', isSent()));
  const timer = setTimeout(() => {
    const seconds = Math.round(limits.totalMs / 100) / 10;
    cut(failure('timeout', `No complete response arrived within ${seconds} s.`, isSent()));
  }, limits.totalMs);
  request.signal?.addEventListener('abort', giveUp, { once: true });

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(given) {
      controller = given;
      if (ended) given.abort(new OutboundError('reset'));
    },
    onResponseStarted() {
      heard = true;
    },
    onResponseStart(_controller, code, given) {
      // A 1xx status only announces the real response.
      if (code < 200) return;
      firstByteAt = performance.now();
      status = code;
      headers = keepHeaders(given);
    },
    onResponseData(_controller, bytes) {
      received += bytes.length;
      kept.add(bytes);
      if (received <= limits.answerBytesMax) return;
      const kib = Math.floor(limits.answerBytesMax / 1024);
      cut(request.longAnswer === 'cut' ? null : failure('too_large', `The response was longer than ${kib} KiB.`, true));
    },
    onResponseEnd() {
      // The client frees the connection one turn of the event loop later. The caller's next request should find it
      // free.
      const total = performance.now() - startedAt;
      setImmediate(() => setImmediate(() => end(null, total)));
    },
    onResponseError: (_controller, error) => end(toFailure(error, isSent())),
  };
  const { method, headers: sentHeaders, body = null } = request;
  const { origin, pathname, search } = url;
  // Disables the client's own timeouts, which would end long responses early. The deadline above is the only one.
  const options = { origin, path: pathname + search, method, headers: sentHeaders, body };
  if (request.signal?.aborted) giveUp();
  else connectTiming.run(opened, () => dispatcher.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler));
  return promise.then((attempt) => {
    noteResumed();
    return attempt;
  });
}

/** Copies bytes into one buffer, because slices would keep the large buffers of the socket alive. */
function createKept(bytesMax: number) {
  let buffer: Buffer = Buffer.alloc(0);
  let length = 0;
  return {
    add(bytes: Buffer): void {
      const part = bytes.subarray(0, bytesMax - length);
      const needed = length + part.length;
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.min(bytesMax, Math.max(needed, 2 * buffer.length)));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      part.copy(buffer, length);
      length = needed;
    },
    bytes: (): Buffer => buffer.subarray(0, length),
  };
}
