import { createHmac, timingSafeEqual } from 'node:crypto';
import { verifyWebhook } from '@errand/sdk/webhook-signature';
import type { Verify } from './model.ts';

/** The header with the signature, unless the trigger names another. */
const HEADER = 'x-signature';

export type Received = {
  body: Buffer;
  headers: Record<string, string | string[] | undefined>;
  /** Where the request came from. */
  address: string;
};

/** Returns why the signature of a request is not valid, or undefined if it is. */
export async function findSignatureProblem(
  verify: Verify,
  secret: string | null,
  { body, headers }: Omit<Received, 'address'>,
): Promise<string | undefined> {
  if (verify.kind === 'none') return undefined;
  if (secret === null) return 'This trigger has no secret to verify with.';
  if (verify.kind === 'standard_webhooks') {
    const result = await verifyWebhook(body, headers, secret);
    return result.valid ? undefined : REASONS[result.reason];
  }
  const name = (verify.header ?? HEADER).toLowerCase();
  const given = headers[name];
  if (typeof given !== 'string') return `The header ${name} is missing.`;
  const prefix = verify.prefix ?? '';
  const expected = createHmac('sha256', secret).update(body).digest();
  const text = given.startsWith(prefix) ? given.slice(prefix.length).trim() : '';
  const isOurs = [Buffer.from(text, 'hex'), Buffer.from(text, 'base64')].some(
    (bytes) => bytes.length === expected.length && timingSafeEqual(bytes, expected),
  );
  return isOurs ? undefined : REASONS.signature;
}

const REASONS = {
  missing_header: 'The headers webhook-id, webhook-timestamp and webhook-signature are required.',
  timestamp: 'The webhook-timestamp is not within five minutes of now.',
  signature: 'The signature does not match the body and the secret.',
};
