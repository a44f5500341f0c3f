import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsLookedAt } from './looked-at.ts';

const table = { name: 'transaction_data', columns: ['id', 'kind', 'country', 'amount'], rows: '[]', count: 3 };
const looked = (sql: string, columns: string[], rows: unknown[][], truncated = false): string[] =>
  columnsLookedAt(sql, table, { columns, rows, truncated } as never);

test('a statement has looked at the columns whose values it shows for all rows, and at nothing else', () => {
  assert.deepEqual(looked('select count(*) from transaction_data', ['n'], [[3]]), []);
  assert.deepEqual(looked('select sum(amount), count(kind) from transaction_data', ['a', 'b'], [[1, 3]]), []);
  assert.deepEqual(looked(`select count(*) from transaction_data where country = 'DE'`, ['n'], [[3]]), []);
  assert.deepEqual(looked('select kind, country from transaction_data limit 3', ['kind', 'country'], [[], [], []]), []);
  const grouped = 'select kind, country, count(*) from transaction_data group by kind, country order by 3';
  assert.deepEqual(looked(grouped, ['kind', 'country', 'n'], [['card', 'DE', 3]]), ['kind', 'country']);
  assert.deepEqual(looked(grouped, ['kind', 'country', 'n'], [['card', 'DE', 3]], true), [], 'rows are missing');
  assert.deepEqual(looked('select distinct country from transaction_data', ['country'], [['DE']]), ['country']);
  assert.deepEqual(looked('select max(amount) from transaction_data', ['max'], [[9]]), ['amount']);
  assert.deepEqual(looked('select * from transaction_data', table.columns, [[], [], []]), table.columns);
  assert.deepEqual(looked('select kind from other_data group by kind', ['kind'], [['card']]), []);
});
