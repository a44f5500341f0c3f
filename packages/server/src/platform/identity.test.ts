import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomeIdentity, chooseIdentity, SHARED_GID } from './identity.ts';

const isRoot = process.getuid?.() === 0;

test('root gets another user for each process, none of them shared', { skip: !isRoot }, () => {
  const users = Array.from({ length: 100 }, () => chooseIdentity()!);
  assert.equal(new Set(users.map(({ uid }) => uid)).size, 100);
  for (const { uid, gid } of users) assert.ok(uid >= 61_184 && uid < SHARED_GID && gid === uid);
  assert.equal(chooseIdentity(SHARED_GID)!.gid, SHARED_GID);
});

test('anybody else stays who they are', { skip: isRoot }, () => {
  assert.equal(chooseIdentity(), undefined);
});

test('without an identity nothing changes', () => {
  const before = process.getuid?.();
  becomeIdentity(undefined);
  becomeIdentity(null);
  assert.equal(process.getuid?.(), before);
});
