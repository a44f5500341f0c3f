import { Agent, type Dispatcher, ProxyAgent, fetch as undiciFetch } from 'undici';
import type { ProxySettings } from './proxy-settings.ts';

// A `fetch` for services that the operator names: model providers, MCP servers, token issuers. They are trusted, so
// addresses are not checked; only the operator's proxy applies.

/**
 * Callers set their own time limits. The library's limit would end a call after five minutes without a byte, and a
 * model sends none while it thinks.
 */
const PATIENT = { headersTimeout: 0, bodyTimeout: 0 };

export function createServiceFetch(proxies: ProxySettings): typeof fetch {
  const direct = new Agent(PATIENT);
  const agents = new Map<string, ProxyAgent>();
  const agentOf = (proxy: URL): Dispatcher => {
    const agent = agents.get(proxy.href) ?? new ProxyAgent({ uri: proxy.href });
    agents.set(proxy.href, agent);
    return agent;
  };
  // Chosen per request, because a redirect may lead to a host with another route.
  const dispatcher = direct.compose((dispatch) => (options, handler) => {
    const proxy = proxies.proxyFor(new URL(String(options.origin)));
    return proxy === undefined
      ? dispatch(options, handler)
      : agentOf(proxy).dispatch({ ...options, ...PATIENT }, handler);
  });
  return ((input: string | URL, init: object) =>
    undiciFetch(input, { ...init, dispatcher })) as unknown as typeof fetch;
}
