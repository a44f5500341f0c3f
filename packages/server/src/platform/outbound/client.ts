import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { createLru } from '../lru.ts';
import { type AddressPolicy, createAddressPolicy, type Network } from './addresses.ts';
import { createAnswerReader } from './answer.ts';
import { checkUrl, hostOf } from './check-url.ts';
import { type Connection, createConnections, type Holder } from './connections.ts';
import { type Failure, failure, OutboundError, toFailure } from './failures.ts';
import { requestBytes } from './request-bytes.ts';
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
  headers: Readonly<Record<string, string>> | null;
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
    const begin = (on: Connection, tell: (sent: Sent) => void): void =>
      send({ connection: on, connect: connections.connect, target, request, limits, startedAt }, tell);
    const leave = (on: Connection, { reusable, keepSeconds }: Sent): void => {
      if (reusable) connections.give(on, keepSeconds);
      else connections.drop(on);
    };
    begin(connection, (first) => {
      leave(connection, first);
      // The other side may close an idle connection at the very moment it is used: that says nothing about the receiver.
      const wasStale = first.failure?.kind === 'reset' && connection.opened === undefined && !first.heard;
      if (!wasStale) {
        done(first);
        return;
      }
      const fresh = connections.take(target.origin, true);
      begin(fresh, (second) => {
        leave(fresh, second);
        done(second);
      });
    });
  }

  /**
   * `done` is called once and may not throw. A request that it begins to the same origin goes out over the connection
   * that has just become free.
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
type Target = { origin: string; host: string; path: string };
const toTarget = (url: URL): Target => ({ origin: url.origin, host: url.host, path: url.pathname + url.search });

const NO_BYTES: Buffer = Buffer.alloc(0);

const refused = (reason: Failure): Exchange => ({
  failure: reason,
  status: null,
  headers: null,
  body: NO_BYTES,
  timing: { dns: null, connect: null, firstByte: null, total: 0 },
});

/** `heard`: the other side has said something. */
type Sent = Exchange & { heard: boolean; reusable: boolean; keepSeconds: number | undefined };

function send(
  sending: {
    connection: Connection;
    connect(connection: Connection): Promise<Socket>;
    target: Target;
    request: OutboundRequest;
    limits: OutboundLimits;
    startedAt: number;
  },
  tell: (sent: Sent) => void,
): void {
  const { connection, target, request, limits, startedAt } = sending;
  let status: number | null = null;
  let headers: Exchange['headers'] = null;
  let keepSeconds: number | undefined;
  let firstByteAt: number | null = null;
  let received = 0;
  let kept = NO_BYTES;
  let keptBytes = 0;
  let heard = false;
  let done = false;

  const end = (reason: Failure | null, reusable = false): void => {
    if (done) return;
    done = true;
    connection.holder = undefined;
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', giveUp);
    const { opened } = connection;
    const sent = {
      failure: reason,
      status,
      headers,
      body: kept.subarray(0, keptBytes),
      timing: {
        dns: opened?.dnsMs ?? null,
        connect: opened?.connectMs ?? null,
        firstByte: firstByteAt === null ? null : firstByteAt - startedAt,
        total: performance.now() - startedAt,
      },
      heard,
      reusable,
      keepSeconds,
    };
    // What fails at once is told later all the same, so that nobody hears of it before the call has returned.
    if (reason === null) tell(sent);
    else queueMicrotask(() => tell(sent));
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

  /** Copied into one buffer: slices would keep the buffers of the socket alive, and each of a million has its own cost. */
  const keep = (part: Buffer): void => {
    const needed = keptBytes + part.length;
    if (needed > kept.length) {
      const larger = Buffer.allocUnsafe(Math.min(limits.keptBytesMax, Math.max(needed, 2 * kept.length)));
      kept.copy(larger, 0, 0, keptBytes);
      kept = larger;
    }
    part.copy(kept, keptBytes);
    keptBytes = needed;
  };
  const answer = createAnswerReader({
    onHead(head) {
      firstByteAt = performance.now();
      ({ status, headers, keepSeconds } = head);
    },
    onData(bytes) {
      if (done) return;
      received += bytes.length;
      keep(bytes.subarray(0, limits.keptBytesMax - keptBytes));
      if (received <= limits.answerBytesMax) return;
      if (request.longAnswer === 'cut') end(null);
      else end(failure('too_large', `The answer was longer than ${Math.floor(limits.answerBytesMax / 1024)} KiB.`));
    },
  });
  const holder: Holder = {
    onData(bytes) {
      heard = true;
      try {
        if (answer.read(bytes)) end(null, answer.isReusable());
      } catch (error) {
        end(toFailure(error));
      }
    },
    onEnd() {
      end(answer.end() ? null : failure('reset'));
    },
    onClose(error) {
      end(error === undefined ? failure('reset') : toFailure(error));
    },
  };
  const write = (socket: Socket): void => {
    if (done) return;
    connection.holder = holder;
    try {
      const bytes = requestBytes({ ...target, method: request.method, headers: request.headers, body: request.body });
      // Of requests that are begun together, none goes before all are made: one by one, each would wake the receiver anew.
      queueMicrotask(() => {
        if (!done) socket.write(bytes);
      });
    } catch (error) {
      end(toFailure(error));
    }
  };
  if (connection.socket !== undefined) write(connection.socket);
  else sending.connect(connection).then(write, (error: unknown) => end(toFailure(error)));
}
