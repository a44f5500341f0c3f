import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, Client, type Dispatcher, ProxyAgent } from 'undici';
import { hostOf } from './check-url.ts';
import { OutboundError, proxyRefusal } from './failures.ts';
import { createGuard, type GuardOptions, openSocket } from './guard.ts';
import type { ProxySettings } from './proxy-settings.ts';
import { resolvePermitted } from './resolve-host.ts';

// Connects to addresses that users name: directly, with the guard as the connector, or through the operator's proxy.
// The proxy makes the connection itself, so the destination is checked before its name is sent to the proxy.

type EgressOptions = GuardOptions & {
  proxies: ProxySettings;
  /** The operator names the destinations, which may be private, or known only to the proxy. */
  trusted?: boolean;
};

export type Egress = ReturnType<typeof createEgress>;

/** Shorter than the limit of most servers, because a close by the server could cross our next request. */
const IDLE_MS_MAX = 30_000;
const HEADER_BYTES_MAX = 16_384;

export function createEgress({ proxies, trusted = false, ...guarding }: EgressOptions) {
  const { policy, resolve, connectMs, ca } = guarding;
  const guard = createGuard(guarding);
  const shared = {
    allowH2: false,
    pipelining: 1,
    keepAliveMaxTimeout: IDLE_MS_MAX,
    maxHeaderSize: HEADER_BYTES_MAX,
  };
  const direct = new Agent({ ...shared, connect: guard.connect });
  const agents = new Map<string, ProxyAgent>();

  function agentOf(proxy: URL): ProxyAgent {
    let agent = agents.get(proxy.href);
    if (agent === undefined) {
      const requestTls = ca === undefined ? {} : { requestTls: { ca } };
      agent = new ProxyAgent({ ...shared, uri: proxy.href, connectTimeout: connectMs, ...requestTls });
      agents.set(proxy.href, agent);
    }
    return agent;
  }

  /** Throws if this destination may not be reached. */
  async function checkDestination(url: URL): Promise<void> {
    if (trusted) return;
    const late = new AbortController();
    const deadline = delay(connectMs, undefined, { signal: late.signal, ref: false }).then(() => {
      throw new OutboundError('dns');
    });
    try {
      await Promise.race([resolvePermitted(hostOf(url), policy, resolve), deadline]);
    } finally {
      deadline.catch(() => undefined);
      late.abort();
    }
  }

  return {
    /** Returns the dispatcher for this address. Throws if it may not be reached. */
    async dispatcherFor(url: URL): Promise<Dispatcher> {
      const proxy = proxies.proxyFor(url);
      if (proxy === undefined) return direct;
      await checkDestination(url);
      return agentOf(proxy);
    },

    /** Opens a raw connection to the host and port of this address. */
    async openTunnel(url: URL): Promise<Socket> {
      const proxy = proxies.proxyFor(url);
      const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
      if (proxy === undefined) return openSocket(guard, hostOf(url), port);
      await checkDestination(url);
      return openThrough(proxy, `${url.hostname}:${port}`, connectMs);
    },

    /** The number of direct connections that are open or being opened. */
    get connections(): number {
      return guard.connections;
    },
    /** Makes in-flight requests fail at once. */
    close(): void {
      guard.close();
      for (const one of [direct, ...agents.values()]) one.destroy().catch(() => undefined);
    },
  };
}

async function openThrough(proxy: URL, target: string, timeoutMs: number): Promise<Socket> {
  const client = new Client(proxy.origin, { connect: { timeout: timeoutMs }, headersTimeout: timeoutMs });
  const { username, password } = proxy;
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const headers = { host: target, ...(username !== '' && { 'proxy-authorization': `Basic ${credentials}` }) };
  try {
    const { statusCode, socket } = await client.connect({ path: target, headers });
    if (statusCode === 200) return socket as Socket;
    socket.on('error', () => undefined).destroy();
    throw new OutboundError('connection', proxyRefusal(statusCode));
  } catch (error) {
    await client.destroy();
    throw error;
  }
}
