import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { listPartitions, listTables } from './transfer-schema.ts';

const client = (rows: object[]) => ({ query: async () => ({ rows }) }) as unknown as pg.ClientBase;
const table = (name: string, ...needs: string[]) => ({ name, columns: ['id'], needs });
const orderOf = async (...tables: object[]) => (await listTables(client(tables))).map(({ name }) => name);

test('a table comes after those that it refers to', async () => {
  assert.deepEqual(await orderOf(table('a_jobs', 'b_agents'), table('b_agents', 'c_orgs'), table('c_orgs')), [
    'c_orgs',
    'b_agents',
    'a_jobs',
  ]);
});

test('a reference to a table that is not moved asks for no order', async () => {
  assert.deepEqual(await orderOf(table('a', 'workers'), table('b')), ['a', 'b']);
});

test('tables that refer to each other are an error that names them, not an endless loop', async () => {
  await assert.rejects(orderOf(table('a', 'b'), table('b', 'a'), table('c')), /a, b/);
});

test('months of partitioned tables are moved with their bounds, default partitions are not', async () => {
  const bound = "FOR VALUES FROM ('0190') TO ('0191')";
  const rows = [
    { parent: 'jobs', name: 'jobs_202601', bound },
    { parent: 'jobs', name: 'jobs_default', bound: 'DEFAULT' },
  ];
  assert.deepEqual(await listPartitions(client(rows)), [
    { parent: 'jobs', name: 'jobs_202601', from: '0190', to: '0191' },
  ]);
});
