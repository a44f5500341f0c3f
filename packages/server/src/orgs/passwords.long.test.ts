import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPassword } from './passwords.ts';

test('a flood is refused instead of queued without end', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => isPassword('x', undefined)));
  const refused = results.filter((result) => result.status === 'rejected');
  assert.equal(refused.length, 60 - 42);
  for (const { reason } of refused) assert.equal(reason.code, 'rate_limited');
  assert.equal(await isPassword('x', undefined), false, 'and afterwards there is room again');
});
