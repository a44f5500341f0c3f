import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { findSecretProblem, newSecret, sign, verifyWebhook } from './signature.ts';

const body = '{"job":{"id":"1","output":"Grüße €"}}';
const id = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
const now = Date.now();
const timestamp = Math.floor(now / 1_000);
const headersOf = (secrets: string[], at = timestamp) => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': sign({ id, timestamp: at, body }, secrets),
});

test('the standard library verifies what we sign, with each kind of secret', () => {
  for (let round = 0; round < 50; round += 1) {
    const secret = newSecret();
    assert.doesNotThrow(() => new Webhook(secret).verify(body, headersOf([secret])));
  }
  assert.doesNotThrow(() => new Webhook('plain text', { format: 'raw' }).verify(body, headersOf(['plain text'])));
  const known = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const payload = '{"test": 2432232314}';
  const at = 1_614_265_330;
  assert.equal(
    sign({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: at, body: payload }, [known]),
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('a signature covers id, timestamp and body, whatever their length and kind', () => {
  for (const length of [1, 31, 32, 63, 64, 65, 200]) {
    const secret = 'ä'.repeat(length);
    for (const text of ['', 'a', 'Grüße 🙂 €'.repeat(10), 'x'.repeat(70_000), '€'.repeat(70_000)]) {
      const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${text}`).digest('base64');
      assert.equal(sign({ id, timestamp, body: text }, [secret]), `v1,${expected}`);
      assert.equal(sign({ id, timestamp, body: Buffer.from(text) }, [secret]), `v1,${expected}`);
    }
  }
});

test('the helper verifies what the standard library signs', () => {
  const secret = newSecret();
  const signature = new Webhook(secret).sign(id, new Date(now), body);
  const headers = { ...headersOf([secret]), 'webhook-signature': signature };
  assert.deepEqual(verifyWebhook(body, headers, secret), { valid: true });
  assert.deepEqual(verifyWebhook(Buffer.from(body), new Headers(headers), secret), { valid: true });
});

test('during a rotation either secret verifies', () => {
  const [old, fresh] = [newSecret(), newSecret()];
  const headers = headersOf([fresh, old]);
  for (const secret of [old, fresh]) {
    assert.deepEqual(verifyWebhook(body, headers, secret), { valid: true });
    assert.doesNotThrow(() => new Webhook(secret).verify(body, headers));
  }
});

test('anything that was changed, missing or too old is refused', () => {
  const secret = newSecret();
  const good = headersOf([secret]);
  const reason = (changed: Record<string, string | undefined>, text = body, key = secret) => {
    const result = verifyWebhook(text, { ...good, ...changed }, key, { now });
    return result.valid ? 'valid' : result.reason;
  };
  assert.equal(reason({}), 'valid');
  assert.equal(reason({}, `${body} `), 'signature');
  assert.equal(reason({}, body, newSecret()), 'signature');
  assert.equal(reason({ 'webhook-id': 'other' }), 'signature');
  assert.equal(reason({ 'webhook-timestamp': String(timestamp + 1) }), 'signature');
  assert.equal(reason({ 'webhook-signature': good['webhook-signature'].replace('v1,', 'v2,') }), 'signature');
  assert.equal(reason({ 'webhook-signature': 'v1,' }), 'signature');
  assert.equal(reason({ 'webhook-signature': undefined }), 'missing_header');
  assert.equal(reason({ 'webhook-timestamp': 'soon' }), 'timestamp');
  const old = headersOf([secret], timestamp - 301);
  assert.deepEqual(verifyWebhook(body, old, secret, { now }), { valid: false, reason: 'timestamp' });
  assert.deepEqual(verifyWebhook(body, old, secret, { now, toleranceSeconds: 600 }), { valid: true });
});

test('a secret that announces base64 must be padded base64 of 24 to 64 bytes; any other text will do', () => {
  const whsec = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
  for (const secret of ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'anything', 'x', whsec(24), whsec(64)])
    assert.equal(findSecretProblem(secret), undefined, secret);
  for (const secret of ['whsec_', 'whsec_***', 'whsec_a', 'whsec_ab cd', '  ', whsec(32).replace('=', '')])
    assert.ok(findSecretProblem(secret), secret);
  for (const bytes of [1, 23, 65, 100]) assert.match(findSecretProblem(whsec(bytes))!, new RegExp(`has ${bytes}`));
});
