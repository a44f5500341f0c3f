import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { createLru } from '../lru.ts';
import { type AddressPolicy, createAddressPolicy, type Network } from './addresses.ts';
import { checkUrl, hostOf } from './check-url.ts';
import { type Connection, createConnections } from './connections.ts';
import { type Failure, failure, OutboundError, toFailure } from './failures.ts';
import { createResolve, type Resolve, resolvePermitted } from './resolve-host.ts';

// Requests to addresses that users name. Only the public internet (and what the operator allows), no redirects, one
// deadline for everything, and a bounded part of the answer, whatever the other side does.

export type OutboundLimits = {
  /** From the call to the end of the answer. */
  totalMs: number;
  connectMs: number;
  /** An answer that is longer fails, or is cut there. */
  answerBytesMax: number;
  /** How much of it is kept. */
  keptBytesMax: number;
};

export const limitsDefault: OutboundLimits = {
  totalMs: 15_000,
  connectMs: 8_000,
  answerBytesMax: 65_536,
  keptBytesMax: 4_096,
};

export type OutboundRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  limits?: Partial<OutboundLimits>;
  /** `cut`: what was read is enough; the rest is not waited for. */
  longAnswer?: 'fail' | 'cut';
  /** Gives up at once; the connection is closed. */
  signal?: AbortSignal;
};

/** Milliseconds. `dns` and `connect` are null when the connection was open already or the step was not reached. */
export type Timing = { dns: number | null; connect: number | null; firstByte: number | null; total: number };

export type Exchange = {
  /** What kept the answer from being complete; a status like 500 is an answer and no failure here. */
  failure: Failure | null;
  status: number | null;
  headers: Record<string, string> | null;
  /** The first bytes of the answer. */
  body: Buffer;
  timing: Timing;
};

type Done = (exchange: Exchange) => void;

export type Outbound = ReturnType<typeof createOutbound>;

export function createOutbound(
  options: { allow?: Network[]; limits?: Partial<OutboundLimits>; resolve?: Resolve; ca?: string } = {},
) {
  const defaults = { ...limitsDefault, ...options.limits };
  const policy: AddressPolicy = createAddressPolicy(options.allow);
  const resolve =
    options.resolve ?? createResolve({ allowsPrivate: policy.allowsPrivate, timeoutMs: defaults.connectMs / 2 });
  const connections = createConnections({ policy, resolve, connectMs: defaults.connectMs, ca: options.ca });

  /** What is said of a text needs nobody's answer, so it stays true. */
  const targets = createLru<string, Target | { problem: string }>(1_000);
  function targetOf(text: string): Target | { problem: string } {
    let target = targets.get(text);
    if (target === undefined) {
      const checked = checkUrl(text, policy);
      target = 'problem' in checked ? checked : toTarget(checked.url);
      targets.set(text, target);
    }
    return target;
  }

  function exchange(target: Target, request: OutboundRequest, limits: OutboundLimits, done: Done): void {
    const startedAt = performance.now();
    const connection = connections.take(target.origin);
    send(connection, target, request, limits, startedAt, (first) => {
      connections[first.reusable ? 'give' : 'drop'](connection);
      // The other side may close an idle connection at the very moment it is used: that says nothing about the receiver.
      const wasStale = first.failure?.kind === 'reset' && connection.opened === undefined && first.status === null;
      if (!wasStale) {
        done(first);
        return;
      }
      const fresh = connections.take(target.origin, true);
      send(fresh, target, request, limits, startedAt, (second) => {
        connections[second.reusable ? 'give' : 'drop'](fresh);
        done(second);
      });
    });
  }

  /**
   * `done` is called once and may not throw. A request that it begins to the same origin goes out over the connection
   * that has just become free, without the check and the wait that one left idle needs.
   */
  function begin(request: OutboundRequest, done: Done): void {
    const limits = request.limits === undefined ? defaults : { ...defaults, ...request.limits };
    const target = targetOf(request.url);
    if ('problem' in target) queueMicrotask(() => done(refused(failure('address', target.problem))));
    else exchange(target, request, limits, done);
  }

  return {
    begin,
    request: (request: OutboundRequest): Promise<Exchange> => new Promise((resolve) => begin(request, resolve)),

    /** One sentence when this is no target, as far as the text alone tells. */
    checkUrl(text: string): string | undefined {
      const checked = checkUrl(text, policy);
      return 'problem' in checked ? checked.problem : undefined;
    },

    /** One sentence when this cannot be a target: a wrong URL, or an address that is known to be private. */
    async findProblem(text: string): Promise<string | undefined> {
      const checked = checkUrl(text, policy);
      if ('problem' in checked) return checked.problem;
      try {
        await resolvePermitted(hostOf(checked.url), policy, resolve);
      } catch (error) {
        // A name that does not resolve yet may do so later; every request looks again.
        if (error instanceof OutboundError && error.failure.kind === 'address')
          return 'May not point into a private network.';
      }
      return undefined;
    },
    get connections(): number {
      return connections.size;
    },
    close: () => connections.close(),
  };
}

