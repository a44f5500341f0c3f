import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { rowsOf, runSql, submit, untilOver, upload } from './workspace.ts';

// Odd values on their ways: out of a query, into a table and back, into files.

const harness = stopAtEnd(await startHarness());
const org = await harness.org();

test('moments, spans and floats are shown as the engine itself writes them, also inside of lists', async () => {
  const values = [
    `'infinity'::date`,
    `'-infinity'::date`,
    `'infinity'::timestamp`,
    `'-infinity'::timestamptz`,
    `'infinity'::timestamp_s`,
    `'infinity'::timestamp_ms`,
    `'-infinity'::timestamp_ns`,
    `'0000-02-29'::date`,
    `'0000-03-01 01:02:03'::timestamp`,
    `'0044-03-15 (BC)'::date`,
    `interval '-1 year 3 days -5.5 seconds'`,
  ];
  const shown = values.map((_, at) => `v${at}, v${at}::varchar, [v${at}]`);
  const [row] = await rowsOf(org, `select ${shown} from (select ${values.map((value, at) => `${value} as v${at}`)})`);
  assert.equal(row!.length, values.length * 3);
  for (const [at, value] of values.entries()) {
    const [plain, text, list] = row!.slice(at * 3);
    assert.equal(plain, text, value);
    assert.deepEqual(JSON.parse(list as string), [text], value);
  }
  const [floats] = await rowsOf(
    org,
    `select 0.1::float, 16777216::float, 3.4028235e38::float, 1.17549435e-38::float, [0.3::float, 'nan'::float]`,
  );
  assert.deepEqual(floats, [0.1, 16777216, 3.4028235e38, 1.1754944e-38, '[0.3,"NaN"]']);
});

test('a table gives back what was put into it: spans with sign and microseconds, long integers inside of lists', async () => {
  const values = [
    `interval '-1 year 3 days -5 hours'`,
    `interval '1.123456 seconds'`,
    `[interval '-1.000001 seconds']`,
    `[99999999999999999999999999999999999999::hugeint]`,
    `{'HUGEINT': 99999999999999999999999999999999999999::hugeint, 'e': 'it''s HUGEINT'::enum('it''s HUGEINT')}`,
    `map {12345678901234567890::uhugeint: 'a'}`,
    `['x'::enum('x', 'y')]`,
    `'infinity'::date`,
  ];
  const sql = `select ${values.map((value, at) => `${value} as v${at}`)}`;
  const [direct] = await rowsOf(org, sql);
  await runSql(org, `create table kept as ${sql}; insert into kept ${sql}`);
  assert.deepEqual(await rowsOf(org, 'select * from kept'), [direct, direct]);
  // Still spans, to compute with; also after a rewrite.
  await runSql(org, `update kept set v0 = -v0`, { use_admin: true });
  assert.deepEqual(await rowsOf(org, "select distinct v0, timestamp '2026-01-10' + v0 from kept"), [
    ['1 year -3 days 05:00:00', '2027-01-07 05:00:00'],
  ]);
  const [type] = (await org.request('GET', '/v1/tables/kept/describe/')).body.columns;
  assert.equal(type.type, 'String');
});

test('decimals keep their digits in previews, table queries and files', async () => {
  await runSql(
    org,
    `create table money as select 12345678901234567890.120::decimal(38, 3) as d, 1.50::decimal(5, 2) as e`,
  );
  const expected = /"d":12345678901234567890\.120,"e":1\.50\b/;
  assert.match((await org.request('GET', '/v1/tables/money/preview/')).text, expected);
  const { table_query_id: id } = (await org.request('POST', '/v1/tables/query/', { sql: 'select * from money' })).body;
  const result = await until(async () => {
    const answer = await org.request('GET', `/v1/tables/query/${id}/result/`);
    return answer.body.status === 'SUCCESS' && answer;
  }, 'the table query');
  assert.match(result.text, expected);
  const query = await submit(org, 'select * from money');
  await untilOver(org, query);
  const read = async (format: string) =>
    (await org.request('GET', `/v1/database/query/${query}/export/?format=${format}`)).text;
  assert.match(await read('jsonl'), expected);
  assert.match(await read('csv'), /\n12345678901234567890\.120,1\.50\r/);
});

test('no value is lost in a Parquet file: one that its type cannot hold makes the column text', async () => {
  const query = await submit(
    org,
    `select 170141183460469231731687303715884105727::hugeint as huge, 5::hugeint as small, interval '-1 day' as span,
      'infinity'::date as never`,
  );
  await untilOver(org, query);
  const exported = await fetch(`${harness.baseUrl}/v1/database/query/${query}/export/?format=parquet`, {
    headers: { authorization: `Bearer ${org.apiKey}` },
  });
  assert.equal(exported.status, 200);
  const again = await upload(org, 'exported', new Uint8Array(await exported.arrayBuffer()), 'x.parquet');
  assert.equal(again.status, 201, again.text);
  assert.deepEqual(await rowsOf(org, 'select huge, small, span, never from exported'), [
    ['170141183460469231731687303715884105727', 5, '-1 day', 'infinity'],
  ]);
});

test('columns of the same name are all there where rows are objects', async () => {
  const sql = 'select 1 as a, 2 as a, 3 as b';
  const { table_query_id: id } = (await org.request('POST', '/v1/tables/query/', { sql })).body;
  const { columns, rows } = await until(async () => {
    const { body } = await org.request('GET', `/v1/tables/query/${id}/result/`);
    return body.status === 'SUCCESS' && body;
  }, 'the table query');
  assert.deepEqual(
    [columns.map(({ name }: { name: string }) => name), rows],
    [['a', 'a_2', 'b'], [{ a: 1, a_2: 2, b: 3 }]],
  );
  const query = await submit(org, sql);
  await untilOver(org, query);
  const lines = await org.request('GET', `/v1/database/query/${query}/export/?format=jsonl`);
  assert.equal(lines.text, '{"a":1,"a_2":2,"b":3}\n');
});
