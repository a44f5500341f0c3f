import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKey } from './keyring.ts';

// Encrypts one value with AES-256-GCM: `v1.<key id>.<nonce, tag and content in base64url>`. Its place (the row that it
// belongs to) is authenticated as well, so a value that is copied to another row cannot be decrypted there.

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = /^v1\.([0-9a-f]{12})\.([\w-]+)$/;

export const isSealed = (text: string): boolean => FORMAT.test(text);

export const keyIdOf = (sealed: string): string | undefined => FORMAT.exec(sealed)?.[1];

export function seal(key: SecretKey, place: string, value: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce);
  cipher.setAAD(Buffer.from(place));
  const content = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return `v1.${key.id}.${Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')}`;
}

/** Decrypts a value. Throws if it was changed or belongs to another place. */
export function unseal(key: SecretKey, place: string, sealed: string): string {
  const bytes = Buffer.from(FORMAT.exec(sealed)?.[2] ?? '', 'base64url');
  const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
