// Standard Webhooks verification with Web Crypto: the same in Node, Bun, Deno, workers and browsers.

export type Verification = { valid: true } | { valid: false; reason: 'missing_header' | 'timestamp' | 'signature' };

type HeaderSource = Headers | Record<string, string | string[] | undefined>;

const PREFIX = 'whsec_';
const TOLERANCE_SECONDS = 300;

/**
 * Checks that a delivery was signed with `secret` and is recent. `body` must be the raw text from the wire, not a value
 * that was parsed and serialized again.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: { toleranceSeconds?: number; now?: number } = {},
): Promise<Verification> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  if (!id || !timestamp || !signatures) return { valid: false, reason: 'missing_header' };
  const age = now / 1_000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > toleranceSeconds) return { valid: false, reason: 'timestamp' };
  const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = concat(encode(`${id}.${timestamp}.`), typeof body === 'string' ? encode(body) : body);
  for (const entry of signatures.split(' ')) {
    const [version, value = ''] = entry.split(',');
    const bytes = version === 'v1' ? decodeBase64(value) : undefined;
    // Compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return { valid: true };
  }
  return { valid: false, reason: 'signature' };
}

function readHeader(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : found;
}

/** A secret with `whsec_` is the base64 of the key. Any other secret is its UTF-8 bytes. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  return (secret.startsWith(PREFIX) && decodeBase64(secret.slice(PREFIX.length))) || encode(secret);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
