import ipaddr from 'ipaddr.js';

/**
 * Whom limits count a request for that names nobody. Whoever has an IPv6 address has the 2^64 of its network, so they
 * count as one; an IPv4 address is the same in both notations.
 */
export function sourceOf(ip: string): string {
  const plain = ip.split('%', 1)[0]!;
  if (!ipaddr.isValid(plain)) return ip;
  // Reads an IPv4 address in the notation of IPv6 as what it is.
  const address = ipaddr.process(plain);
  if (address.kind() === 'ipv4') return address.toString();
  const network = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
