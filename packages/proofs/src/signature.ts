import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

// Ed25519 signatures of bytes and of JSON objects. The id of a key is its hash, so that no other key can have it.

export type KeyPair = { keyId: string; publicKey: string; privateKey: string };

/** Both keys as PEM. */
export function createKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { keyId: keyIdOf(publicKey), publicKey, privateKey };
}

/** Throws if the text is not an Ed25519 key. */
export function keyIdOf(publicKey: string): string {
  const key = createPublicKey(publicKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('This is not an Ed25519 key.');
  const bytes = key.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Returns the signature in base64. */
export const signBytes = (bytes: Uint8Array, privateKey: string): string =>
  sign(null, bytes, createPrivateKey(privateKey)).toString('base64');

export function isSignedBy(bytes: Uint8Array, signature: string, publicKey: string): boolean {
  const raw = Buffer.from(signature, 'base64');
  // The same bytes have several base64 forms. Only the canonical one is accepted.
  if (raw.length !== 64 || raw.toString('base64') !== signature) return false;
  return verify(null, bytes, createPublicKey(publicKey), raw);
}

export type Signed<T> = T & { key_id: string; signature: string };

/** Signs the canonical JSON of the object. */
export function signObject<T extends object>(
  value: T,
  { keyId, privateKey }: Pick<KeyPair, 'keyId' | 'privateKey'>,
): Signed<T> {
  const named = { ...value, key_id: keyId };
  return { ...named, signature: signBytes(Buffer.from(canonicalJson(named)), privateKey) };
}

export function isObjectSignedBy({ signature, ...value }: Signed<object>, publicKey: string): boolean {
  return (
    typeof signature === 'string' &&
    value.key_id === keyIdOf(publicKey) &&
    isSignedBy(Buffer.from(canonicalJson(value)), signature, publicKey)
  );
}
