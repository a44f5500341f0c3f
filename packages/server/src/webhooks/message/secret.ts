import { randomBytes } from 'node:crypto';
import { decodeSecret, SECRET_PREFIX } from '@errand/sdk/webhook-signature';

// Secrets of webhooks. The signatures made with them are in the SDK, which receivers use to verify them.

const KEY_BYTES_MIN = 24;
const KEY_BYTES_MAX = 64;

export const newSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64');

/** Returns why receivers could not verify with this secret, if so. The specification sets the bounds. */
export function findSecretProblem(secret: string): string | undefined {
  if (secret.trim() === '') return 'May not be blank.';
  if (!secret.startsWith(SECRET_PREFIX)) return undefined;
  const key = decodeSecret(secret);
  if (key === undefined || (secret.length - SECRET_PREFIX.length) % 4 !== 0)
    return 'A secret that starts with whsec_ must continue in base64, with padding.';
  if (key.length >= KEY_BYTES_MIN && key.length <= KEY_BYTES_MAX) return undefined;
  return `A whsec_ secret must have ${KEY_BYTES_MIN} to ${KEY_BYTES_MAX} bytes; this one has ${key.length}.`;
}
