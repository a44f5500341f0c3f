import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasRole, type Role, roles } from './roles.ts';

const allowed = (role: Role): Role[] => roles.filter((needed) => hasRole(role, needed));

test('each role of the ladder may do what those below it may, and no more', () => {
  assert.deepEqual(allowed('viewer'), ['viewer']);
  assert.deepEqual(allowed('analyst'), ['viewer', 'analyst']);
  assert.deepEqual(allowed('approver'), ['viewer', 'analyst', 'approver']);
  assert.deepEqual(allowed('member'), ['viewer', 'analyst', 'approver', 'member']);
  assert.deepEqual(
    allowed('admin'),
    roles.filter((role) => role !== 'owner'),
  );
  assert.deepEqual(allowed('owner'), [...roles]);
});

test('auditors read what only administrators read, and have no other right', () => {
  assert.deepEqual(allowed('auditor'), ['viewer', 'auditor']);
  for (const role of ['viewer', 'analyst', 'approver', 'member'] as const) assert.ok(!hasRole(role, 'auditor'), role);
});

test('a person with a role has all rights of the role', () => {
  for (const role of roles)
    for (const within of allowed(role))
      for (const one of allowed(within)) assert.ok(hasRole(role, one), `${role}: ${one}`);
});
