import { isLongInteger } from '#platform/json.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { uniqueNames } from '../model/table.ts';
import { readRows } from './result-rows.ts';
import type { StatementRecord } from './store.ts';

/** Rows are gathered into chunks of about this many characters: a write per row would cost more than the row. */
const CHUNK_CHARACTERS = 64 * 1024;

export async function* exportCsv(storage: Storage, record: StatementRecord): AsyncGenerator<string> {
  yield* gather(storage, record, csvLine(record.columns.map(({ name }) => name)), csvLine);
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

const csvLine = (row: unknown[]): string => `${row.map(csvValue).join(',')}\r\n`;

/** RFC 4180. An empty string is quoted, to distinguish it from null. */
function csvValue(value: unknown): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : isLongInteger(value) ? value.rawJSON : String(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
