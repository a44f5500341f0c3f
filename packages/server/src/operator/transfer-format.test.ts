import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createDumpReader, TransferError } from './transfer-format.ts';

async function* chunksOf(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readRows(reader: ReturnType<typeof createDumpReader>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of reader.rows()) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('headers, rows and empty tables are read alike however the file is cut into pieces', async () => {
  const dump = '{"table":"a"}\n1\tx\\\\.\n2\t\\N\n\\.\n{"table":"b"}\n\\.\n{"end":true}\n';
  for (const size of [1, 2, 3, 5, 7, 1_000]) {
    const reader = createDumpReader(chunksOf(dump, size));
    assert.deepEqual(await reader.json(), { table: 'a' });
    assert.equal(await readRows(reader), '1\tx\\\\.\n2\t\\N\n', `pieces of ${size}`);
    assert.deepEqual(await reader.json(), { table: 'b' });
    assert.equal(await readRows(reader), '');
    assert.equal(await reader.atEnd(), false);
    const before = dump.slice(0, dump.indexOf('{"end"'));
    assert.equal(reader.digest(), createHash('sha256').update(before).digest('hex'));
    assert.deepEqual(await reader.json(), { end: true });
    assert.equal(await reader.atEnd(), true);
  }
});

test('a file that ends early, or is no JSON where JSON belongs, is damaged', async () => {
  for (const dump of ['', '{"table":"a"}', '{"table":\n']) {
    await assert.rejects(createDumpReader(chunksOf(dump, 4)).json(), TransferError, dump);
  }
  for (const rows of ['', '\\.', '1\tx\n', '1\tx\n\\.']) {
    await assert.rejects(readRows(createDumpReader(chunksOf(rows, 4))), TransferError, rows);
  }
});
