// Standard Webhooks signatures (https://www.standardwebhooks.com): HMAC-SHA256 over `<id>.<timestamp>.<body>`. Server,
// SDK and console use this file. It needs Web Crypto only: Node, Bun, Deno, workers and browsers have it.

export type Verification = { valid: true } | { valid: false; reason: 'missing_header' | 'timestamp' | 'signature' };

export type SignedParts = { id: string; timestamp: number | string; body: string | Uint8Array };

type HeaderSource = Headers | Record<string, string | string[] | undefined>;
type Bytes = Uint8Array<ArrayBuffer>;
type Key = ReturnType<typeof crypto.subtle.importKey>;

/** What a secret begins with whose rest is the base64 of the key. */
export const SECRET_PREFIX = 'whsec_';
/** How far the time of a signature may be from now. */
export const TOLERANCE_SECONDS = 300;

/** Returns the value of `webhook-signature`: one signature per secret or key, separated by spaces. */
export async function signWebhook(parts: SignedParts, secrets: readonly (string | Bytes)[]): Promise<string> {
  const content = contentOf(parts);
  const signatures = secrets.map(async (secret) => {
    const bytes = await crypto.subtle.sign('HMAC', await importKey(secret), content);
    return `v1,${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`;
  });
  return (await Promise.all(signatures)).join(' ');
}

/**
 * Checks that a delivery was signed with `secret` and is recent, so that a recorded one cannot be sent again later.
 * `body` must be the raw text from the wire, not a value that was parsed and serialized again.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: { toleranceSeconds?: number; now?: number } = {},
): Promise<Verification> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(headers, name),
  );
  if (!id || !timestamp || !signatures) return { valid: false, reason: 'missing_header' };
  const age = Math.abs(now / 1_000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age > toleranceSeconds) return { valid: false, reason: 'timestamp' };
  const key = await importKey(secret);
  const content = contentOf({ id, timestamp, body });
  for (const entry of signatures.split(' ')) {
    const bytes = entry.startsWith('v1,') ? decodeBase64(entry.slice(3)) : undefined;
    // Compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, content))) return { valid: true };
  }
  return { valid: false, reason: 'signature' };
}

/** Returns the key after `whsec_`, the UTF-8 bytes of any other secret, or undefined if the base64 cannot be read. */
export function decodeSecret(secret: string): Bytes | undefined {
  return secret.startsWith(SECRET_PREFIX) ? decodeBase64(secret.slice(SECRET_PREFIX.length)) : encode(secret);
}

// Importing a key takes longer than signing with it.
const KEYS_KEPT = 1_000;
const keys = new Map<string, Key>();

function importKey(secret: string | Bytes): Key {
  if (typeof secret !== 'string') return importBytes(secret);
  const kept = keys.get(secret);
  if (kept !== undefined) return kept;
  if (keys.size >= KEYS_KEPT) keys.clear();
  const key = importBytes(decodeSecret(secret) ?? encode(secret));
  keys.set(secret, key);
  return key;
}

const importBytes = (key: Bytes): Key =>
  crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

function contentOf({ id, timestamp, body }: SignedParts): Bytes {
  const head = `${id}.${timestamp}.`;
  if (typeof body === 'string') return encode(head + body);
  const first = encode(head);
  const all = new Uint8Array(first.length + body.length);
  all.set(first);
  all.set(body, first.length);
  return all;
}

function readHeader(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : found;
}

function decodeBase64(text: string): Bytes | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

const encode = (text: string): Bytes => new TextEncoder().encode(text);
