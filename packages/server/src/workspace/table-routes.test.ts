import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { utils, write } from '@e965/xlsx';
import { type Answer, pluck, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { rowsOf, runSql, upload, uploadCsv } from '../../test/workspace/workspace.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org();

const describeTable = (name: string): Promise<Answer> => org.request('GET', `/v1/tables/${name}/describe/`);
const PEOPLE =
  'id,name,since,amount,active,zip,card\n1,Ann,2024-01-05,1.5,true,00123,12345678901234567890\n2,"Bob, jr",2024-01-06 10:00:00,2,false,04567,1\n3,,,,,,\n';

describe('a CSV file', () => {
  test('becomes a table with inferred types, Nullable where cells are empty', async () => {
    const answer = await uploadCsv(org, 'people', PEOPLE);
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(answer.body, { table_name: 'people', organization_id: org.orgId, summary: { written_rows: 3 } });
    const described = await describeTable('people');
    assert.equal(described.status, 200);
    assert.deepEqual(described.body.columns, [
      { name: 'id', type: 'Int64' },
      { name: 'name', type: 'Nullable(String)' },
      { name: 'since', type: 'Nullable(DateTime)' },
      { name: 'amount', type: 'Nullable(Float64)' },
      { name: 'active', type: 'Nullable(Bool)' },
      // Leading zeros and long numbers keep their digits.
      { name: 'zip', type: 'Nullable(String)' },
      { name: 'card', type: 'Nullable(String)' },
    ]);
    assert.equal(described.body.row_count, 3);
    assert.match(described.body.updated_at, /Z$/);
  });

  test('is listed, previewed, and names are found in any case', async () => {
    const listed = await org.request('GET', '/v1/tables/');
    assert.ok(listed.body.total >= 1);
    assert.ok(listed.body.results.some((table: { name: string }) => table.name === 'people'));
    const preview = await org.expect(200, 'GET', '/v1/tables/PEOPLE/preview/?limit=1');
    assert.equal(preview.row_count, 1);
    assert.equal(preview.rows[0].name, 'Ann');
    assert.equal(preview.rows[0].card, '12345678901234567890');
    const none = await org.request('GET', '/v1/tables/people/preview/?limit=0');
    assert.deepEqual(none.body.rows, []);
    for (const limit of ['51', '-1', 'x']) {
      const bad = await org.request('GET', `/v1/tables/people/preview/?limit=${limit}`);
      assert.equal(bad.status, 400);
      assert.ok(Array.isArray(bad.body.limit), bad.text);
    }
  });

  test('without headers has columns column_1, column_2, …', async () => {
    assert.equal((await uploadCsv(org, 'bare', '1,a\n2,b\n', { with_headers: 'False' })).status, 201);
    assert.deepEqual(pluck((await describeTable('bare')).body.columns, 'name'), ['column_1', 'column_2']);
  });

  for (const [what, content, rows] of [
    ['semicolons', 'a;b\n1,5;x\n2,5;y\n', 2],
    ['tabs', 'a\tb\n1\tx\n', 1],
    ['a byte order mark', '\ufeffa,b\n1,2\n', 1],
    ['CRLF and no last line break', 'a,b\r\n1,2\r\n3,4', 2],
    ['quotes and line breaks in values', 'a,"b ""c"""\n"1\n2","x, y"\n', 1],
    ['emoji in names and values', '😀,ü\n🎈,ß\n', 1],
    ['lines that end in two ways', 'a,b\r\n1,"x\ny"\n2,y\r\n', 2],
    ['a line that names the delimiter', 'sep=;\na,b;c\n1;2\n', 1],
    ['a type that changes after fifty thousand rows', `a\n${'1\n'.repeat(50_000)}x\n`, 50_001],
  ] as const) {
    test(`with ${what} is read`, async () => {
      const name = `t_${what.replaceAll(/[^a-z]/gi, '_').slice(0, 40)}`;
      const answer = await uploadCsv(org, name, content);
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.body.summary.written_rows, rows);
    });
  }

  test('keeps every digit, also of values that are unlike the thousands before them', async () => {
    const csv = `fraction,zip,long,count\n${'1,2,3,4\n'.repeat(30_000)}1.5,007,12345678901234567890,0\n`;
    assert.equal((await uploadCsv(org, 'late', csv)).status, 201);
    assert.deepEqual(await rowsOf(org, `select * from late where zip = '007'`), [
      [1.5, '007', '12345678901234567890', 0],
    ]);
    const types = (await describeTable('late')).body.columns.map((column: { type: string }) => column.type);
    assert.deepEqual(types, ['Float64', 'String', 'String', 'Int64']);
  });

  test('with numbers that are not written like numbers keeps them as text, also late ones', async () => {
    const odd = ['0x1F', '-007', '+4915112345678'];
    await uploadCsv(org, 'odd', `a,b,c,n\n5,5,5,-3\n${odd},-0\n`);
    assert.deepEqual(await rowsOf(org, 'select * from odd'), [
      ['5', '5', '5', -3],
      [...odd, 0],
    ]);
    await uploadCsv(org, 'odd_late', `a,b,c\n${'5,5,5\n'.repeat(25_000)}${odd}\n`);
    assert.deepEqual(await rowsOf(org, `select * from odd_late where a <> '5' and b <> '5' and c <> '5'`), [odd]);
  });

  for (const order of ['little', 'big'] as const) {
    test(`in UTF-16, ${order} end first, is read`, async () => {
      const content = Buffer.from('\ufeffa,b\n1,é😀\n', 'utf16le');
      if (order === 'big') content.swap16();
      assert.equal((await upload(org, `wide_${order}`, content)).status, 201);
      assert.deepEqual(await rowsOf(org, `select a, b from wide_${order}`), [[1, 'é😀']]);
    });
  }

  for (const [what, content, message] of [
    ['nothing', '', /empty/],
    ['a header alone', 'a,b\n', /no rows/],
    ['ragged rows', 'a,b\n1,2\n3\n4,5,6\n', /Line 3/],
    ['more values than names', 'a,b\n1,2,3\n', /Line 2/],
    ['the same name twice', 'a,b,A\n1,2,3\n', /'A' twice/],
    ['a NUL byte', 'a,b\n1,x\u0000y\n', /NUL/],
    ['names in Latin-1', Buffer.from([0xe9, 0x2c, 0x62, 0x0a, 0x31, 0x2c, 0x32, 0x0a]), /Line 1.*UTF-8/],
    ['Latin-1', Buffer.from([0x61, 0x0a, 0xe9, 0x0a]), /UTF-8/],
    ['UTF-8 and Latin-1 mixed', Buffer.from([0x61, 0x0a, 0xc3, 0xa9, 0x0a, 0xe9, 0x0a]), /UTF-8/],
    ['broken UTF-16', Buffer.from([0xfe, 0xff, 0, 0x61, 0, 0x0a, 0xd8, 0x3d, 0, 0x0a]), /valid UTF-16/],
    ['a zip archive', Buffer.from('PK\u0003\u0004 something else'), /zip/],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
    ['a PDF', '%PDF-1.7', /not a table/],
    ['ten thousand columns', `${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join()}\n`, /2000 columns/],
    ['a quote that does not end', 'a,b\n1,"x\n2,y\n', /Line/],
    ['broken JSON lines', '{"a": 1}\n{"a": \n', /./],
    ['the same key twice', '{"a": 1, "a": 2}\n', /duplicate key "a"$/],
    ['broken Parquet', 'PAR1 no PAR1', /./],
    ['a broken workbook', Buffer.from('PK\u0003\u0004xl/workbook.xml'), /workbook/],
  ] as const) {
    test(`of ${what} is refused with a bare array and leaves no table`, async () => {
      const answer = await upload(org, 'refused', content as string);
      assert.equal(answer.status, 400, answer.text);
      assert.ok(Array.isArray(answer.body), answer.text);
      assert.match(answer.body[0], message);
      assert.equal((await describeTable('refused')).status, 404);
    });
  }
});

