import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { openStorage } from '#platform/storage/open-storage.ts';
import { s3 } from '../../src/connections/drivers/s3.ts';
import { createTestDatabase } from '../databases.ts';
import { testEngines } from '../engines.ts';
import { pluck, request, startHarness, until } from '../harness.ts';
import { createAgent } from '../runs.ts';
import { startS3 } from '../s3-server.ts';
import { failSql, getQuery, rowsOf, runSql, submit, untilOver, uploadCsv } from '../workspace/workspace.ts';
import { startDatabasePort, systemOf } from './systems.ts';

// connection('name', 'table or query') in SQL, with a real PostgreSQL and a real object store on the other side.

const ROWS = 100_000;
const CANARY = 'canary-5b20e7';
/** Roles belong to the whole server. */
const READER = `reader_${process.pid}_${Date.now()}`;

const folder = await mkdtemp(join(tmpdir(), 'errand-sql-'));
const bucket = await startS3(folder, 'team-files');
const endpoint = process.env.AWS_ENDPOINT_URL!;
const made = await createTestDatabase();
const drop = made.drop;
const port = await startDatabasePort(made.url);
const shop = new pg.Client({ connectionString: made.url });
await shop.connect();
await shop.query(`create type state as enum ('open', 'paid');
  create table orders (id int8 primary key, total numeric(12, 2), city text, paid bool, at timestamptz, day date, note text, data jsonb);
  insert into orders select n, n / 100.0, 'city ' || n % 50, n % 2 = 0, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 s',
    '2026-01-01'::date + n % 30, case when n % 3 = 0 then null when n % 3 = 1 then '' else 'a "quoted", line' || chr(10) || 'ö' end, '{"a": 1}'
    from generate_series(1, ${ROWS}) n;
  create table odd (id int, real_ float4, double_ float8, free numeric, fixed char(4), state state, net inet, uid uuid, plain text, "Mixed" text);
  insert into odd values (1, 0.1, 0.1, 0.1, 'ab', 'open', '10.0.0.1', '00000000-0000-4000-8000-00000000000a', 'B', 'x'),
    (2, 0.2, 0.2, 0.10000000000000000001, 'abcd', 'paid', '10.0.0.2', '00000000-0000-4000-8000-00000000000b', 'a', 'y'),
    (3, null, null, null, null, null, null, null, null, null), (4, 'NaN', 'Infinity', 7, '', 'open', '::1', null, 'Ä', '')`);
