import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastRole } from './operation.ts';

test('reading needs a viewer and changing a member, unless the operation names a role', () => {
  assert.equal(leastRole({ method: 'GET' }), 'viewer');
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) assert.equal(leastRole({ method }), 'member');
  assert.equal(leastRole({ method: 'GET', role: 'admin' }), 'admin');
  assert.equal(leastRole({ method: 'POST', role: 'viewer' }), 'viewer');
});
