import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openStorage } from '#platform/storage/open-storage.ts';
import { pluck, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { failSql, getQuery, rowsOf, runSql, submit, untilOver, uploadTickets } from '../../test/workspace/workspace.ts';
import { changeSqlLimits } from '../operator/sql-limits.ts';

const harness = stopAtEnd(
  await startHarness({
    env: { ERRAND_SQL_WARM: '1', ERRAND_SQL_ROWS_MAX: '2500', ERRAND_SQL_TIMEOUT_SECONDS: '20' },
  }),
);
const org = await harness.org();
await uploadTickets(org);

describe('a synchronous query', () => {
  test('answers with one element per statement, in the shape of the contract', async () => {
    const results = await runSql(
      org,
      `select count(*) as n, max(amount) as most from tickets; select 'x' as a, null as b, true as c;`,
    );
    assert.equal(results.length, 2);
    const [first, second] = results;
    assert.deepEqual(first.result_rows, [[3_000, 749.75]]);
    assert.deepEqual(first.column_names, ['n', 'most']);
    assert.deepEqual(first.column_types, ['Int64', 'Float64']);
    assert.equal(first.row_count, 1);
    assert.equal(first.query, 'select count(*) as n, max(amount) as most from tickets');
    assert.equal(first.summary.read_rows, 3_000);
    assert.equal(first.summary.query_id, first.query_id);
    assert.ok(first.end_timestamp >= first.start_timestamp && first.start_timestamp > 1e9);
    assert.deepEqual(second.result_rows, [['x', null, true]]);
    assert.deepEqual(second.column_types, ['String', 'Nullable(Int32)', 'Bool']);
  });

  test('sends numbers, truth values and null as JSON and everything else as text', async () => {
    const [result] = await runSql(
      org,
      `select 9007199254740993 as big, 1.50::decimal(10, 2) as money, date '2024-01-05' as day, [1, 2::bigint, 9007199254740993] as list, {'a': 'b', 'c': 1.50} as struct,
        'NaN'::double as nan, interval '3 days' as span, 170141183460469231731687303715884105727::hugeint as huge`,
    );
    const answer = await org.request('POST', '/v1/database/query/', { query: 'select 9007199254740993 as big' });
    assert.match(answer.text, /"result_rows":\[\[9007199254740993\]\]/);
    const { query_id: id } = answer.body[0];
    assert.equal((await org.expect(200, 'GET', `/v1/database/query/${id}/`)).query_task_status, 'SUCCESS');
    assert.deepEqual(result.result_rows[0].slice(1, 7), [
      1.5,
      '2024-01-05',
      '[1,2,9007199254740993]',
      '{"a":"b","c":1.50}',
      'NaN',
      '3 days',
    ]);
  });

  test('shows structures without names as text, with all their values', async () => {
    const sql = `select 7 as n, (id, city) as pair, [row(1, 2)] as "a list" from tickets order by id limit 2 -- last`;
    const [result] = await runSql(org, sql);
    assert.deepEqual(result.column_names, ['n', 'pair', 'a list']);
    assert.deepEqual(result.result_rows, [
      [7, '(0, Rome)', '[(1, 2)]'],
      [7, '(1, Oslo)', '[(1, 2)]'],
    ]);
    await runSql(org, `create table pairs as select (1, 'x') as p; insert into pairs select (2, 'y')`);
    assert.deepEqual(await rowsOf(org, 'select p from pairs'), [['(1, x)'], ['(2, y)']]);
  });

  test('gives at most the configured rows and says so', async () => {
    const [result] = await runSql(org, 'select id from tickets order by id');
    assert.deepEqual([result.row_count, result.truncated, result.result_rows.at(-1)], [2_500, true, [2_499]]);
  });

  test('that fails is 400 {message} and quotes the position', async () => {
    assert.match(await failSql(org, 'select id,\n  nope from tickets'), /"nope" not found.*\(line 2, column 3\)/s);
    assert.match(await failSql(org, 'selec 1'), /SELEC is not supported.*\(line 1, column 1\)/);
    assert.match(await failSql(org, 'select 1 +'), /Syntax error/);
    assert.match(await failSql(org, `select 'é',\n nope`), /"nope".*\(line 2, column 2\)/);
    assert.match(
      await failSql(org, 'insert into tickets values (1, default, 2)'),
      /DEFAULT is not supported. \(line 1, column 32\)/,
    );
    assert.match(await failSql(org, 'select 1e400'), /too large/);
    assert.match(await failSql(org, `select '?', $1`), /Parameters.*\(line 1, column 13\)/);
    assert.match(await failSql(org, 'select * from nothing'), /There is no table 'nothing'. \(line 1, column 15\)/);
    assert.match(
      await failSql(org, `select 'é', nothing()`),
      /nothing\(\) is unknown or not allowed. \(line 1, column 13\)/,
    );
    assert.match(await failSql(org, `select 1; select 'a`), /is not closed. \(line 1, column 18\)/);
    assert.match(await failSql(org, `select 1; select 'x'::int`), /^Statement 2: Conversion error/);
  });

  test('refuses a malformed query with {message}', async () => {
    for (const body of [
      {},
      { query: '' },
      { query: '  ' },
      { query: 7 },
      { query: 'x'.repeat(65_537) },
      { query: ';' },
      { query: '-- nothing' },
      ['no object'] as never,
      { query: '\u0000' },
    ]) {
      for (const path of ['/v1/database/query/', '/v1/database/query/async/']) {
        if (path.includes('async') && [';', '-- nothing'].includes(String(body.query))) continue;
        const answer = await org.request('POST', path, body);
        assert.deepEqual(
          [answer.status, Object.keys(answer.body)],
          [400, ['message', 'code']],
          JSON.stringify(body).slice(0, 50),
        );
      }
    }
    const unknown = { query: 'select 1', worksheet_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d' };
    const answer = await org.request('POST', '/v1/database/query/async/', unknown);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [404, ['message', 'code']]);
    const malformed = await org.request('POST', '/v1/database/query/async/', { query: 'select 1', worksheet_id: 'x' });
    assert.deepEqual([malformed.status, Object.keys(malformed.body)], [400, ['message', 'code']]);
  });
});

describe('an asynchronous query', () => {
  test('is a query object at once and has its result later', async () => {
    const worksheet = await org.request('POST', '/v1/database/worksheets/', { name: 'Mine' });
    const answer = await org.expect(200, 'POST', `/v1/database/query/async/?worksheet_id=${worksheet.body.id}`, {
      query: 'select 7 as n',
      use_admin: false,
    });
    const { id } = answer;
    assert.equal(answer.query_task_status, 'PENDING');
    assert.match(answer.query_task_id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(answer.organization, { id: org.orgId, name: 'Test' });
    assert.deepEqual(answer.worksheet, { id: worksheet.body.id, name: 'Mine' });
    assert.deepEqual([answer.error, answer.ai_summary, answer.finished_at], [null, null, null]);
    assert.equal((await untilOver(org, id)).query_task_status, 'SUCCESS');
    const result = await org.request('GET', `/v1/database/query/${id}/result/`);
    assert.deepEqual([result.body.worksheet_query_id, result.body.status, result.body.error], [id, 'SUCCESS', null]);
    assert.deepEqual(result.body.results[0].result_rows, [[7]]);
    const listed = await org.request('GET', `/v1/database/query/?worksheet_id=${worksheet.body.id}`);
    assert.deepEqual(pluck(listed.body.results, 'id'), [id]);
    await org.request('DELETE', `/v1/database/worksheets/${worksheet.body.id}/`);
    assert.equal((await getQuery(org, id)).worksheet, null);
  });

  test('that fails shows why in its object and its result, with the statements before', async () => {
    const id = await submit(org, 'select 1 as a; select nope');
    const query = await untilOver(org, id);
    assert.equal(query.query_task_status, 'FAILURE');
    assert.match(query.error, /^Statement 2: .*nope/);
    const { body } = await org.request('GET', `/v1/database/query/${id}/result/`);
    assert.deepEqual([body.status, body.error, body.results.length], ['FAILURE', query.error, 1]);
  });

  test('has rows that can be paged from storage and exported', async () => {
    await runSql(org, 'create table many as select * from tickets');
    const id = await submit(org, 'select id, city from many order by id');
    await untilOver(org, id);
    for (const [offset, limit] of [
      [0, 2],
      [999, 3],
      [1_000, 1],
      [2_400, 500],
      [2_500, 5],
      [0, 0],
    ] as const) {
      const { body } = await org.request('GET', `/v1/database/query/${id}/result/?offset=${offset}&limit=${limit}`);
      const expected = Array.from({ length: Math.max(0, Math.min(limit, 2_500 - offset)) }, (_, at) => offset + at);
      assert.deepEqual(
        body.results[0].result_rows.map((row: number[]) => row[0]),
        expected,
      );
      assert.equal(body.results[0].row_count, expected.length);
    }
    // The tables may have changed since then.
    await runSql(org, 'drop table many', { use_admin: true });
    for (const again of ['first', 'second']) {
      const csv = await org.request('GET', `/v1/database/query/${id}/export/`);
      assert.match(csv.headers.get('content-type')!, /^text\/csv/);
      assert.equal(csv.text.split('\r\n').length, 3_002, `${again}: also the rows that the result leaves out`);
      assert.ok(csv.text.startsWith('id,city\r\n0,Rome\r\n1,Oslo\r\n'));
      assert.equal(csv.headers.get('x-truncated'), null);
    }
    const lines = await org.request('GET', `/v1/database/query/${id}/export/?format=jsonl`);
    assert.deepEqual(JSON.parse(lines.text.split('\n')[2_999]!), { id: 2_999, city: 'Oslo' });
    const parquet = await org.request('GET', `/v1/database/query/${id}/export/?format=parquet`);
    assert.deepEqual([parquet.status, parquet.text.slice(0, 4)], [200, 'PAR1']);
    const small = await submit(org, `select 1 as a, 'x, "y"' as a, null as b, 1.50::decimal(5, 2) as c, [1, 2] as d`);
    await untilOver(org, small);
    const kept = await org.request('GET', `/v1/database/query/${small}/export/`);
    assert.equal(kept.text, 'a,a,b,c,d\r\n1,"x, ""y""",,1.50,"[1,2]"\r\n');
    assert.equal((await org.request('GET', `/v1/database/query/${id}/export/?format=x`)).status, 400);
    assert.equal((await org.request('GET', `/v1/database/query/${id}/export/?statement=2`)).status, 400);
  });

  test('whose rows are not kept any more is 404', async () => {
    const id = await submit(org, 'select 1 as a');
    await untilOver(org, id);
    const storage = await openStorage(join(harness.dataDir, 'storage'));
    for await (const { key } of storage.list(`queries/${org.orgId}/${id}`)) await storage.delete(key);
    for (const path of ['result', 'export']) {
      const answer = await org.request('GET', `/v1/database/query/${id}/${path}/`);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [404, ['detail', 'code']]);
    }
  });

  test('is cancelled at once, and the next one works', async () => {
    const id = await submit(org, 'select count(*) from range(10000000000) a, range(10000000) b');
    await until(async () => (await getQuery(org, id)).query_task_status === 'STARTED', 'the start');
    const answer = await org.request('POST', `/v1/database/query/${id}/cancel/`);
    assert.deepEqual([answer.status, answer.body.query_task_status], [200, 'REVOKED']);
    assert.match((await org.request('GET', `/v1/database/query/${id}/result/`)).body.error, /cancelled/);
    assert.deepEqual(await rowsOf(org, 'select 1'), [[1]]);
    const over = await submit(org, 'select 1');
    await untilOver(org, over);
    assert.equal((await org.request('POST', `/v1/database/query/${over}/cancel/`)).body.query_task_status, 'SUCCESS');
  });
});

test('an organization may have limits of its own', async () => {
  const own = await harness.org();
  await changeSqlLimits(harness.database.system, own.orgId, { rows_max: 3, timeout_seconds: 1, memory_mb: 64 });
  const [result] = await runSql(own, 'select * from range(10)');
  assert.deepEqual([result.row_count, result.truncated], [3, true]);
  assert.match(await failSql(own, 'select count(*) from range(10000000000) a, range(100000) b'), /limit of 1 s/);
  assert.match(await failSql(own, `select length(string_agg(repeat('x', 100000), '')) from range(2000)`), /memory/);
});

describe('a table query', () => {
  const ask = (sql: unknown, limit?: unknown) =>
    org.request('POST', '/v1/tables/query/', { sql, ...(limit !== undefined && { limit }) });
  const result = (id: string) =>
    until(async () => {
      const { body } = await org.request('GET', `/v1/tables/query/${id}/result/`);
      return !['PENDING', 'STARTED'].includes(body.status) && body;
    }, 'the result');

  test('gives rows as objects, and says when there are more', async () => {
    const answer = await ask('with t as (select * from tickets) select id, city from t order by id', 2);
    assert.equal(answer.status, 202, answer.text);
    const body = await result(answer.body.table_query_id);
    assert.deepEqual([body.status, body.error, body.row_count, body.truncated], ['SUCCESS', null, 2, true]);
    assert.deepEqual(body.columns, [
      { name: 'id', type: 'Int64' },
      { name: 'city', type: 'String' },
    ]);
    assert.deepEqual(body.rows[1], { id: 1, city: 'Oslo' });
    assert.equal(typeof body.execution_time_ms, 'number');
  });

  test('is one SELECT: everything else is a field map under sql', async () => {
    for (const sql of [
      '',
      7,
      'select 1; select 2',
      'drop table tickets',
      'show tables',
      'x',
      `select 'a`,
      'x'.repeat(65_537),
      `select run_agent('a', map('b', 'c'))`,
    ]) {
      const answer = await ask(sql);
      assert.equal(answer.status, 400, String(sql).slice(0, 40));
      assert.ok(Array.isArray(answer.body.sql), answer.text);
    }
    for (const limit of [0, 1_001, 'x']) assert.ok(Array.isArray((await ask('select 1', limit)).body.limit));
  });

  test('that is wrong fails in its result', async () => {
    const body = await result((await ask('select nope from tickets')).body.table_query_id);
    assert.equal(body.status, 'FAILURE');
    assert.match(body.error, /nope/);
    assert.deepEqual([body.columns, body.rows], [[], []]);
  });

  test('of another organization is 403, an unknown one 404', async () => {
    const { body } = await ask('select 1');
    const other = await harness.org();
    const path = (id: string) => `/v1/tables/query/${id}/result/`;
    assert.equal((await other.request('GET', path(body.table_query_id))).status, 403);
    assert.equal((await other.request('GET', path('01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'))).status, 404);
  });
});
