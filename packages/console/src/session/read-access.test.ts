import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '@errand/sdk';
import { readAccess } from './read-access.ts';

const organizations = [
  { id: 'one', role: 'viewer' },
  { id: 'two', role: 'admin' },
] as Parameters<typeof readAccess>[0];

test('the organization that is looked at decides, else the first one', () => {
  assert.equal(readAccess(organizations, 'two').role, 'admin');
  assert.equal(readAccess(organizations, 'left').organization?.id, 'one');
  assert.equal(readAccess(organizations, undefined).role, 'viewer');
});

test('a role may do what those below it may; an unknown one is not refused here', () => {
  const allowed = (id: string) => roles.filter((role) => readAccess(organizations, id).can(role));
  assert.deepEqual(allowed('one'), ['viewer']);
  assert.deepEqual(allowed('two'), ['viewer', 'auditor', 'analyst', 'approver', 'member', 'admin']);
  assert.ok(readAccess([], 'one').can('owner'));
});
