import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword } from './passwords.ts';

test('a password fits its own hash and no other', async () => {
  const [hash, again] = await Promise.all([hashPassword('Grüße 1234'), hashPassword('Grüße 1234')]);
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(hash, again);
  assert.equal(await isPassword('Grüße 1234', hash), true);
  assert.equal(await isPassword('Grüße 1234'.normalize('NFD'), hash), true, 'however its characters are composed');
  assert.equal(await isPassword('Grüße 1235', hash), false);
  assert.equal(await isPassword('', hash), false);
});

test('without a usable hash no password fits', async () => {
  for (const hash of [undefined, null, '', 'plain', '$argon2id$v=19$m=19456,t=2,p=1$$']) {
    assert.equal(await isPassword('', hash), false);
  }
});
