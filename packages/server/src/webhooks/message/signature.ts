import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

// Standard Webhooks signatures (https://www.standardwebhooks.com): HMAC-SHA256 over `<id>.<timestamp>.<body>`.
// This file imports nothing of ours, so that the SDK can ship the verification as it is.

const PREFIX = 'whsec_';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const TOLERANCE_SECONDS = 300;
const KEY_BYTES_MIN = 24;
const KEY_BYTES_MAX = 64;

export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** `whsec_<base64>` is the decoded key; any other secret is used as its UTF-8 bytes. */
export function keyOf(secret: string): Buffer {
  if (!secret.startsWith(PREFIX)) return Buffer.from(secret, 'utf8');
  const encoded = secret.slice(PREFIX.length);
  return isBase64(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
}

/** One sentence when receivers could not verify with this secret; the bounds are those of the specification. */
export function findSecretProblem(secret: string): string | undefined {
  if (secret.trim() === '') return 'May not be blank.';
  if (!secret.startsWith(PREFIX)) return undefined;
  const encoded = secret.slice(PREFIX.length);
  if (!isBase64(encoded) || encoded.length % 4 !== 0)
    return 'A secret that starts with whsec_ has to go on in base64, with its padding.';
  const { length } = Buffer.from(encoded, 'base64');
  if (length >= KEY_BYTES_MIN && length <= KEY_BYTES_MAX) return undefined;
  return `A whsec_ secret has to hold ${KEY_BYTES_MIN} to ${KEY_BYTES_MAX} bytes; this one has ${length}.`;
}

const isBase64 = (text: string): boolean => BASE64.test(text) && text.length % 4 !== 1;

export type SignedParts = { id: string; timestamp: number; body: string | Buffer };

/** The value of `webhook-signature`: one signature per secret, separated by blanks. */
export function sign({ id, timestamp, body }: SignedParts, secrets: string[]): string {
  const one = (secret: string): string => `v1,${hmac(secret, `${id}.${timestamp}.`, body)}`;
  return secrets.length === 1 ? one(secrets[0]!) : secrets.map(one).join(' ');
}

// HMAC as RFC 2104 puts it together from two hashes. Node's own asks OpenSSL for the algorithm by its name each time, and
// took twice as long; verifyWebhook, which tests what is signed here, keeps to it.

const BLOCK = 64;
const message = Buffer.alloc(BLOCK + 64 * 1024);

function hmac(secret: string, head: string, body: string | Buffer): string {
  // Of one character as JavaScript counts them, UTF-8 makes at most three bytes. What is long is not worth the room.
  if (BLOCK + 3 * (head.length + body.length) > message.length)
    return hmacOfNode(secret, head, body).toString('base64');
  const { inner, outer } = padsOf(secret);
  message.set(inner);
  let length = BLOCK + message.write(head, BLOCK);
  length += typeof body === 'string' ? message.write(body, length) : body.copy(message, length);
  outer.write(hash('sha256', message.subarray(0, length), 'binary'), BLOCK, 'binary');
  return hash('sha256', outer, 'base64');
}

const hmacOfNode = (secret: string, head: string, body: string | Uint8Array): Buffer =>
  createHmac('sha256', keyOf(secret)).update(head).update(body).digest();

/** What is hashed before the message, and before the hash of that, which takes the room behind it. */
type Pads = { inner: Buffer; outer: Buffer };
const pads = new Map<string, Pads>();

function padsOf(secret: string): Pads {
  let known = pads.get(secret);
  if (known === undefined) {
    const given = keyOf(secret);
    const key = given.length > BLOCK ? hash('sha256', given, 'buffer') : given;
    known = { inner: Buffer.alloc(BLOCK, 0x36), outer: Buffer.alloc(BLOCK + 32, 0x5c) };
    for (const [index, byte] of key.entries()) {
      known.inner[index]! ^= byte;
      known.outer[index]! ^= byte;
    }
    if (pads.size >= 1_000) pads.clear();
    pads.set(secret, known);
  }
  return known;
}

export type Verification = { valid: true } | { valid: false; reason: 'missing_header' | 'timestamp' | 'signature' };

/**
 * Checks a delivery: that it was signed with `secret` and is not older (or newer) than the tolerance, so that a
 * recorded one cannot be sent again later. `body` is what came over the wire, not what JSON.parse made of it.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
  options: { toleranceSeconds?: number; now?: number } = {},
): Verification {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(headers, name),
  );
  if (!id || !timestamp || !signatures) return { valid: false, reason: 'missing_header' };
  const { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() } = options;
  const age = Math.abs(now / 1_000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age > toleranceSeconds) return { valid: false, reason: 'timestamp' };
  const expected = hmacOfNode(secret, `${id}.${timestamp}.`, body);
  const isOurs = signatures.split(' ').some((entry) => {
    if (!entry.startsWith('v1,')) return false;
    const given = Buffer.from(entry.slice(3), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? { valid: true } : { valid: false, reason: 'signature' };
}

function readHeader(
  headers: Headers | Record<string, string | string[] | undefined>,
  name: string,
): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : found;
}