await shop.query(
  `create role ${READER} login password '${CANARY}'; grant select on all tables in schema public to ${READER}`,
);
const harness = await startHarness({
  env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8', ERRAND_SQL_CONNECTION_BYTES_MAX: String(64 * 1024 ** 2) },
  engines: testEngines,
});
const org = await harness.org();
await connect('postgres', 'shop', port.config, { username: READER, password: CANARY });
await connect(
  's3',
  'files',
  { bucket: 'team-files', endpoint },
  { access_key_id: 'S3RVER', secret_access_key: 'S3RVER' },
);
after(async () => {
  await harness.stop();
  port.close();
  await shop.query(`drop owned by ${READER}; drop role ${READER}`);
  await shop.end();
  await drop();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

async function connect(connector_type: string, name: string, config: object, auth_config: object, who = org) {
  const made = await who.request('POST', '/v1/connections/', { connector_type, name, config, auth_config });
  assert.equal(made.status, 201, made.text);
  return made.body.id as string;
}
const lastOf = async (query: string) => (await runSql(org, query)).at(-1);

describe('rows of PostgreSQL', () => {
  test('come with their types, exact numbers, nulls and empty texts', async () => {
    const result = await lastOf(`select * from connection('shop', 'orders') where id <= 3 order by id`);
    assert.deepEqual(result.column_names, ['id', 'total', 'city', 'paid', 'at', 'day', 'note', 'data']);
    assert.deepEqual(
      result.column_types.map((type: string) => type.replace(/^Nullable\((.*)\)$/, '$1')),
      ['Int64', 'Decimal(12, 2)', 'String', 'Bool', 'DateTime', 'Date', 'String', 'String'],
    );
    assert.deepEqual(result.result_rows[0], [
      1,
      0.01,
      'city 1',
      false,
      result.result_rows[0][4],
      '2026-01-02',
      '',
      '{"a": 1}',
    ]);
    assert.match(result.result_rows[0][4], /^2026-01-01.00:00:01/);
    assert.deepEqual([result.result_rows[1][6], result.result_rows[2][6]], ['a "quoted", line\nö', null]);
    assert.deepEqual(await rowsOf(org, `select sum(total) from connection('shop', 'orders')`), [[50000500]]);
  });

  test('columns, filters and limits are left to the database; the answer shows which', async () => {
    const result = await lastOf(
      `select city, count(*) as n from connection('shop', 'orders') o
        where o.total > 10.5 and o.CITY in ('city 1', 'city 2') and o.day between date '2026-01-02' and '2026-01-03'
          and o.at < '2026-01-01 12:00:00' and o.note is not null and lower(o.city) <> 'x' group by city order by city`,
    );
    const { rows } = await shop.query(
      `select city, count(*)::int as n from orders where total > 10.5 and city in ('city 1', 'city 2') and note is not null
        and day between '2026-01-02' and '2026-01-03' and at < '2026-01-01T12:00:00Z' group by city order by city`,
    );
    assert.deepEqual(result.result_rows, pluck(rows, 'city', 'n'));
    const [read] = result.connections;
    assert.deepEqual(read.filters, [
      'total > 10.5',
      'CITY in ("city 1", "city 2")',
      'day >= "2026-01-02"',
      'day <= "2026-01-03"',
      'at < "2026-01-01 12:00:00"',
      'note is not null',
    ]);
    assert.equal(
      read.rows,
      rows.reduce((sum, { n }) => sum + n, 0),
    );
    assert.equal(result.summary.read_rows, read.rows);
    const few = await lastOf(
      `select id from connection('shop', 'select * from orders') where paid = true limit 5 offset 2`,
    );
    assert.deepEqual([few.row_count, few.connections[0].rows, few.connections[0].limit], [5, 7, 7]);
    assert.deepEqual(few.connections[0].columns, ['id', 'paid']);
    const described = await lastOf(`describe select id, note from connection('shop', 'orders')`);
    assert.deepEqual([described.row_count, described.connections[0].rows], [2, 0]);
  });

  test('a filter left to the database gives the same rows as one that is not', async () => {
    const conditions = [
      'real_ = 0.1', 'real_ <> 0.1', 'double_ >= 0.1', 'free = 0.1', 'free > 0.1', 'free < 8', `fixed = 'ab'`, `fixed <> 'ab'`,
      `fixed = 'ab  '`, `state = 'open'`, `state <> 'open'`, `state = 'none such'`, `net = '10.0.0.1'`, `net <> '10.0.0.1/32'`,
      `uid = '00000000-0000-4000-8000-00000000000a'`, `uid = '00000000-0000-4000-8000-00000000000A'`, `uid in ('x', '00000000-0000-4000-8000-00000000000b')`,
      `plain > 'a'`, `plain < 'a'`, `plain = 'Ä'`, `plain between 'A' and 'Z'`, `mixed = 'x'`, `"MIXED" <> ''`, 'mixed is null', 'plain is not null',
      `id = 1`, 'id > 1.5', '2 < id', 'id <> 4 and id in (1, 4)',
    ]; // biome-ignore format: a list
    await runSql(org, `create table odd as select * from connection('shop', 'odd')`);
    const ask = (from: string, some: string[]) =>
      rowsOf(
        org,
        `${some.map((condition, at) => `select ${at}, id from ${from} where ${condition}`).join(' union all ')} order by 1, 2`,
      );
    for (let at = 0; at < conditions.length; at += 10) {
      const some = conditions.slice(at, at + 10);
      assert.deepEqual(await ask(`connection('shop', 'odd')`, some), await ask('odd', some), some.join());
    }
  });

  test('join tables of the workspace, other connections and themselves, also in WITH, PIVOT and INSERT', async () => {
    await uploadCsv(org, 'cities', 'city,country\ncity 1,A\ncity 2,B\n');
    assert.deepEqual(
      await rowsOf(
        org,
        `with paid as (select * from connection('shop', $$select id, city, note from orders where note <> 'it''s'$$) p where p.id < 200)
          select country, count(*), count(o.id) from cities left join paid using (city)
            left join connection('shop', 'orders') o on o.id = paid.id and o.id < 100 where o.id is null or o.id > 0
          group by country order by country`,
      ),
      [
        ['A', 3, 1],
        ['B', 3, 2],
      ],
    );
    const pivot = await lastOf(
      `pivot connection('shop', 'select city, paid from orders where id <= 100') on paid using count(*) group by city order by city limit 1`,
    );
    assert.deepEqual(pivot.result_rows, [['city 0', 0, 2]]);
    await runSql(org, `create table kept as select id, total from connection('shop', 'orders') where id <= 10`);
    const inserted = await lastOf(`insert into kept select id, total from connection('shop', 'orders') where id = 11`);
    assert.deepEqual([inserted.summary.written_rows, inserted.connections[0].rows], [1, 1]);
    await runSql(org, `delete from kept where id in (select id from connection('shop', 'orders') where id > 9)`, {
      use_admin: true,
    });
    assert.deepEqual(await rowsOf(org, 'select count(*), max(total) from kept'), [[9, 0.09]]);
  });

  test('join tables of the service', async () => {
    const joined = `select o.id, j.status from connection('shop', 'orders') o left join errand.jobs j on j.id = o.city where o.id = 1`;
    assert.deepEqual(await rowsOf(org, joined), [[1, null]]);
  });

  test('a name of that kind still means a table or a common table expression', async () => {
    assert.deepEqual(await rowsOf(org, 'with connection(a, b) as (select 1, 2) select a + b from connection'), [[3]]);
  });

  test(`${ROWS} rows reach agents while the memory of the service stays flat`, { timeout: 300_000 }, async () => {
    const agent = (await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] })).id;
    await rowsOf(org, `select count(*) from connection('shop', 'orders')`);
    const before = process.memoryUsage.rss();
    let peak = before;
    const watching = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 20);
    const id = await submit(
      org,
      `create table answered as select id, note, run_agent_sync('${agent}', map('text', city)) as answer from connection('shop', 'orders')`,
    );
    const query = await untilOver(org, id, 250_000);
    clearInterval(watching);
    assert.deepEqual([query.query_task_status, query.error, query.jobs_total], ['SUCCESS', null, 50]);
    assert.deepEqual(
      await rowsOf(org, `select count(*), count(distinct answer), count(*) filter (answer is null) from answered`),
      [[ROWS, 50, 0]],
    );
    const grew = Math.round((peak - before) / 1_048_576);
    assert.ok(grew < 200, `grew by ${grew} MB`);
    if (process.env.ERRAND_TEST_FIGURES) console.log(`grew by ${grew} MB`);
  });

  test('a result that was cut can be exported whole, from the rows that were read', async () => {
    const id = await submit(org, `select id from connection('shop', 'orders') where id <= 20000`);
    await untilOver(org, id);
    await shop.query(`update orders set id = -id where id = 20000`);
    const exported = await org.request('GET', `/v1/database/query/${id}/export/?format=csv`);
    assert.equal(exported.status, 200, exported.text.slice(0, 300));
    assert.equal(exported.text.trim().split('\n').length, 20_001);
    await shop.query(`update orders set id = -id where id = -20000`);
  });

  test('what was read is gone from storage with the end of the statement, or its failure', async () => {
    const storage = await openStorage(join(harness.dataDir, 'storage'));
    const list = async () => (await Array.fromAsync(storage.list(`tables/${org.orgId}/`))).map(({ key }) => key).sort();
    const before = await list();
    await runSql(org, `select max(id) from connection('shop', 'orders') where id < 10`);
    await failSql(org, `select nothing from connection('shop', 'orders') where id < 10`);
    assert.deepEqual(await list(), before);
  });
});

