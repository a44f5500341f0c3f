import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsLookedAt, isLookedAt, readLook, writeLook } from './looked-at.ts';

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
  assert.deepEqual(looked('select max(amount) from transaction_data', ['max'], [[9]]), ['max(amount)']);
  assert.deepEqual(looked('select * from transaction_data', table.columns, [[], [], []]), table.columns);
  assert.deepEqual(looked('select kind from other_data group by kind', ['kind'], [['card']]), []);
});

test('what a statement hides, shortens or mixes with others it has not looked at', () => {
  const countries: [string, string[], unknown[][]][] = [
    ['select count(*) from transaction_data group by country', ['n'], [[2], [1]]],
    ['select min(country), max(country) from transaction_data', ['a', 'b'], [['AT', 'US']]],
    ['select distinct left(country, 1) from transaction_data', ['c'], [['D']]],
    ['select country is null, count(*) from transaction_data group by 1', ['c', 'n'], [[false, 3]]],
    [`select id, 'DE' as country from transaction_data`, ['id', 'country'], [[], [], []]],
    [`select * replace ('DE' as country) from transaction_data`, table.columns, [[], [], []]],
    ['select distinct country from transaction_data tablesample 10%', ['country'], [['DE']]],
    ['select distinct country from (select country from transaction_data order by id)', ['country'], [['DE']]],
    ['select distinct t.country from transaction_data t, other_data', ['country'], [['DE']]],
    ['select distinct country from other_data -- transaction_data', ['country'], [['DE']]],
    ['select country from other_data union select country from transaction_data', ['country'], [['DE'], [], []]],
    ['with t as (select 1) select distinct country from transaction_data', ['country'], [['DE']]],
  ];
  for (const [sql, columns, rows] of countries)
    assert.deepEqual(looked(sql, columns, rows).includes('country'), false, sql);
});

test('the usual ways to write it count', () => {
  const columns: [string, string[], unknown[][]][] = [
    ['select country as c, count(*) from transaction_data group by 1 order by 2 desc;', ['c', 'n'], [['DE', 3]]],
    ['SELECT country, count(*) AS n\nFROM transaction_data\nGROUP BY ALL', ['country', 'n'], [['DE', 3]]],
    ['select distinct t."country" from main.transaction_data as t', ['country'], [['DE']]],
    ['select lower(country), max(amount) from "transaction_data" group by 1', ['c', 'm'], [['de', 3]]],
    ['from transaction_data', table.columns, [[], [], []]],
    ['select * exclude (id) from transaction_data t order by amount', ['kind', 'country', 'amount'], [[], [], []]],
  ];
  for (const [sql, names, rows] of columns) assert.ok(looked(sql, names, rows).includes('country'), sql);
});

test('the highest value tells whether any is above a limit, and nothing else', () => {
  const looks = [{ table: 't', seen: ['country', 'max(amount)'] }];
  const is = (columns: string[], extreme?: 'max' | 'min'): boolean =>
    isLookedAt(looks, { table: 't', columns, extreme });
  assert.ok(is(['amount'], 'max'));
  assert.ok(is(['country', 'amount'], 'max'), 'by group');
  assert.equal(is(['amount'], 'min'), false);
  assert.equal(is(['amount']), false, 'the rule has no limit');
});

test('columns that were seen in different statements do not tell which values meet in a row', () => {
  const looks = [
    { table: 't', seen: ['country'] },
    { table: 't', seen: ['kind'] },
  ];
  assert.equal(isLookedAt(looks, { table: 't', columns: ['country', 'kind'], extreme: undefined }), false);
  assert.ok(isLookedAt(looks, { table: 't', columns: ['kind'], extreme: undefined }));
});

test('a record keeps what was seen, and older records are read', () => {
  const look = { table: 't', seen: ['country', 'max(amount)'] };
  assert.deepEqual(readLook(writeLook(look)), look);
  assert.deepEqual(readLook('t.country'), { table: 't', seen: ['country'] });
});
