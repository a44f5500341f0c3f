import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import type { Storage } from '#platform/storage/storage.ts';
import { checkKept, countRows, readRows, streamRows } from './result-rows.ts';
import type { StatementRecord } from './store.ts';

const ROWS = 2_500;
const lines = Array.from({ length: ROWS }, (_, index) => `[${index},"é"]\n`);
const content = Buffer.from(lines.join(''));
const offsets = [0, 1_000, 2_000].map((row) => Buffer.byteLength(lines.slice(0, row).join('')));
/** A storage that gives its object in small pieces, cut anywhere. */
const storage = {
  async get(_key: string, { start }: { start: number }) {
    const rest = content.subarray(start);
    const pieces = Array.from({ length: Math.ceil(rest.length / 701) }, (_, at) =>
      rest.subarray(at * 701, (at + 1) * 701),
    );
    return { size: content.length, stream: Readable.from(pieces, { objectMode: true }) };
  },
  head: async (key: string) => (key === 'rows' ? { size: 1, modifiedAt: new Date() } : undefined),
} as unknown as Storage;
const record = {
  rowsKey: 'rows',
  rows: ROWS,
  offsets,
  columns: [{ name: 'n', type: 'BIGINT' }],
} as unknown as StatementRecord;

async function rowsIn(offset: number, limit: number): Promise<unknown[]> {
  const pieces: Buffer[] = [];
  for await (const piece of streamRows(storage, record, { offset, limit })) pieces.push(Buffer.from(piece));
  return JSON.parse(`[${Buffer.concat(pieces).toString('utf8')}]`) as unknown[];
}

describe('a range of rows is the inside of a JSON list', () => {
  for (const [offset, limit] of [
    [0, 1],
    [0, 1_000],
    [999, 2],
    [1_000, 1],
    [1_234, 700],
    [2_499, 10],
    [2_500, 10],
    [5_000, 10],
    [0, 5_000],
  ] as const) {
    test(`from ${offset}, at most ${limit}`, async () => {
      const rows = await rowsIn(offset, limit);
      assert.equal(rows.length, countRows(record, { offset, limit }));
      if (rows.length > 0)
        assert.deepEqual([rows[0], (rows.at(-1) as number[])[0]], [[offset, 'é'], offset + rows.length - 1]);
    });
  }
});

test('all rows are read one by one; decimals keep their digits', async () => {
  let count = 0;
  for await (const row of readRows(storage, record)) {
    assert.equal(row[0], count);
    count += 1;
  }
  assert.equal(count, ROWS);
  const exact = {
    get: async () => ({ size: 1, stream: Readable.from([Buffer.from('[1.10]\n')]) }),
  } as unknown as Storage;
  const decimal = { ...record, rows: 1, columns: [{ name: 'd', type: 'DECIMAL(18,2)' }] } as unknown as StatementRecord;
  for await (const row of readRows(exact, decimal)) assert.equal(JSON.stringify(row), '[1.10]');
});

test('expired rows are reported before the answer begins', async () => {
  await checkKept(storage, [record]);
  await checkKept(storage, [{ ...record, rowsKey: null }]);
  await assert.rejects(checkKept(storage, [{ ...record, rowsKey: 'gone' }]), { code: 'not_found' });
});
