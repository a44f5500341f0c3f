import { ConfigError } from '../configuration.ts';
import { isWithin, parseNetwork } from './addresses.ts';

// Reads the egress proxy from HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in upper or lower case. The operator chooses its
// address, so it may be private.

export type ProxySettings = {
  /** Returns the proxy for this address, or undefined if requests go there directly. */
  proxyFor(url: URL): URL | undefined;
  /** The same as variables, for libraries that read them. Undefined if there is no proxy. */
  env: { HTTP_PROXY?: string; HTTPS_PROXY?: string; NO_PROXY: string } | undefined;
  /** The proxies without credentials, for display. */
  shown: string[];
};

export function readProxySettings(env: NodeJS.ProcessEnv): ProxySettings {
  const http = readProxy(env, 'HTTP_PROXY');
  const https = readProxy(env, 'HTTPS_PROXY');
  const exceptions = read(env, 'NO_PROXY')
    .split(/[\s,]+/)
    .filter((text) => text !== '')
    .map(parseException);
  const proxies = [http, https].filter((proxy) => proxy !== undefined);
  return {
    proxyFor(url) {
      const proxy = url.protocol === 'https:' ? https : http;
      return proxy === undefined || exceptions.some((matches) => matches.test(url)) ? undefined : proxy;
    },
    env:
      proxies.length === 0
        ? undefined
        : {
            ...(http && { HTTP_PROXY: http.href }),
            ...(https && { HTTPS_PROXY: https.href }),
            NO_PROXY: exceptions.flatMap(({ texts }) => texts).join(','),
          },
    shown: [...new Set(proxies.map(({ protocol, host }) => `${protocol}//${host}`))],
  };
}

export const noProxies: ProxySettings = { proxyFor: () => undefined, env: undefined, shown: [] };

/** Lower case wins, as in most programs. */
const read = (env: NodeJS.ProcessEnv, name: string): string => (env[name.toLowerCase()] || env[name] || '').trim();

function readProxy(env: NodeJS.ProcessEnv, name: string): URL | undefined {
  const value = read(env, name);
  if (value === '') return undefined;
  const text = value.includes('://') ? value : `http://${value}`;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
  // The value may contain a password, so the message does not repeat it.
  throw new ConfigError(`${name} must be the http or https URL of a proxy.`);
}

type Exception = { test(url: URL): boolean; texts: string[] };

/** Parses `*`, a host (which includes all names below it), an address or a network. A host may end in `:port`. */
function parseException(text: string): Exception {
  if (text === '*') return { test: () => true, texts: ['*'] };
  const network = parseNetwork(text.replace(/^\[(.*)\]$/, '$1'));
  if (network !== undefined) return { test: (url) => isWithin(network, hostOf(url)), texts: [text] };
  const [, name = text, port] = /^(.*?)(?::(\d+))?$/.exec(text)!;
  const host = name
    .replace(/^\*?\./, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  return {
    test: (url) =>
      (port === undefined || port === portOf(url)) && (hostOf(url) === host || hostOf(url).endsWith(`.${host}`)),
    // For libraries, a bare name does not include the names below it.
    texts: [host, `.${host}`].map((one) => (port === undefined ? one : `${one}:${port}`)),
  };
}

const hostOf = (url: URL): string =>
  url.hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');
