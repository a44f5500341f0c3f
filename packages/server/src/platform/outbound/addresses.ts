import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

// Decides which addresses may be reached. Everything that is not clearly the public internet is refused, in every
// notation, except for networks that the operator allows.

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

export type AddressPolicy = {
  /**
   * Whether a connection to this address is allowed. Accepts addresses as DNS, a socket or a URL's host writes them;
   * anything else is refused.
   */
  permits(address: string): boolean;
  /** Whether any private network is allowed, so that names known only on this machine or network make sense. */
  allowsPrivate: boolean;
};

/** In a public range, but used by a cloud's metadata service. */
const METADATA = ['168.63.129.16/32'];
/** Former or special assignments that the library's table treats as ordinary. */
const SPECIAL_V4 = ['192.88.99.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24', '198.97.38.0/24'];
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');
/** Within 2000::/3, but tunnels into IPv4 or documentation. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'];

export function createAddressPolicy(allowed: Network[] = []): AddressPolicy {
  return {
    allowsPrivate: allowed.length > 0,
    permits(text) {
      const address = parseAddress(text);
      if (address === undefined) return false;
      return allowed.some((network) => contains(network, address)) || isPublic(address);
    },
  };
}

/** Parses a network like `10.0.0.0/8` or `fd00::/8`, or a single address. Returns undefined if it is neither. */
export function parseNetwork(text: string): Network | undefined {
  try {
    if (!text.includes('/')) {
      if (isIP(text) === 0) return undefined;
      const address = ipaddr.parse(text);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    }
    // Only the four-part form, because 10/8 would be read as 0.0.0.10/8.
    if (!text.includes(':') && !/^\d+\.\d+\.\d+\.\d+\//.test(text)) return undefined;
    return ipaddr.parseCIDR(text);
  } catch {
    return undefined;
  }
}

/** Whether an address is in the network. False for host names. */
export function isWithin(network: Network, text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && contains(network, address);
}

/** Returns undefined for host names and addresses with a zone. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // A zone (fe80::1%eth0) names an interface of this machine.
  if (text.includes('%') || !ipaddr.isValid(text)) return undefined;
  const address = ipaddr.parse(text);
  const isMapped = address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress();
  return isMapped ? (address as ipaddr.IPv6).toIPv4Address() : address;
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return ![...METADATA, ...SPECIAL_V4].some((network) => within(address, network));
  return contains(GLOBAL_V6, address) && !SPECIAL_V6.some((network) => within(address, network));
}

const within = (address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean =>
  contains(ipaddr.parseCIDR(network), address);

function contains([network, bits]: Network, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (network.kind() !== address.kind()) return false;
  return (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits);
}
