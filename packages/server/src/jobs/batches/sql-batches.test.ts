import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#platform/caller.ts';
import { tieToQuery } from './sql-batches.ts';

const caller: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member', via: 'session' };

test('jobs are tied to no query unless one is named, by an id', async () => {
  assert.deepEqual(await tieToQuery({} as never, caller, undefined, 1), {});
  assert.deepEqual(await tieToQuery({} as never, caller, null, 1), {});
  await assert.rejects(tieToQuery({} as never, caller, 'nonsense', 1), { code: 'invalid_fields' });
});
