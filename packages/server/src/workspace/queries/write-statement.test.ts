import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pluck, request, startHarness, stopAtEnd } from '../../../test/harness.ts';
import { failSql, rowsOf, runSql, uploadTickets } from '../../../test/workspace/workspace.ts';

const harness = stopAtEnd(
  await startHarness({
    env: { ERRAND_SQL_ROWS_MAX: '2500', ERRAND_SQL_TIMEOUT_SECONDS: '20' },
  }),
);
const org = await harness.org();
await uploadTickets(org);

describe('statements that change tables', () => {
  test('everybody may CREATE TABLE … AS and INSERT, and an error changes nothing', async () => {
    const created = await runSql(
      org,
      `create table cities as select city, count(*) as n, sum(id) as total from tickets group by city order by city`,
    );
    assert.equal(created[0].summary.written_rows, 2);
    assert.deepEqual(await rowsOf(org, 'select city, n, total from cities order by city'), [
      ['Oslo', 1_500, 2_250_000],
      ['Rome', 1_500, 2_248_500],
    ]);
    assert.equal(
      (await runSql(org, `insert into cities (city, n) values ('Bonn', 1), ('Kiel', 2)`))[0].summary.written_rows,
      2,
    );
    assert.deepEqual(await rowsOf(org, `select city, total from cities where total is null order by city`), [
      ['Bonn', null],
      ['Kiel', null],
    ]);
    await runSql(org, `insert into cities by name (select 3 as n, 'Jena' as city)`);
    assert.match(await failSql(org, `insert into cities by name select 3 as nope`), /the table does not.*nope/);
    assert.deepEqual(await rowsOf(org, `select city, n from (table cities) where n = 3`), [['Jena', 3]]);
    assert.match(await failSql(org, `insert into cities (n) values ('x')`), /Conversion error/);
    assert.match(await failSql(org, 'create table cities as select 1 as a'), /already a table/);
    assert.match(await failSql(org, 'create table "a b" as select 1 as a'), /not valid/);
    assert.match(await failSql(org, 'create table t as select 1,\n  nope'), /"nope".*\(line 2, column 3\)/s);
    assert.match(await failSql(org, 'create table twice as select 1 as a, 2 as A'), /Two columns/);
    assert.deepEqual(await rowsOf(org, 'select count(*) from cities'), [[5]]);
    await runSql(org, 'create table if not exists cities as select 1 as a');
    const described = await org.request('GET', '/v1/tables/cities/describe/');
    assert.deepEqual(pluck(described.body.columns, 'type'), ['String', 'Int64', 'Nullable(Decimal(38, 0))']);
  });

  test('CREATE TABLE with columns makes an empty table that can be filled', async () => {
    await runSql(org, 'create table made (id bigint, "a name" varchar, price decimal(10, 2))');
    assert.deepEqual(await rowsOf(org, 'select * from made'), []);
    await runSql(org, `insert into made select 1, 'x', 2.5`);
    assert.deepEqual(await rowsOf(org, 'select * from made'), [[1, 'x', 2.5]]);
    assert.match(await failSql(org, 'create table bad (a int); drop table made'), /Statement 2: DROP/);
    assert.match(await failSql(org, 'create table bad_type (a nothing)'), /nothing/);
    assert.match(await failSql(org, `create table worse (a int), (select 1)`), /./);
  });

  test('DROP, TRUNCATE, ALTER, DELETE, UPDATE and CREATE OR REPLACE need use_admin, and that the role admin', async () => {
    await runSql(org, `create table plants as select * from (values (1, 'rose'), (2, 'oak'), (3, null)) t(id, name)`);
    for (const sql of [
      'drop table plants',
      'truncate plants',
      'alter table plants rename to trees',
      'delete from plants',
      'update plants set id = 1',
      'create or replace table plants as select 1 as a',
    ])
      assert.match(await failSql(org, sql), /use_admin/);
    const member = await org.keyWithRole('member');
    const refused = await request(harness.baseUrl, member, 'POST', '/v1/database/query/', {
      query: 'drop table plants',
      use_admin: true,
    });
    assert.deepEqual([refused.status, Object.keys(refused.body)], [403, ['detail', 'code']]);
    const admin = { use_admin: true };
    await runSql(org, `delete from plants where name = 'rose'`, admin);
    assert.deepEqual(
      await rowsOf(org, 'select id from plants order by id'),
      [[2], [3]],
      'rows for which the condition is unknown stay',
    );
    assert.match(
      await failSql(org, `delete from plants where true) union all select * from plants where (true`, admin),
      /expression|Syntax/,
    );
    await runSql(
      org,
      `update plants p set id = id + length(coalesce(name, '')), name = case when p.id = 2 then 'elm' else name end
        where name is distinct from 'rose' and id in (select 2)`,
      admin,
    );
    assert.deepEqual(await rowsOf(org, 'select * from plants order by id'), [
      [3, null],
      [5, 'elm'],
    ]);
    for (const [sql, message] of [
      ['update plants set id = 7, nope = 1', /no column 'nope'/],
      [`update plants set id = 'x'`, /Conversion error/],
      ['update plants set id = 1, id = 2', /set twice/],
      ['update plants set id = 1), (select 2', /Unexpected|expression|Syntax/],
      ['update plants set id = q.id from plants q', /UPDATE … FROM is not supported.*\(line 1, column 29\)/],
      ['update plants set id = 1\nwhere nope > 1', /"nope" not found.*\(line 2, column 7\)/s],
      ['update plants set id = 1 returning id', /Unexpected/],
    ] as const)
      assert.match(await failSql(org, sql, admin), message, sql);
    await runSql(org, `update plants set id = 2, name = 'oak' where id = 5`, admin);
    await runSql(org, 'alter table plants add column height double', admin);
    await runSql(org, 'alter table plants rename column name to title', admin);
    assert.deepEqual(await rowsOf(org, 'select id, title, height from plants order by id'), [
      [2, 'oak', null],
      [3, null, null],
    ]);
    await runSql(org, 'alter table plants drop column height', admin);
    await runSql(org, 'alter table plants rename to trees', admin);
    assert.deepEqual(await rowsOf(org, 'describe trees'), [
      ['id', 'Int32'],
      ['title', 'Nullable(String)'],
    ]);
    await runSql(org, 'truncate table trees', admin);
    assert.deepEqual(await rowsOf(org, 'select count(*) from trees'), [[0]]);
    await runSql(org, 'create or replace table trees as select 5 as five', admin);
    assert.deepEqual(await rowsOf(org, 'select * from trees'), [[5]]);
    await runSql(org, 'drop table trees; drop table if exists trees', admin);
    assert.match(await failSql(org, 'drop table trees', admin), /no table/);
  });

  test('SHOW TABLES, DESCRIBE and EXPLAIN answer with rows', async () => {
    assert.ok((await rowsOf(org, 'show tables')).some(([name]) => name === 'tickets'));
    assert.deepEqual((await rowsOf(org, 'describe tickets'))[0], ['id', 'Int64']);
    for (const query of ['select id, city || 1 as named from tickets', '(from tickets select id, city as named)'])
      assert.deepEqual(
        (await rowsOf(org, `describe ${query}`)).map((row) => row.slice(0, 2)),
        [
          ['id', 'BIGINT'],
          ['named', 'VARCHAR'],
        ],
      );
    assert.match(
      await failSql(org, `describe select run_agent('x', map('a', 'b'))`),
      /cannot be explained or described/,
    );
    assert.match(String((await rowsOf(org, 'explain select city from tickets'))[0]), /READ_PARQUET|SCAN/i);
    assert.match(await failSql(org, 'explain analyze delete from tickets'), /Only queries can be explained/);
  });

  test('PIVOT and UNPIVOT are queries', async () => {
    assert.deepEqual(
      await rowsOf(
        org,
        `pivot (select id % 2 as odd, city from tickets where id < 10) on city using count(*) order by odd`,
      ),
      [
        [0, 0, 5],
        [1, 5, 0],
      ],
    );
    assert.deepEqual(await rowsOf(org, 'unpivot (select 1 as a, 2 as b) on a, b into name n value v'), [
      ['a', 1],
      ['b', 2],
    ]);
    await runSql(org, `create table wide as pivot tickets on city in ('Oslo') using sum(amount) group by amount`);
    assert.match(await failSql(org, 'pivot tickets on id using count(*)'), /more than 1000 columns/);
    assert.match(await failSql(org, `pivot tickets\n  on nope using count(*)`), /\(line 2, column 6\)/);
  });

  test('a table may be called like something of the engine', async () => {
    await runSql(org, `create table errand_target as select 7 as n; create table duckdb_settings as select 8 as n`);
    await runSql(org, 'insert into duckdb_settings select * from errand_target');
    assert.deepEqual(await rowsOf(org, 'select n from duckdb_settings'), [[8], [7]]);
  });

  test('racing inserts lose nothing', async () => {
    await runSql(org, 'create table race (n bigint)');
    await Promise.all(Array.from({ length: 6 }, (_, at) => runSql(org, `insert into race values (${at})`)));
    assert.deepEqual(await rowsOf(org, 'select count(*), sum(n) from race'), [[6, 15]]);
  });
});
