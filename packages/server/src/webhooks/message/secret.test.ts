import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeSecret } from '@errand/sdk/webhook-signature';
import { findSecretProblem, newSecret } from './secret.ts';

test('a new secret is a key of 32 bytes that receivers can read', () => {
  assert.equal(decodeSecret(newSecret())?.length, 32);
  assert.equal(findSecretProblem(newSecret()), undefined);
});

test('a secret that announces base64 must be padded base64 of 24 to 64 bytes; any other text will do', () => {
  const whsec = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
  for (const secret of ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'anything', 'x', whsec(24), whsec(64)])
    assert.equal(findSecretProblem(secret), undefined, secret);
  for (const secret of ['whsec_', 'whsec_***', 'whsec_a', 'whsec_ab cd', '  ', whsec(32).replace('=', '')])
    assert.ok(findSecretProblem(secret), secret);
  for (const bytes of [1, 23, 65, 100]) assert.match(findSecretProblem(whsec(bytes))!, new RegExp(`has ${bytes}`));
});
