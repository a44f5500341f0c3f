import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasRole, type Role, roles } from './roles.ts';

test('each role may do what those before it may, and no more', () => {
  const allowed = (role: Role): Role[] => roles.filter((needed) => hasRole(role, needed));
  assert.deepEqual(allowed('viewer'), ['viewer']);
  assert.deepEqual(allowed('admin'), ['viewer', 'member', 'admin']);
  assert.deepEqual(allowed('owner'), [...roles]);
});
