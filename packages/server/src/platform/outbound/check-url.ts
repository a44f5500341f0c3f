import { isIP } from 'node:net';
import type { AddressPolicy } from './addresses.ts';

/**
 * Returns the URL, or one sentence that says why it cannot be a target. Does no look-up: names are checked when they
 * are resolved.
 */
export function checkUrl(text: string, policy: AddressPolicy): { url: URL } | { problem: string } {
  // The parser would silently drop these, and the URL shown would differ from the URL called.
  if (/[\s\p{Cc}\\]/u.test(text)) return { problem: 'May not contain white space, control characters or backslashes.' };
  if (!URL.canParse(text)) return { problem: 'Not a valid URL.' };
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'Must start with http:// or https://.' };
  if (!/^https?:\/\//i.test(text)) return { problem: 'Must start with http:// or https://.' };
  // The parser would use the first path segment as the host.
  if (/^https?:\/\/\//i.test(text)) return { problem: 'Must have a host.' };
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text))
    return { problem: 'May not contain a user name or password. Use a header.' };
  if (url.port === '0') return { problem: 'May not use port 0.' };
  const host = hostOf(url);
  if (host === '') return { problem: 'Must have a host.' };
  if (isIP(host) !== 0 && !policy.permits(host)) return { problem: PRIVATE };
  if (isIP(host) === 0 && isLocalName(host) && !policy.allowsPrivate) return { problem: PRIVATE };
  return { url };
}

export const PRIVATE = 'May not point into a private network.';

/** Returns the host as DNS and sockets need it: without brackets and without a final dot. */
export function hostOf(url: URL): string {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return host.replace(/\.+$/, '').toLowerCase();
}

/** Whether a name is never public: by definition, or a single label, which only a local search list can complete. */
const isLocalName = (host: string): boolean =>
  !host.includes('.') ||
  /\.(localhost|local|internal|intranet|lan|home|corp|private|localdomain|home\.arpa)$/.test(host);
