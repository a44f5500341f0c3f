import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#platform/db.ts';
import { modelChecks } from './doctor.ts';

const look = (rows: unknown[]) =>
  modelChecks({ system: { query: async () => rows } } as unknown as Database)[0]!.look();

test('providers with an outage are named with the time of the next try', async () => {
  assert.equal((await look([])).fix, undefined);
  const { detail, fix } = await look([{ id: 'openai', seconds: 20 }]);
  assert.match(detail, /openai.*20 s/);
  assert.ok(fix);
});
