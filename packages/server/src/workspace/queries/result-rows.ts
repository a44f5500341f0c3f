import { createInterface } from 'node:readline';
import { AppError } from '#platform/errors.ts';
import { parseExactJson, parseJson } from '#platform/json.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { StatementRecord } from './store.ts';

// Reads result rows from storage, one JSON list per line. They are passed on as bytes where possible, because parsing
// megabytes would block all other requests.

export type RowRange = { offset: number; limit: number };

/** Counts the rows in a range. */
export const countRows = ({ rows }: StatementRecord, { offset, limit }: RowRange): number =>
  Math.max(0, Math.min(limit, rows - offset));

/** Streams the rows of a range as the inside of a JSON list. */
export async function* streamRows(storage: Storage, record: StatementRecord, range: RowRange): AsyncGenerator<Buffer> {
  let left = countRows(record, range);
  if (left === 0) return;
  // The nearest row with a known offset, and the rows to skip from there.
  const page = Math.min(Math.floor(range.offset / 1_000), record.offsets.length - 1);
  let skip = range.offset - page * 1_000;
  const content = await openRows(storage, record, record.offsets[page] ?? 0);
  for await (const chunk of content as AsyncIterable<Buffer>) {
    let at = 0;
    for (; skip > 0; skip -= 1) {
      const end = chunk.indexOf(10, at);
      if (end === -1) break;
      at = end + 1;
    }
    if (skip > 0) continue;
    const part = Buffer.from(chunk.subarray(at));
    for (let end = part.indexOf(10); end !== -1; end = part.indexOf(10, end + 1)) {
      left -= 1;
      if (left === 0) {
        yield part.subarray(0, end);
        content.destroy();
        return;
      }
      part[end] = 0x2c;
    }
    yield part;
  }
}

/** Checks that the rows exist before the response begins, because rows of old results are deleted. */
export async function checkKept(storage: Storage, records: StatementRecord[]): Promise<void> {
  const first = records.find(({ rowsKey, rows }) => rowsKey !== null && rows > 0);
  if (first && !(await storage.head(first.rowsKey!))) throw gone();
}

const gone = (): AppError =>
  new AppError('not_found', { detail: 'The result is no longer available. Run the query again.' });

/** Parses the rows one by one. Decimals keep their digits. */
export async function* readRows(storage: Storage, record: StatementRecord): AsyncGenerator<unknown[]> {
  if (record.rowsKey === null || record.rows === 0) return;
  const lines = createInterface({ input: await openRows(storage, record, 0), crlfDelay: Number.POSITIVE_INFINITY });
  const parse = record.columns.some(({ type }) => type.startsWith('DECIMAL')) ? parseExactJson : parseJson;
  for await (const line of lines) if (line !== '') yield parse(line) as unknown[];
}

async function openRows(storage: Storage, record: StatementRecord, start: number) {
  const found = await storage.get(record.rowsKey!, { start, end: Number.MAX_SAFE_INTEGER });
  if (found === undefined) throw gone();
  return found.stream;
}
