import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createKeyPair, isObjectSignedBy, isSignedBy, keyIdOf, signBytes, signObject } from './signature.ts';

test('a signed object is that object in any spelling, and nothing else', () => {
  const key = createKeyPair();
  const signed = signObject({ b: [1, 2], a: { y: 1, x: null } }, key);
  assert.equal(signed.key_id, keyIdOf(key.publicKey));
  assert.ok(isObjectSignedBy(signed, key.publicKey));
  const respelled = { signature: signed.signature, a: { x: null, y: 1 }, key_id: signed.key_id, b: [1, 2] };
  assert.ok(isObjectSignedBy(respelled, key.publicKey));
  assert.ok(!isObjectSignedBy({ ...respelled, b: [2, 1] } as never, key.publicKey));
  assert.ok(!isObjectSignedBy(signed, createKeyPair().publicKey));
});

test('a signature has one spelling', () => {
  const key = createKeyPair();
  const bytes = Buffer.from('text');
  const signature = signBytes(bytes, key.privateKey);
  assert.ok(isSignedBy(bytes, signature, key.publicKey));
  const raw = Buffer.from(signature, 'base64');
  const last = signature.at(-3)!;
  const other = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    .split('')
    .map((sign) => `${signature.slice(0, -3)}${sign}==`)
    .find((text) => text.at(-3) !== last && Buffer.from(text, 'base64').equals(raw))!;
  assert.ok(!isSignedBy(bytes, other, key.publicKey));
  assert.ok(!isSignedBy(bytes, `${signature}\n`, key.publicKey));
});

test('only keys of this kind are keys', () => {
  const { publicKey } = generateKeyPairSync('x25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  assert.throws(() => keyIdOf(publicKey), TypeError);
  assert.throws(() => keyIdOf('no key'));
});
