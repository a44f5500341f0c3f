import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { checkSignature } from './check-signature.ts';

const key = Buffer.from('a secret key of some length');
const secret = `whsec_${key.toString('base64')}`;
const body = '{"a":1}';
const now = 1_760_000_000_000;
const timestamp = String(now / 1_000);
const sign = (with_: Buffer | string, text: string) =>
  `v1,${createHmac('sha256', with_).update(`id.${timestamp}.${text}`).digest('base64')}`;
const request = { secret, id: 'id', timestamp, signature: `v1,old ${sign(key, body)}`, body };

async function verdicts(change: Partial<typeof request>, at = now): Promise<string> {
  return (await checkSignature({ ...request, ...change }, at)).map(({ ok, detail }) => `${ok}: ${detail}`).join('\n');
}

test('a delivery as it was sent is accepted, also during a rotation', async () => {
  assert.equal(
    (await checkSignature(request, now)).every(({ ok }) => ok),
    true,
  );
});

test('each usual mistake is named', async () => {
  assert.match(await verdicts({ body: '{ "a": 1 }' }), /parsed and serialized again/);
  assert.match(await verdicts({ body: `${body}\n` }), /added a line break/);
  assert.match(await verdicts({ signature: sign(secret, body) }), /secret used as text/);
  assert.match(await verdicts({ body: '{"a":2}' }), /another webhook/);
  assert.match(await verdicts({ secret: 'whsec_***' }), /base64/);
  assert.match(await verdicts({ signature: '' }), /proxy/);
  assert.match(await verdicts({}, now + 600_000), /600 s ago/);
});
