import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { ApiKeyBody, LoginBody, MemberBody, MemberRole } from './organizations.ts';
import { roles } from './roles.ts';

test('a member has any role; a key is never an owner', () => {
  for (const role of roles) assert.ok(Check(MemberRole, role), role);
  assert.ok(!Check(MemberRole, 'root'));
  assert.deepEqual(
    roles.filter((role) => Check(ApiKeyBody, { name: 'import', role })),
    roles.filter((role) => role !== 'owner'),
  );
});

test('a new password has at least eight characters; one that is typed to sign in may be any', () => {
  const member = { email: 'ada@example.com', role: 'member' };
  assert.ok(Check(MemberBody, member) && Check(MemberBody, { ...member, password: '8 digits' }));
  assert.ok(!Check(MemberBody, { ...member, password: '7 signs' }));
  assert.ok(!Check(MemberBody, { ...member, email: 'ada' }));
  assert.ok(Check(LoginBody, { email: 'ada', password: 'x' }));
  assert.ok(!Check(LoginBody, { email: 'ada', password: '' }));
});
