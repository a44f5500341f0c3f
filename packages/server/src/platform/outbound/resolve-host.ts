import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { AddressPolicy } from './addresses.ts';
import { OutboundError } from './failures.ts';

/** Returns all addresses of a name. It may return none, or reject, if there are none. */
export type Resolve = (host: string) => Promise<string[]>;

/**
 * Queries the name servers directly, because the system's resolver would block one of the process's four threads for
 * each slow name server. The system's resolver is used only for names that are not in DNS, if private networks are
 * allowed.
 */
export function createResolve(options: { allowsPrivate: boolean; timeoutMs: number }): Resolve {
  const resolver = new Resolver({ timeout: Math.ceil(options.timeoutMs / 2), tries: 2 });
  return async (host) => {
    if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    if (host.includes('.')) {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const found = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (found.length > 0 || !options.allowsPrivate) return found;
    }
    return options.allowsPrivate ? (await lookup(host, { all: true })).map(({ address }) => address) : [];
  };
}

/**
 * Returns the addresses to connect to. A name that also points into a private network is refused as a whole.
 * (`localhost` is both 127.0.0.1 and ::1, and either may be allowed alone.)
 */
export async function resolvePermitted(host: string, policy: AddressPolicy, resolve: Resolve): Promise<string[]> {
  if (isIP(host) !== 0) {
    if (!policy.permits(host)) throw new OutboundError('address');
    return [host];
  }
  const addresses = await resolve(host).catch(() => [] as string[]);
  if (addresses.length === 0) throw new OutboundError('dns');
  const permitted = addresses.filter((address) => policy.permits(address));
  const isLocalhost = host === 'localhost' || host.endsWith('.localhost');
  if (permitted.length === 0 || (permitted.length < addresses.length && !isLocalhost))
    throw new OutboundError('address');
  return permitted;
}
