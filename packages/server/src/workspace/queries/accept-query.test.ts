import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '@errand/contract/roles.ts';
import type { Database } from '#platform/db.ts';
import { acceptQuery, type QueryRequest } from './accept-query.ts';

const request: QueryRequest = {
  kind: 'async',
  query: 'select 1',
  worksheetId: null,
  useAdmin: false,
  maxCost: null,
  rowLimit: 10,
};
function accept(role: Role, over: Partial<QueryRequest> = {}) {
  const stored: unknown[][] = [];
  const tenant = () => ({ query: async () => [], run: async (_sql: string, values: unknown[]) => stored.push(values) });
  const caller = { orgId: 'org', userId: 1, keyId: null, role, via: 'session' as const };
  return { stored, id: acceptQuery({ tenant } as unknown as Database, caller, { ...request, ...over }) };
}

test('use_admin needs the role admin, and nothing is stored without it', async () => {
  for (const role of ['viewer', 'member'] as const) {
    const { id, stored } = accept(role, { useAdmin: true });
    await assert.rejects(id, { code: 'forbidden' });
    assert.deepEqual(stored, []);
  }
  for (const role of ['admin', 'owner'] as const) {
    const { id, stored } = accept(role, { useAdmin: true });
    assert.ok(await id);
    assert.equal(stored.length, 1);
  }
});

test('a query of an unknown worksheet is refused', async () => {
  const { id, stored } = accept('member', { worksheetId: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d' });
  await assert.rejects(id, { code: 'unknown_worksheet' });
  assert.deepEqual(stored, []);
});
