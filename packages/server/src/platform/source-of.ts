import type { IPv6 } from 'ipaddr.js';
import { parseAddress } from './outbound/addresses.ts';

/**
 * Whom limits count a request for that names nobody. Whoever has an IPv6 address has the 2^64 of its network, so they
 * count as one; an IPv4 address is the same in both notations.
 */
export function sourceOf(ip: string): string {
  const address = parseAddress(ip.split('%', 1)[0]!);
  if (address === undefined) return ip;
  if (address.kind() === 'ipv4') return address.toString();
  const network = (address as IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
