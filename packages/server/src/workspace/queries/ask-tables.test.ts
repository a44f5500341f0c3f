import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineFailure } from '#engines/engine/engine.ts';
import type { Database } from '#platform/db.ts';
import { askTables } from './ask-tables.ts';
import type { SelectDeps } from './select-rows.ts';

const rows = ['people', 'orders'].map((name) => ({ name, columns: [{ name: 'id', type: 'BIGINT' }], segments: [] }));
const deps = {
  database: { tenant: () => ({ query: async () => rows }) } as unknown as Database,
} as SelectDeps & { database: Database };

for (const sql of [
  'drop table people',
  'insert into people select 1',
  'select 1; select 2',
  "select run_agent_sync('a', map {})",
  'explain select 1',
  'not sql',
  '',
]) {
  test(`an engine cannot run ${JSON.stringify(sql)}`, () =>
    assert.rejects(
      askTables(deps, 'org', { sql }),
      (error: unknown) => error instanceof EngineFailure && !error.retry,
    ));
}

test('SHOW TABLES lists the tables that the agent may see', async () => {
  const answer = await askTables(deps, 'org', { sql: 'show tables', only: ['PEOPLE'] });
  assert.deepEqual(answer.rows, [['people', 'id BIGINT']]);
  assert.equal((await askTables(deps, 'org', { sql: 'show tables' })).rows.length, 2);
});