describe('other formats, by content whatever the name', () => {
  test('JSON lines', async () => {
    const content = '{"id": 1, "tags": ["a", "b"], "at": "2024-01-05T10:00:00"}\n{"id": 2, "tags": null}\n';
    assert.equal((await upload(org, 'lines', content, 'data.csv')).status, 201);
    const [result] = await runSql(org, 'select id, tags, "at" from lines order by id');
    assert.deepEqual(result.result_rows[0], [1, '["a","b"]', '2024-01-05 10:00:00']);
    assert.deepEqual(result.column_types.slice(0, 1), ['Int64']);
  });

  test('JSON keeps every digit, and is refused where it cannot', async () => {
    const long = '123456789012345678901234567890123456789012345678901';
    const lines = [
      `{"id": ${long}, "part": {"n": -${long}}, "price": 1.5, "at": "2024-01-05"}`,
      `{"id": 2, "part": {"n": 1}, "price": 2, "at": "2024-01-06"}`,
    ];
    assert.equal((await upload(org, 'long_json', lines.join('\n'))).status, 201);
    assert.deepEqual(await rowsOf(org, 'select id, part, price, year("at") from long_json order by price'), [
      [long, `{"n":-${long}}`, 1.5, 2024],
      ['2', '{"n":1}', 2, 2024],
    ]);
    const odd = await upload(org, 'odd_json', `{"id": ${long}, "at": "31-12-2024"}\n`);
    assert.equal(odd.status, 400, odd.text);
    assert.match(odd.body[0], /'id'.*in quotes/);
  });

  test('XLSX: the first sheet', async () => {
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet([
      ['id', 'name', 'on'],
      [1, 'Ann', new Date(Date.UTC(2024, 0, 5))],
      [2, 'Bob', new Date(Date.UTC(2024, 0, 6))],
    ]);
    utils.book_append_sheet(book, sheet, 'One');
    const answer = await upload(org, 'excel', write(book, { type: 'buffer', bookType: 'xlsx' }), 'book.csv');
    assert.equal(answer.status, 201, answer.text);
    const [result] = await runSql(org, 'select id, name, year("on") as y from excel order by id');
    assert.deepEqual(result.result_rows, [
      [1, 'Ann', 2024],
      [2, 'Bob', 2024],
    ]);
  });

  test('XLSX: delimiters inside of cells are theirs, and moments keep their seconds', async () => {
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet([
      ['a;b;c', 'at'],
      ['1;2;3', 46027.999988425923],
      ['x', 46027.500001157408],
    ]);
    for (const cell of ['B2', 'B3']) sheet[cell].z = 'yyyy-mm-dd hh:mm:ss';
    utils.book_append_sheet(book, sheet, 'One');
    await upload(org, 'cells', write(book, { type: 'buffer', bookType: 'xlsx' }), 'book.xlsx');
    assert.deepEqual(await rowsOf(org, 'select "a;b;c", "at" from cells'), [
      ['1;2;3', '2026-01-05 23:59:59'],
      ['x', '2026-01-05 12:00:00.1'],
    ]);
  });

  test('Parquet, as it is exported', async () => {
    const started = await org.request('POST', '/v1/database/query/async/', {
      query: `select 1 as a, 'x' as b, 2.5 as c`,
    });
    await until(
      async () =>
        (await org.request('GET', `/v1/database/query/${started.body.id}/`)).body.query_task_status === 'SUCCESS',
      'the query',
    );
    const file = await fetch(`${harness.baseUrl}/v1/database/query/${started.body.id}/export/?format=parquet`, {
      headers: { authorization: `Bearer ${org.apiKey}` },
    });
    assert.equal(file.status, 200);
    const content = Buffer.from(await file.arrayBuffer());
    assert.equal(content.toString('latin1', 0, 4), 'PAR1');
    assert.equal((await upload(org, 'parquet', content, 'x.xlsx')).status, 201);
    const [result] = await runSql(org, 'select * from parquet');
    assert.deepEqual(result.result_rows, [[1, 'x', 2.5]]);
  });
});

