import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import { type CsvRows, toColumns, writeCsv } from './connection-csv.ts';

const column = (name: string, type: string, more: object = {}) => ({ name, type, ...more }) as never;
const newRows = (): CsvRows => ({ columns: [], rows: 0, bytes: 0 });

async function* batches(...rows: unknown[][]) {
  yield { columns: [column('a', 'text')], rows };
}

test('every value is quoted, a null is nothing, and dates and objects have one spelling', async () => {
  const found = newRows();
  const row = ['say "hi",\nyou', null, new Date(0), { a: 1 }, true, 1.5];
  const written = Buffer.concat(await Array.fromAsync(writeCsv(batches(row), found, 1_000))).toString();
  assert.equal(written, '"say ""hi"",\nyou",,"1970-01-01T00:00:00.000Z","{""a"":1}","true","1.5"\n');
  assert.deepEqual([found.rows, found.bytes], [1, Buffer.byteLength(written)]);
});

test('rows beyond the limit, or without columns, are refused and not cut', async () => {
  const long = Array.fromAsync(writeCsv(batches(['x'.repeat(100)]), newRows(), 50));
  await assert.rejects(long, /limit of 50 bytes/);
  async function* nothing() {
    yield { columns: [], rows: [] };
  }
  await assert.rejects(Array.fromAsync(writeCsv(nothing(), newRows(), 50)), /no columns/);
});

test('columns keep their types, and equal names are made different', () => {
  const columns = toColumns([
    column('a', 'integer'),
    column('a', 'text'),
    column('n', 'number', { decimal: { precision: 9, scale: 2 } }),
  ]);
  assert.deepEqual(pluck(columns, 'type'), ['BIGINT', 'VARCHAR', 'DECIMAL(9, 2)']);
  assert.equal(new Set(columns.map(({ name }) => name)).size, 3);
});
