import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Storage } from '#platform/storage/storage.ts';
import { exportCsv, exportJsonLines } from './export-result.ts';
import type { StatementRecord } from './store.ts';

const rows = ['[1,"a, \\"b\\"\\nc",null]', '[12345678901234567890,"",true]'];
const storage = {
  get: async () => ({ size: 1, stream: Readable.from([Buffer.from(`${rows.join('\n')}\n`)]) }),
} as unknown as Storage;
const record = {
  rowsKey: 'rows',
  rows: 2,
  columns: ['n', 'a,b', 'n'].map((name) => ({ name, type: 'VARCHAR' })),
} as unknown as StatementRecord;
const textOf = async (parts: AsyncIterable<string>) => (await Array.fromAsync(parts)).join('');

test('CSV has quotes where they are needed, and distinguishes an empty text from null', async () => {
  assert.equal(
    await textOf(exportCsv(storage, record, { keepFormulas: false })),
    'n,"a,b",n\r\n1,"a, ""b""\nc",\r\n12345678901234567890,"",true\r\n',
  );
});

test('JSON lines keep digits, and columns of one name are all there', async () => {
  assert.equal(
    await textOf(exportJsonLines(storage, record)),
    '{"n":1,"a,b":"a, \\"b\\"\\nc","n_2":null}\n{"n":12345678901234567890,"a,b":"","n_2":true}\n',
  );
});

test('a result without rows has its head in CSV and nothing in JSON lines', async () => {
  const empty = { ...record, rows: 0 };
  assert.equal(await textOf(exportCsv(storage, empty, { keepFormulas: false })), 'n,"a,b",n\r\n');
  assert.equal(await textOf(exportJsonLines(storage, empty)), '');
});
