import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { foldMoments } from './fold-moments.ts';
import { createParser } from './parser.ts';
import { planSources } from './pushdown.ts';

test('moments that need no row are computed before anything is read, others are not', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`set TimeZone = 'UTC'`);
  const parser = createParser(connection, { checked: true });
  const plan = async (condition: string) => {
    const sql = `select id from errand.jobs where ${condition}`;
    const tree = await parser.parse({ sql, start: 0 }, ['errand.jobs']);
    await foldMoments(connection, parser, tree);
    return planSources(tree, ['errand.jobs'])[0]!.filters;
  };
  assert.deepEqual(await plan(`created_at >= date '2026-03-08' - interval 7 day`), [
    { column: 'created_at', op: '>=', value: '2026-03-01 00:00:00' },
  ]);
  const [recent] = await plan(`created_at > now() - interval '1 hour'`);
  assert.match(String((recent as { value: unknown }).value), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  assert.deepEqual(await plan('created_at > finished_at - interval 1 day'), []);
  assert.deepEqual(await plan(`created_at > (select now())`), []);
});
