import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { signWebhook } from '@errand/sdk/webhook-signature';
import { newSecret } from '#webhooks/message/secret.ts';
import { HOPS_MAX, TOO_MANY_HOPS, type Verify } from './model.ts';
import { findSignatureProblem } from './verify.ts';

const body = Buffer.from('{"order":17}');
const hmac: Verify = { kind: 'hmac_sha256', header: null, prefix: null };
const digest = (secret: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', secret).update(body).digest(encoding);
const find = (verify: Verify, secret: string | null, headers: Record<string, string | string[]>) =>
  findSignatureProblem(verify, secret, { body, headers });

test('a signature in hex or base64 is taken, with its prefix and in the header that the trigger names', async () => {
  assert.equal(await find(hmac, 's', { 'x-signature': digest('s', 'hex') }), undefined);
  assert.equal(await find(hmac, 's', { 'x-signature': digest('s', 'base64') }), undefined);
  const own: Verify = { ...hmac, header: 'X-Hub', prefix: 'sha256=' };
  assert.equal(await find(own, 's', { 'x-hub': `sha256=${digest('s', 'hex')}` }), undefined);
});

test('a wrong secret, another body, a missing prefix, an empty or doubled header are refused', async () => {
  const wrong = /does not match/;
  assert.match((await find(hmac, 's', { 'x-signature': digest('t', 'hex') }))!, wrong);
  assert.match((await find({ ...hmac, prefix: 'sha256=' }, 's', { 'x-signature': digest('s', 'hex') }))!, wrong);
  assert.match((await find(hmac, 's', { 'x-signature': '' }))!, wrong);
  assert.match((await find(hmac, 's', { 'x-signature': digest('s', 'hex').slice(0, 60) }))!, wrong);
  assert.match((await find(hmac, 's', {}))!, /header x-signature is missing/);
  assert.match((await find(hmac, 's', { 'x-signature': [digest('s', 'hex')] }))!, /missing/);
});

test('a trigger that lost its secret takes nothing, and one that verifies nothing takes all', async () => {
  assert.match((await find(hmac, null, { 'x-signature': digest('', 'hex') }))!, /no secret/);
  assert.equal(await find({ ...hmac, kind: 'none' }, null, {}), undefined);
});

test('a Standard Webhook is taken only with all headers and a time of now', async () => {
  const secret = newSecret();
  const standard: Verify = { ...hmac, kind: 'standard_webhooks' };
  const headers = async (timestamp: number) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': await signWebhook({ id: 'msg_1', timestamp, body }, [secret]),
  });
  const now = Math.floor(Date.now() / 1_000);
  assert.equal(await find(standard, secret, await headers(now)), undefined);
  assert.match((await find(standard, secret, await headers(now - 3_600)))!, /five minutes/);
  assert.match((await find(standard, secret, {}))!, /are required/);
});

test('a chain that is too long says how long it may be', async () => {
  assert.ok(TOO_MANY_HOPS.includes(String(HOPS_MAX)));
});