describe('names', () => {
  test('other characters or taken ones are a bare array, missing or too long ones a field map', async () => {
    for (const name of ['1a', 'a b', 'a-b', 'ü', 'query', 'UPLOAD', 'people', 'PEOPLE']) {
      const answer = await uploadCsv(org, name, 'a\n1\n');
      assert.equal(answer.status, 400, name);
      assert.ok(Array.isArray(answer.body), answer.text);
    }
    for (const name of ['', 'a'.repeat(129)]) {
      const answer = await uploadCsv(org, name, 'a\n1\n');
      assert.ok(Array.isArray(answer.body.table_name), answer.text);
    }
    const missing = new FormData();
    missing.set('table_name', 'x');
    assert.ok(Array.isArray((await org.request('POST', '/v1/tables/upload/', missing)).body.file));
    const other = await uploadCsv(org, 'x', 'a\n1\n', { organization_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d' });
    assert.equal(typeof other.body.organization_id, 'string');
    for (const path of ['describe', 'preview']) {
      const bad = await org.request('GET', `/v1/tables/a-b/${path}/`);
      assert.deepEqual([bad.status, Array.isArray(bad.body)], [400, true]);
      assert.equal((await org.request('GET', `/v1/tables/nothing/${path}/`)).status, 404);
    }
  });

  test('a reserved word is a table like others, when it is quoted', async () => {
    assert.equal((await uploadCsv(org, 'select', 'from\n1\n')).status, 201);
    const [result] = await runSql(org, 'select "from" from "select"');
    assert.deepEqual(result.result_rows, [[1]]);
  });
});

describe('a presigned upload', () => {
  const presign = (name: string) =>
    org.request('POST', '/v1/tables/upload/presigned-url/', {
      table_name: name,
      filename: 'a.csv',
      content_type: 'text/csv',
    });
  const put = (url: string, body: string) =>
    fetch(url, { method: 'PUT', body, headers: { 'content-type': 'text/csv' } });
  const untilOver = (id: string) =>
    until(async () => {
      const state = await org.request('GET', `/v1/tables/upload/${id}/status/`);
      return state.body.status !== 'IMPORTING' && state.body;
    }, 'the import');

  test('takes the bytes without a credential and imports them in the background', async () => {
    const answer = await presign('large');
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual([answer.body.upload_method, answer.body.max_bytes], ['PUT', 2_147_483_648]);
    const early = await org.expect(400, 'POST', `/v1/tables/upload/${answer.body.upload_id}/complete/`);
    assert.equal(typeof early.error, 'string');
    assert.equal((await put(answer.body.upload_url, 'a,b\n1,2\n')).status, 200);
    const completed = await org.request('POST', `/v1/tables/upload/${answer.body.upload_id}/complete/`);
    assert.deepEqual([completed.status, completed.body.status, completed.body.summary], [202, 'IMPORTING', null]);
    const state = await untilOver(answer.body.upload_id);
    assert.deepEqual([state.status, state.summary], ['COMPLETED', { written_rows: 1 }]);
    assert.equal((await describeTable('large')).body.row_count, 1);
    assert.equal((await put(answer.body.upload_url, 'a\n1\n')).status, 404, 'the address is used up');
  });

  test('of a bad file fails and says why', async () => {
    const { body } = await presign('bad_one');
    await put(body.upload_url, 'a,a\n1,2\n');
    await org.request('POST', `/v1/tables/upload/${body.upload_id}/complete/`);
    const state = await untilOver(body.upload_id);
    assert.equal(state.status, 'FAILED');
    assert.match(state.error, /twice/);
  });

  test('with another token is unknown', async () => {
    const { body } = await presign('guess');
    const wrong = body.upload_url.replace(/[^/]+\/$/, `${'x'.repeat(32)}/`);
    assert.equal((await put(wrong, 'a\n1\n')).status, 404);
  });
});

test('a deleted table is gone, and of another organization nothing is to be seen', async () => {
  await uploadCsv(org, 'gone', 'a\n1\n');
  const other = await harness.org();
  for (const [method, path] of [
    ['GET', '/v1/tables/gone/describe/'],
    ['GET', '/v1/tables/gone/preview/'],
    ['DELETE', '/v1/tables/gone/'],
  ] as const) {
    assert.equal((await other.request(method, path)).status, 404);
  }
  assert.equal((await other.request('GET', '/v1/tables/')).body.total, 0);
  assert.equal((await org.request('DELETE', '/v1/tables/Gone/')).status, 204);
  assert.equal((await describeTable('gone')).status, 404);
});
