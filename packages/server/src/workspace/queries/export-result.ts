import { isLongInteger } from '#platform/json.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { type CsvOptions, csvLine } from '../model/csv-cell.ts';
import { uniqueNames } from '../model/table.ts';
import { readRows } from './result-rows.ts';
import type { StatementRecord } from './store.ts';

/** Rows are gathered into chunks of about this many characters: a write per row would cost more than the row. */
const CHUNK_CHARACTERS = 64 * 1024;

export async function* exportCsv(
  storage: Storage,
  record: StatementRecord,
  options: CsvOptions,
): AsyncGenerator<string> {
  const names = record.columns.map(({ name }) => name);
  yield* gather(storage, record, csvLine(names, options), (row) => csvLine(row.map(plain), options));
}

export async function* exportJsonLines(storage: Storage, record: StatementRecord): AsyncGenerator<string> {
  const names = uniqueNames(record.columns.map(({ name }) => name)).map((name) => JSON.stringify(name));
  yield* gather(
    storage,
    record,
    '',
    (row) => `{${row.map((value, at) => `${names[at]}:${JSON.stringify(value)}`).join()}}\n`,
  );
}

async function* gather(
  storage: Storage,
  record: StatementRecord,
  head: string,
  format: (row: unknown[]) => string,
): AsyncGenerator<string> {
  let text = head;
  for await (const row of readRows(storage, record)) {
    text += format(row);
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** Wraps a number that keeps all its digits, so that it is not written as text. */
const plain = (value: unknown): unknown => (isLongInteger(value) ? { toString: () => value.rawJSON } : value);