/** Parts of a URL that was checked, as requests need them. */
type Target = { origin: string; path: string };
const toTarget = (url: URL): Target => ({ origin: url.origin, path: url.pathname + url.search });

const NO_BYTES = Buffer.alloc(0);

const refused = (reason: Failure): Exchange => ({
  failure: reason,
  status: null,
  headers: null,
  body: NO_BYTES,
  timing: { dns: null, connect: null, firstByte: null, total: 0 },
});

function send(
  connection: Connection,
  target: Target,
  request: OutboundRequest,
  limits: OutboundLimits,
  startedAt: number,
  tell: (exchange: Exchange & { reusable: boolean }) => void,
): void {
  let status: number | null = null;
  let headers: Record<string, string> | null = null;
  let firstByteAt: number | null = null;
  let received = 0;
  let kept: Buffer[] = [];
  let keptBytes = 0;
  let done = false;

  const end = (reason: Failure | null, complete = reason === null): void => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', giveUp);
    const { opened } = connection;
    const exchange = {
      failure: reason,
      status,
      headers,
      body: kept.length === 0 ? NO_BYTES : Buffer.concat(kept),
      timing: {
        dns: opened?.dnsMs ?? null,
        connect: opened?.connectMs ?? null,
        firstByte: firstByteAt === null ? null : firstByteAt - startedAt,
        total: performance.now() - startedAt,
      },
      reusable: complete,
    };
    kept = [];
    // Any other end may come from the midst of the parser, where the connection cannot be closed.
    if (complete) tell(exchange);
    else queueMicrotask(() => tell(exchange));
  };
  const giveUp = (): void => end(failure('timeout', 'The request was given up.'));
  const timer = setTimeout(
    () => end(failure('timeout', `There was no complete answer within ${Math.round(limits.totalMs / 100) / 10} s.`)),
    Math.max(0, limits.totalMs - (performance.now() - startedAt)),
  );
  if (request.signal?.aborted) {
    giveUp();
    return;
  }
  request.signal?.addEventListener('abort', giveUp, { once: true });
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onResponseStart(_controller, code, answered) {
      // 1xx answers announce the real one.
      if (code < 200) return;
      firstByteAt = performance.now();
      status = code;
      headers = keepHeaders(answered);
    },
    onResponseData(_controller, chunk) {
      if (done) return;
      received += chunk.length;
      if (keptBytes < limits.keptBytesMax) {
        // Copied: a slice would keep the whole buffer of the socket alive.
        const part = Buffer.from(chunk.subarray(0, limits.keptBytesMax - keptBytes));
        kept.push(part);
        keptBytes += part.length;
      }
      if (received <= limits.answerBytesMax) return;
      if (request.longAnswer === 'cut') end(null, false);
      else end(failure('too_large', `The answer was longer than ${Math.floor(limits.answerBytesMax / 1024)} KiB.`));
    },
    onResponseEnd: () => end(null),
    onResponseError: (_controller, error) => end(toFailure(error)),
  };
  try {
    connection.client.dispatch(
      {
        origin: target.origin,
        path: target.path,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
      },
      handler,
    );
  } catch (error) {
    end(toFailure(error));
  }
}

const HEADERS_MAX = 60;
const HEADER_CHARACTERS_MAX = 1_000;

function keepHeaders(answered: Record<string, string | string[] | undefined>): Record<string, string> {
  const kept: Record<string, string> = {};
  let count = 0;
  for (const name in answered) {
    if (++count > HEADERS_MAX) break;
    const value = answered[name];
    if (value === undefined) continue;
    kept[name.slice(0, 200)] = String(Array.isArray(value) ? value.join(', ') : value).slice(0, HEADER_CHARACTERS_MAX);
  }
  return kept;
}
