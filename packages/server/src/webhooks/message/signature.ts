import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

// Standard Webhooks signatures (https://www.standardwebhooks.com): HMAC-SHA256 over `<id>.<timestamp>.<body>`.
// This file imports nothing of ours, so that the SDK can ship the verification as it is.

const PREFIX = 'whsec_';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const TOLERANCE_SECONDS = 300;
const KEY_BYTES_MIN = 24;
const KEY_BYTES_MAX = 64;

export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

// Creating a key from bytes takes five times as long as signing with it.
const KEYS_KEPT = 1_000;
const keys = new Map<string, KeyObject>();

function keyOf(secret: string): KeyObject {
  const kept = keys.get(secret);
  if (kept !== undefined) return kept;
  if (keys.size >= KEYS_KEPT) keys.clear();
  const key = createSecretKey(bytesOf(secret));
  keys.set(secret, key);
  return key;
}

/** `whsec_<base64>` is the decoded key; any other secret is used as its UTF-8 bytes. */
function bytesOf(secret: string): Buffer {
  if (!secret.startsWith(PREFIX)) return Buffer.from(secret, 'utf8');
  const encoded = secret.slice(PREFIX.length);
  return isBase64(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
}

/** Returns why receivers could not verify with this secret, if so. The specification sets the bounds. */
export function findSecretProblem(secret: string): string | undefined {
  if (secret.trim() === '') return 'May not be blank.';
  if (!secret.startsWith(PREFIX)) return undefined;
  const encoded = secret.slice(PREFIX.length);
  if (!isBase64(encoded) || encoded.length % 4 !== 0)
    return 'A secret that starts with whsec_ must continue in base64, with padding.';
  const { length } = Buffer.from(encoded, 'base64');
  if (length >= KEY_BYTES_MIN && length <= KEY_BYTES_MAX) return undefined;
  return `A whsec_ secret must have ${KEY_BYTES_MIN} to ${KEY_BYTES_MAX} bytes; this one has ${length}.`;
}

const isBase64 = (text: string): boolean => BASE64.test(text) && text.length % 4 !== 1;

export type SignedParts = { id: string; timestamp: number; body: string | Buffer };

/** Returns the value of `webhook-signature`: one signature per secret, separated by spaces. */
export const sign = ({ id, timestamp, body }: SignedParts, secrets: string[]): string =>
  secrets.map((secret) => `v1,${hmac(secret, `${id}.${timestamp}.`, body).toString('base64')}`).join(' ');

const hmac = (secret: string, head: string, body: string | Uint8Array): Buffer =>
  createHmac('sha256', keyOf(secret)).update(head).update(body).digest();

export type Verification = { valid: true } | { valid: false; reason: 'missing_header' | 'timestamp' | 'signature' };

/**
 * Checks that a delivery was signed with `secret` and is not older or newer than the tolerance, so that a recorded one
 * cannot be sent again later. `body` must be the body as received, not the result of JSON.parse.
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
  const expected = hmac(secret, `${id}.${timestamp}.`, body);
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
