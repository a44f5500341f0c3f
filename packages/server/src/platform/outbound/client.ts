import type { Socket } from 'node:net';
import { createAddressPolicy, type Network, parseNetwork } from './addresses.ts';
import { checkUrl, hostOf, PRIVATE } from './check-url.ts';
import { createEgress } from './egress.ts';
import { type Attempt, type Exchange, exchange, type OutboundLimits, type OutboundRequest } from './exchange.ts';
import { type Failure, failure, OutboundError, toFailure } from './failures.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { areSendable } from './header-rules.ts';
import { noProxies, type ProxySettings } from './proxy-settings.ts';
import { createResolve, type Resolve, resolvePermitted } from './resolve-host.ts';

// Sends requests to addresses that users name: with undici and our guard as its connector, or through the operator's
// proxy. They reach only the public internet and networks that the operator allows. Redirects are not followed. A
// request that may have been carried out is repeated only if it is idempotent.

export const limitsDefault: OutboundLimits = {
  totalMs: 15_000,
  connectMs: 8_000,
  answerBytesMax: 65_536,
  keptBytesMax: 4_096,
};

const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);
export const isIdempotent = ({ method, idempotent }: Pick<OutboundRequest, 'method' | 'idempotent'>): boolean =>
  idempotent ?? IDEMPOTENT.has(method);

export type Outbound = ReturnType<typeof createOutbound>;

type Options = {
  allow?: Network[];
  /** Allows every network, for addresses that the operator names. */
  trusted?: boolean;
  proxies?: ProxySettings;
  limits?: Partial<OutboundLimits>;
  resolve?: Resolve;
  ca?: string;
};

const EVERYWHERE: Network[] = ['0.0.0.0/0', '::/0'].map((network) => parseNetwork(network)!);

export function createOutbound(options: Options = {}) {
  const defaults = { ...limitsDefault, ...options.limits };
  const policy = createAddressPolicy(options.trusted ? EVERYWHERE : options.allow);
  const resolve =
    options.resolve ?? createResolve({ allowsPrivate: policy.allowsPrivate, timeoutMs: defaults.connectMs / 2 });
  const egress = createEgress({
    policy,
    resolve,
    connectMs: defaults.connectMs,
    ca: options.ca,
    proxies: options.proxies ?? noProxies,
    trusted: options.trusted ?? false,
  });

  async function request(given: OutboundRequest): Promise<Exchange> {
    const checked = checkUrl(given.url, policy);
    if ('problem' in checked) return refused(failure('address', checked.problem));
    if (!areSendable(given.headers)) return refused(failure('internal'));
    const limits = { ...defaults, ...given.limits };
    const startedAt = performance.now();
    const left = (): OutboundLimits => ({
      ...limits,
      totalMs: Math.max(1, limits.totalMs - (performance.now() - startedAt)),
    });
    try {
      const dispatcher = await egress.dispatcherFor(checked.url);
      const first = await exchange(dispatcher, checked.url, given, left());
      const isRepeated = wasStale(first) && isIdempotent(given);
      return isRepeated ? await exchange(dispatcher, checked.url, given, left()) : first;
    } catch (error) {
      return refused(toFailure(error));
    }
  }

  return {
    request,

    /** A guarded `fetch` for libraries that speak a protocol over HTTP. */
    fetch: createGuardedFetch(policy, (url) => egress.dispatcherFor(url)),

    /** Opens a connection for protocols other than HTTP, by the same rules. Uses the same proxy as https URLs. */
    async dial(host: string, port: number): Promise<Socket> {
      const name = host.includes(':') ? `[${host}]` : host;
      const checked = checkUrl(`https://${name}:${port}`, policy);
      if ('problem' in checked) throw new OutboundError('address');
      try {
        return await egress.openTunnel(checked.url);
      } catch (error) {
        throw error instanceof OutboundError ? error : new OutboundError(toFailure(error).kind);
      }
    },

    /** Returns one sentence if the URL cannot be a target, judged by its text alone. */
    checkUrl(text: string): string | undefined {
      const checked = checkUrl(text, policy);
      return 'problem' in checked ? checked.problem : undefined;
    },

    /** Returns one sentence if this cannot be a target: a wrong URL, or a name that resolves to a private address. */
    async findProblem(text: string): Promise<string | undefined> {
      const checked = checkUrl(text, policy);
      if ('problem' in checked) return checked.problem;
      try {
        await resolvePermitted(hostOf(checked.url), policy, resolve);
      } catch (error) {
        // A name that does not resolve now may resolve later. Every request checks again.
        if (error instanceof OutboundError && error.failure.kind === 'address') return PRIVATE;
      }
      return undefined;
    },
    get connections(): number {
      return egress.connections;
    },
    /** Makes in-flight requests fail at once. */
    close: () => egress.close(),
  };
}

/** Whether the other side closed an idle connection just as it was reused. This says nothing about the receiver. */
const wasStale = ({ failure: reason, heard, timing }: Attempt): boolean =>
  reason?.kind === 'reset' && !heard && timing.connect === null;

const refused = (reason: Failure): Exchange => ({
  failure: reason,
  status: null,
  headers: null,
  body: Buffer.alloc(0),
  timing: { dns: null, connect: null, firstByte: null, total: 0 },
});
