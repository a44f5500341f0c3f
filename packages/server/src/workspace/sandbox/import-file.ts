import { closeSync, openSync, readSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { BadRowMode, ImportReport } from '../model/import-report.ts';
import { toCsv } from './excel.ts';
import { Refused } from './failures.ts';
import { importCsv } from './import-csv.ts';
import { importJson } from './import-json.ts';
import type { TaskAnswer } from './protocol.ts';
import { describeFile, quoteText } from './session.ts';

// Turns an uploaded file into a Parquet segment. The content decides the format, because the name may be wrong.

type Import = { file: string; withHeaders: boolean; columnsMax: number; onBadRows: BadRowMode };
type Kind = 'csv' | 'json-lines' | 'json-list' | 'parquet' | 'excel';

/** `reportWriting`: reports the file of `out/` that is written from now on. */
export async function importFile(
  connection: DuckDBConnection,
  task: Import,
  reportWriting: (file: string) => void,
): Promise<TaskAnswer> {
  let path = `in/${task.file}`;
  let file = '';
  const write = async (query: string): Promise<void> => {
    // The first file may be consumed while it grows, so another attempt writes its own.
    if (file === '') {
      file = 'segment.parquet';
      reportWriting(file);
    } else file = 'again.parquet';
    await connection.run(`copy (${query}) to 'out/${file}' (format parquet)`);
  };
  const head = readHead(path);
  const kind = detectKind(head);
  if (kind === 'excel') {
    toCsv(path, 'tmp/sheet.csv');
    path = 'tmp/sheet.csv';
  }
  const { columnsMax } = task;
  let report: ImportReport = { bad_columns: [] };
  if (kind === 'parquet') await importParquet(connection, { path, columnsMax, write });
  else if (kind === 'json-lines' || kind === 'json-list')
    await importJson(connection, { path, isList: kind === 'json-list', columnsMax, write });
  else {
    const known = kind === 'excel' && { delimiter: ',' };
    report = await importCsv(connection, { ...task, ...known, path, head: readHead(path), write });
  }
  return { ...(await describeFile(connection, `out/${file}`)), file, truncated: false, offsets: [], report };
}

function readHead(path: string): Buffer {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(1024 * 1024);
  const length = readSync(file, head, 0, head.length, 0);
  closeSync(file);
  return head.subarray(0, length);
}

function detectKind(head: Buffer): Kind {
  if (head.length === 0) throw new Refused('The file is empty.');
  const magic = head.toString('latin1', 0, 4);
  if (magic === 'PAR1') return 'parquet';
  if (magic === 'PK\u0003\u0004') {
    if (head.includes('xl/') || head.includes('[Content_Types].xml')) return 'excel';
    throw new Refused('The file is a zip archive. Unpack it and upload the table inside.');
  }
  if (magic.startsWith('\u001f\u008b'))
    throw new Refused('The file is compressed with gzip. Unpack it and upload the table inside.');
  if (magic.startsWith('%PDF') || magic === '\u00d0\u00cf\u0011\u00e0')
    throw new Refused('The file is not a table. Upload CSV, Parquet, JSON lines or XLSX.');
  const text = head
    .toString('utf8', 0, 4_096)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (text.startsWith('{')) return 'json-lines';
  return /^\[\s*\{/.test(text) ? 'json-list' : 'csv';
}

async function importParquet(
  connection: DuckDBConnection,
  { path, columnsMax, write }: { path: string; columnsMax: number; write(query: string): Promise<void> },
): Promise<void> {
  const source = `select * from read_parquet(${quoteText(path)})`;
  const { length } = (await connection.runAndReadAll(`describe ${source}`)).getRows();
  if (length > columnsMax)
    throw new Refused(`A table may have at most ${columnsMax} columns; this file has ${length}.`);
  await write(source);
}
