import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readContract } from './schemas.ts';

test('the schemas and lists of the contract are found by name, and functions and content are none', async () => {
  const { schemas, lists } = await readContract();
  const find = (name: string) => schemas.find((one) => one.name === name);
  assert.equal(find('Agent')?.module, 'agents');
  assert.equal(find('Agent')?.schema.type, 'object');
  assert.deepEqual(lists.find(({ name }) => name === 'roles')?.value, [
    'viewer',
    'auditor',
    'analyst',
    'approver',
    'member',
    'admin',
    'owner',
  ]);
  assert.deepEqual(lists.find(({ name }) => name === 'finalStatuses')?.value, [3, 4, 5, 6]);
  for (const name of ['Page', 'Nullable', 'Content', 'hasRole', 'errorTable'])
    assert.equal(find(name), undefined, name);
  assert.equal(new Set(schemas.map(({ name }) => name)).size, schemas.length);
});
