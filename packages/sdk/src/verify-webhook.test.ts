import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { verifyWebhook } from './verify-webhook.ts';

const key = Buffer.from('a key of thirty-two random bytes');
const secret = `whsec_${key.toString('base64')}`;
const body = '{"job":{"id":"1"}}';
const now = 1_760_000_000_000;
const sign = (id: string, seconds: number, text: string, with_ = key) =>
  `v1,${createHmac('sha256', with_).update(`${id}.${seconds}.${text}`).digest('base64')}`;
const headers = (signature: string, seconds = now / 1_000) => ({
  'Webhook-Id': 'm1',
  'webhook-timestamp': String(seconds),
  'webhook-signature': signature,
});

test('a delivery that was signed with the secret is valid, also beside another signature', async () => {
  const good = sign('m1', now / 1_000, body);
  assert.deepEqual(await verifyWebhook(body, headers(good), secret, { now }), { valid: true });
  assert.deepEqual(await verifyWebhook(body, new Headers(headers(`v1,AAAA ${good}`)), secret, { now }), {
    valid: true,
  });
  const plain = sign('m1', now / 1_000, body, Buffer.from('plain'));
  assert.deepEqual(await verifyWebhook(new TextEncoder().encode(body), headers(plain), 'plain', { now }), {
    valid: true,
  });
});

test('a refusal has a reason', async () => {
  const good = sign('m1', now / 1_000, body);
  const reason = async (...args: Parameters<typeof verifyWebhook>) => {
    const result = await verifyWebhook(...args);
    return result.valid ? 'valid' : result.reason;
  };
  assert.equal(await reason(`${body} `, headers(good), secret, { now }), 'signature');
  assert.equal(await reason(body, headers(good), 'another', { now }), 'signature');
  assert.equal(await reason(body, headers(good, now / 1_000 - 301), secret, { now }), 'timestamp');
  assert.equal(await reason(body, { 'webhook-id': 'm1' }, secret, { now }), 'missing_header');
});