describe('refusals', () => {
  test('a query that writes, or is two, is refused and changes nothing', async () => {
    for (const source of [
      'with gone as (delete from odd returning id) select * from gone',
      'select 1; delete from odd',
      'select 1); delete from odd; select (1',
      'delete from odd',
      'table odd; commit; drop table odd',
    ])
      assert.match(
        await failSql(org, `select * from connection('shop', '${source}')`),
        /^Connection 'shop': .*(refused|read-only|begins with).* \(line 1, column 15\)$/,
        source,
      );
    const { rows } = await shop.query('select count(*)::int as count from odd');
    assert.equal(rows[0].count, 4);
  });

  test('what cannot be read is reported with its place, and without the secrets of the connection', async () => {
    const other = await harness.org({ name: 'Other' });
    await connect('postgres', 'theirs', port.config, port.auth, other);
    await connect('custom_api', 'api', { base_url: 'http://127.0.0.1:9' }, { type: 'none' });
    const tries: [sql: string, message: RegExp][] = [
      [`select * from connection('theirs', 'odd')`, /There is no connection 'theirs'/],
      [`select * from connection('api', 'odd')`, /neither tables nor files/],
      [`select\n * from connection('shop', 'none such')`, /must be a table name, .*\. \(line 2, column 9\)/],
      [`select * from connection('shop', 'nosuch')`, /relation "nosuch" does not exist/],
      [`select nothing from connection('shop', 'odd')`, /"nothing".*\(line 1, column 8\)/s],
      [`select connection('shop', 'odd')`, /only in FROM.*column 8/],
      [`select * from connection('shop')`, /takes two strings/],
      [`select * from connection(name, 'odd')`, /in FROM with two strings/],
      [`select * from connection('shop', e'odd')`, /plain quotes/],
      [
        `select * from ${Array.from({ length: 11 }, (_, at) => `connection('shop', 'odd') t${at}`).join(', ')}`,
        /at most 10/,
      ],
      [`select * from connection('shop', 'select ''${CANARY}''::int')`, /invalid input syntax.*\*{8}/],
      [
        `select * from connection('shop', 'select repeat(''x'', 20000) from generate_series(1, 10000)')`,
        /limit of \d+ bytes/,
      ],
      [`select * from connection('shop', 'select repeat(''x'', 8000000)')`, /A row is longer/],
      [`select * from connection('files', 'none.csv')`, /no object none\.csv/],
      [`select * from connection('files', '../x')`, /path/],
    ];
    for (const [sql, message] of tries) {
      const told = await failSql(org, sql);
      assert.match(told, message, sql);
      assert.ok(!told.includes(CANARY), told);
      assert.ok(!/errand connection/.test(told), told);
    }
  });

  test('needs the role member; reading is audited and noted', async () => {
    const viewer = await org.keyWithRole('viewer');
    const sql = `select id from connection('shop', 'odd') order by id`;
    const asked = await request(harness.baseUrl, viewer, 'POST', '/v1/tables/query/', { sql });
    assert.equal(asked.status, 202, asked.text);
    const result = await until(async () => {
      const { body } = await org.request('GET', `/v1/tables/query/${asked.body.table_query_id}/result/`);
      return ['SUCCESS', 'FAILURE'].includes(body.status) && body;
    }, 'the query of a viewer');
    assert.match(result.error, /needs the role member; yours is viewer/);
    await runSql(org, sql);
    const { body } = await org.request('GET', `/v1/organizations/${org.orgId}/audit/`);
    const entry = body.results.find(({ action }: { action: string }) => action === 'connection.queried');
    assert.deepEqual([entry.target_type, entry.detail.name, entry.detail.source], ['connection', 'shop', 'odd']);
    const { body: listed } = await org.request('GET', '/v1/connections/?search=shop');
    assert.ok(listed.results[0].last_used_at);
  });

  test('the other side that goes away midway ends the query with a clear error, and cancelling ends the read', async () => {
    const endless = `connection('shop', 'select n, pg_sleep(0.001) from generate_series(1, 10000000) n')`;
    const sessions = async (): Promise<number> => {
      const { rows } = await shop.query(
        `select count(*)::int as count from pg_stat_activity where application_name = 'errand' and query like 'fetch%' and datname = current_database()`,
      );
      return rows[0].count;
    };
    const dying = await submit(org, `select count(*) from ${endless}`);
    await until(async () => (await sessions()) > 0, 'the read');
    await shop.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'errand' and query like 'fetch%'`,
    );
    const died = await untilOver(org, dying);
    assert.equal(died.query_task_status, 'FAILURE');
    assert.match(died.error, /^Connection 'shop': The database .*(terminat|closed).* \(line 1, column 22\)$/);
    const cancelled = await submit(org, `select count(*) from ${endless}`);
    await until(async () => (await sessions()) > 0, 'the second read');
    await org.request('POST', `/v1/database/query/${cancelled}/cancel/`);
    await until(async () => (await sessions()) === 0, 'the end of the session');
    assert.equal((await getQuery(org, cancelled)).query_task_status, 'REVOKED');
  });
});

test('files of an object store are tables: CSV, JSON lines and Parquet', async () => {
  const system = systemOf({ bucket: 'team-files', endpoint }, { access_key_id: 'S3RVER', secret_access_key: 'S3RVER' });
  await s3.files!.write(system, 'in/people.csv', Buffer.from('id;name\n1;Ada\n2;Bob\n'), 'text/csv');
  await s3.files!.write(system, 'in/people.jsonl', Buffer.from('{"id": 3, "name": "Cy"}\n'), 'application/json');
  assert.deepEqual(
    await rowsOf(
      org,
      `select * from connection('files', 'in/people.csv') union all select * from connection('files', 'in/people.jsonl') order by id`,
    ),
    [
      [1, 'Ada'],
      [2, 'Bob'],
      [3, 'Cy'],
    ],
  );
});
