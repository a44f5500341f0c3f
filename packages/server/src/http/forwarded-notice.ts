import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { isWithin, type Network, parseNetwork } from '#platform/outbound/addresses.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/**
 * Warns once when an untrusted peer sends X-Forwarded headers, which are ignored. Either a proxy is not configured, and
 * every caller seems to come from it, or a client tries to fake its address.
 */
export function createForwardedNotice(trusted: TrustedProxies, log: Logger): (request: IncomingMessage) => void {
  let told = trusted === true;
  const networks: Network[] = Array.isArray(trusted) ? trusted.map((one) => parseNetwork(one)!) : [];
  return ({ headers, socket }) => {
    if (told || headers['x-forwarded-for'] === undefined) return;
    const peer = socket.remoteAddress;
    if (peer === undefined || networks.some((network) => isWithin(network, peer))) return;
    told = true;
    log.warn(
      { event: 'proxy.untrusted', peer },
      'ignored X-Forwarded headers from this peer: if it is your proxy, add it to ERRAND_TRUSTED_PROXIES',
    );
  };
}
