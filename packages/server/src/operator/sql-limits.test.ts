import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '#credits/create-organization.ts';
import { newId } from '#platform/ids.ts';
import { openTestDatabase } from '../../test/harness.ts';
import { changeSqlLimits } from './sql-limits.ts';

const { database } = await openTestDatabase();

test('limits that are left out stay, null gives back the limit of the installation', async () => {
  const { id } = await createOrganization(database.system, { name: 'Acme' });
  const change = (limits: Parameters<typeof changeSqlLimits>[2]) => changeSqlLimits(database.system, id, limits);
  await change({ rows_max: 5, timeout_seconds: 7 });
  assert.deepEqual(await change({ rows_max: null, memory_mb: 64 }), {
    organization_id: id,
    rows_max: null,
    bytes_max: null,
    timeout_seconds: 7,
    memory_mb: 64,
    concurrency: null,
  });
  assert.equal((await change({})).timeout_seconds, 7, 'a look changes nothing');
  await assert.rejects(changeSqlLimits(database.system, newId(), {}), { code: 'not_found' });
});
