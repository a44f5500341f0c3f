import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { signWebhook, verifyWebhook } from './webhook-signature.ts';

const body = '{"job":{"id":"1","output":"Grüße €"}}';
const id = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
const now = Date.now();
const timestamp = Math.floor(now / 1_000);
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const headersOf = async (secrets: string[], at = timestamp) => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': await signWebhook({ id, timestamp: at, body }, secrets),
});

test('the standard library verifies what we sign, with each kind of secret', async () => {
  for (let round = 0; round < 50; round += 1) {
    const secret = newSecret();
    const headers = await headersOf([secret]);
    assert.doesNotThrow(() => new Webhook(secret).verify(body, headers));
  }
  const plain = await headersOf(['plain text']);
  assert.doesNotThrow(() => new Webhook('plain text', { format: 'raw' }).verify(body, plain));
  const known = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const payload = '{"test": 2432232314}';
  const at = 1_614_265_330;
  assert.equal(
    await signWebhook({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: at, body: payload }, [known]),
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('a signature covers id, timestamp and body, whatever their length and kind', async () => {
  for (const length of [1, 31, 32, 63, 64, 65, 200]) {
    const secret = 'ä'.repeat(length);
    for (const text of ['', 'a', 'Grüße 🙂 €'.repeat(10), 'x'.repeat(70_000), '€'.repeat(70_000)]) {
      const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${text}`).digest('base64');
      assert.equal(await signWebhook({ id, timestamp, body: text }, [secret]), `v1,${expected}`);
      assert.equal(await signWebhook({ id, timestamp, body: Buffer.from(text) }, [secret]), `v1,${expected}`);
    }
  }
});

test('the helper verifies what the standard library signs', async () => {
  const secret = newSecret();
  const signature = new Webhook(secret).sign(id, new Date(now), body);
  const headers = { ...(await headersOf([secret])), 'webhook-signature': signature };
  assert.deepEqual(await verifyWebhook(body, headers, secret), { valid: true });
  assert.deepEqual(await verifyWebhook(Buffer.from(body), new Headers(headers), secret), { valid: true });
});

test('during a rotation either secret verifies', async () => {
  const [old, fresh] = [newSecret(), newSecret()];
  const headers = await headersOf([fresh, old]);
  for (const secret of [old, fresh]) {
    assert.deepEqual(await verifyWebhook(body, headers, secret), { valid: true });
    assert.doesNotThrow(() => new Webhook(secret).verify(body, headers));
  }
});

test('anything that was changed, missing or too old is refused', async () => {
  const secret = newSecret();
  const good = await headersOf([secret]);
  const reason = async (changed: Record<string, string | undefined>, text = body, key = secret) => {
    const result = await verifyWebhook(text, { ...good, ...changed }, key, { now });
    return result.valid ? 'valid' : result.reason;
  };
  assert.equal(await reason({}), 'valid');
  assert.equal(await reason({}, `${body} `), 'signature');
  assert.equal(await reason({}, body, newSecret()), 'signature');
  assert.equal(await reason({ 'webhook-id': 'other' }), 'signature');
  assert.equal(await reason({ 'webhook-timestamp': String(timestamp + 1) }), 'signature');
  assert.equal(await reason({ 'webhook-signature': good['webhook-signature'].replace('v1,', 'v2,') }), 'signature');
  assert.equal(await reason({ 'webhook-signature': 'v1,' }), 'signature');
  assert.equal(await reason({ 'webhook-signature': undefined }), 'missing_header');
  assert.equal(await reason({ 'webhook-timestamp': 'soon' }), 'timestamp');
  assert.equal(await reason({ 'webhook-signature': `v1,AAAA ${good['webhook-signature']}` }), 'valid');
  const old = await headersOf([secret], timestamp - 301);
  assert.deepEqual(await verifyWebhook(body, old, secret, { now }), { valid: false, reason: 'timestamp' });
  assert.deepEqual(await verifyWebhook(body, old, secret, { now, toleranceSeconds: 600 }), { valid: true });
});
