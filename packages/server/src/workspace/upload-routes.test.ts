import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd } from '../../test/harness.ts';
import { until } from '../../test/until.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org();

const csv = ['id,amount', ...Array.from({ length: 25_000 }, (_, at) => `${at},${at}.5`), '7,unknown', ''].join('\n');

async function send(name: string): Promise<string> {
  const started = await org.expect(201, 'POST', '/v1/tables/upload/presigned-url/', { table_name: name });
  const response = await fetch(started.upload_url, { method: 'PUT', body: csv });
  assert.equal(response.status, 200);
  return started.upload_id;
}

async function complete(id: string, mode?: string) {
  const body = mode === undefined ? undefined : { on_bad_rows: mode };
  await org.expect(202, 'POST', `/v1/tables/upload/${id}/complete/`, body);
  return until(async () => {
    const state = await org.expect(200, 'GET', `/v1/tables/upload/${id}/status/`);
    return state.status !== 'IMPORTING' && state;
  }, 'the end of the import');
}

test('an import that stops says why, and continues with the same file after a decision', async () => {
  const id = await send('stopped');
  const stopped = await complete(id, 'stop');
  assert.equal(stopped.status, 'STOPPED');
  assert.match(stopped.error, /Column amount: 1 value is not a number, first in row 25001: "unknown".*on_bad_rows/);
  await org.expect(404, 'GET', `/v1/tables/upload/${id}/rejects/`);
  const ended = await complete(id, 'reject');
  assert.deepEqual([ended.status, ended.error], ['COMPLETED', null]);
  assert.deepEqual([ended.summary.written_rows, ended.summary.rejected_rows], [25_000, 1]);
  const rejects = await org.request('GET', `/v1/tables/upload/${id}/rejects/`);
  assert.equal(rejects.text, 'row,does_not_fit,id,amount\r\n25001,amount,7,unknown');
  const other = await harness.org();
  await other.expect(404, 'GET', `/v1/tables/upload/${id}/rejects/`);
  const table = await org.expect(200, 'GET', '/v1/tables/stopped/describe/');
  assert.doesNotMatch(JSON.stringify(table.columns), /String/);
});

test('without a choice the columns become text, as before, and the report says which', async () => {
  const ended = await complete(await send('as_text'));
  assert.equal(ended.status, 'COMPLETED');
  assert.deepEqual(
    ended.summary.bad_columns.map(({ column, bad_values: bad }: any) => [column, bad]),
    [['amount', 1]],
  );
});

test('a file that is sent at once has the same choice, and its rejects in the answer', async () => {
  const post = (mode: string, name: string) => {
    const form = new FormData();
    form.set('file', new File([csv], 'a.csv'));
    form.set('table_name', name);
    form.set('on_bad_rows', mode);
    return org.request('POST', '/v1/tables/upload/', form);
  };
  const stopped = await post('stop', 'direct');
  assert.equal(stopped.status, 400);
  assert.match(stopped.text, /Nothing was imported/);
  const done = await post('reject', 'direct');
  assert.equal(done.status, 201, done.text);
  assert.match(done.body.rejected_csv, /25001,amount,7,unknown/);
  assert.match((await post('guess', 'other')).text, /on_bad_rows/);
});
